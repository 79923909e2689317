import type { RawHeader, RequestHead } from "../../wire/index.ts";
import { type Arn, arnBack, mapArns } from "../shared/amazon-arns.ts";
import { messageBack } from "../shared/amazon-messages.ts";
import { mapHeader } from "../shared/header-list.ts";
import { mapElements, rootOf, withoutElements } from "../shared/xml-elements.ts";
import { addressFor, type ClientAddress } from "./client-address.ts";
import { bucketAt, type S3Account } from "./there.ts";

/** An answer's way back: to whom, and from where. */
export interface WayBack {
  readonly head: RequestHead;
  readonly client: ClientAddress;
  /** The region that the client has signed for. */
  readonly region: string;
  readonly account: S3Account;
}

/** An answer's headers as the application's own account would send them. */
export function headersBack(headers: readonly RawHeader[], way: WayBack): RawHeader[] {
  const located = mapHeader(headers, "location", (address) => addressBack(address, way));
  const placed = mapHeader(located, "x-amz-bucket-region", (region) => regionBack(region, way));
  return mapHeader(placed, "x-amz-bucket-arn", (arn) => arnsBack(arn, way));
}

/** What services tell of a wrong signature or an expired token has parts of both in it. */
const ofSignatures = [
  "AWSAccessKeyId",
  "CanonicalRequest",
  "CanonicalRequestBytes",
  "SignatureProvided",
  "StringToSign",
  "StringToSignBytes",
  "Token-0",
];

/** A document of an answer as the application's own account would send it. */
export function documentBack(xml: string, way: WayBack): string {
  const root = rootOf(xml);
  switch (root) {
    case undefined:
      return arnsBack(xml, way);
    case "Error":
      return errorBack(xml, way);
    case "ListAllMyBucketsResult":
      return bucketsBack(xml, way);
    case "ListBucketResult":
    case "ListVersionsResult":
      return mapElements(xml, ["Name"], (name) => bucketBack(name, way));
    case "LocationConstraint":
      return placementBack(xml, way);
    default:
      return settingsBack(xml, way);
  }
}

/** The elements of settings that may have an ARN; keys of objects may look like one, and are none. */
const withArns = ["Bucket", "BucketArn", "Role", "Topic", "Queue", "CloudFunction", "TableBucketArn", "ID"];

function settingsBack(xml: string, way: WayBack): string {
  const named = mapElements(xml, ["Bucket", "BucketName", "TargetBucket"], (name) => bucketBack(name, way));
  const located = mapElements(named, ["Location"], (address) => addressBack(address, way));
  return mapElements(located, withArns, (text) => arnsBack(text, way));
}

function errorBack(xml: string, way: WayBack): string {
  const bare = withoutElements(xml, ofSignatures);
  const named = mapElements(bare, ["BucketName", "Bucket"], (name) => bucketBack(name, way));
  const located = mapElements(named, ["Resource", "Endpoint"], (text, element) =>
    element === "Endpoint" ? endpointBack(text, way) : resourceBack(text, way),
  );
  const placed = mapElements(located, ["Region"], (region) => regionBack(region, way));
  return mapElements(placed, ["Message"], (text) => messageBack(text, way.region, way.account));
}

/** `/bucket/key`, or, where a host told the bucket, `/key`: then there is nothing to rename. */
function resourceBack(resource: string, way: WayBack): string {
  const [, before = "", bucket = "", rest = ""] = /^(\/?)([^/]*)(.*)$/s.exec(resource) ?? [];
  return before + bucketBack(bucket, way) + rest;
}

/** A host, in errors that say where a bucket is. */
function endpointBack(endpoint: string, way: WayBack): string {
  const found = bucketAt(`https://${endpoint}/`, way.account);
  const isServer = endpoint === new URL(way.account.endpoint).host;
  if (found === undefined && !isServer) return endpoint;
  const address =
    found === undefined ? way.client.server : addressFor(way.client, bucketBack(found.bucket, way), "");
  return new URL(address).host;
}

/** Only this test's own buckets, and those that the config lists, in the order of their names. */
function bucketsBack(xml: string, way: WayBack): string {
  const { names } = way.account;
  const shown: { readonly own: string; readonly entry: string }[] = [];
  const listed = xml.replace(/<Bucket>.*?<\/Bucket>/gs, (entry) => {
    const there = /<Name>([^<]*)<\/Name>/.exec(entry)?.[1] ?? "";
    const own = names.ownOf("bucket", there, way.head.by);
    if (own === undefined) return "";
    const named = mapElements(entry, ["Name"], () => own);
    const placed = mapElements(named, ["BucketRegion"], (region) => regionBack(region, way));
    shown.push({ own, entry: arnsBack(placed, way) });
    return placeholder;
  });
  const inOrder = shown.toSorted((a, b) => (a.own < b.own ? -1 : 1));
  let at = 0;
  return listed.replaceAll(placeholder, () => inOrder[at++]?.entry ?? "");
}

const placeholder = "<Bucket/>";

/** The oldest region is told by saying nothing. */
function placementBack(xml: string, way: WayBack): string {
  const whole = xml.replace(/<(LocationConstraint)(\s[^<>]*?)?\/>/, "<$1$2></$1>");
  return mapElements(whole, ["LocationConstraint"], (region) => {
    const back = regionBack(region === "" ? "us-east-1" : region, way);
    return back === "us-east-1" ? "" : back;
  });
}

function regionBack(region: string, way: WayBack): string {
  return region === way.account.region ? way.region : region;
}

function bucketBack(there: string, { account }: WayBack): string {
  return account.names.own(there) ?? there;
}

function arnsBack(text: string, way: WayBack): string {
  return mapArns(text, (arn) => arnBack(renamedArn(arn, way), way.region, way.account));
}

function renamedArn(arn: Arn, way: WayBack): Arn {
  if (arn.service !== "s3") return arn;
  const [name = "", ...rest] = arn.resource.split("/");
  return { ...arn, resource: [bucketBack(name, way), ...rest].join("/") };
}

/** An address of a bucket there as the client would have written it; a path stays a path. */
function addressBack(address: string, way: WayBack): string {
  const found = bucketAt(address, way.account);
  if (found === undefined) return address;
  const own = bucketBack(found.bucket, way);
  return address.startsWith("/") ? `/${own}${found.path}` : addressFor(way.client, own, found.path);
}
