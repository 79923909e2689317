import type { Operation } from "../../model/index.ts";
import { cannotSend, type RawHeader, type RequestHead } from "../../wire/index.ts";
import { type Arn, arnThere, mapArns } from "../shared/amazon-arns.ts";
import { headerIn, mapHeader } from "../shared/header-list.ts";
import { decodePath } from "../shared/wire-request.ts";
import { mapElements } from "../shared/xml-elements.ts";
import { bucketThere, type S3Account } from "./there.ts";

/** A request's headers with everything in them that is the application's own put for the other account. */
export function headersThere(head: RequestHead, account: S3Account): RawHeader[] {
  let headers = mapHeader(head.headers, "x-amz-copy-source", (source) => sourceThere(source, head, account));
  for (const name of ["x-amz-expected-bucket-owner", "x-amz-source-expected-bucket-owner"]) {
    headers = mapHeader(headers, name, (owner) =>
      owner === account.ownAccount ? (account.account ?? owner) : owner,
    );
  }
  return headers;
}

/** `/bucket/key?versionId=1`, the slashes encoded or not, or the ARN of an access point. */
export function sourceThere(source: string, head: RequestHead, account: S3Account): string {
  if (/^(?:\/|%2f)?arn(?::|%3a)/i.test(source)) return accessPointThere(source, head, account);
  const [, before = "", bucket = "", rest = ""] =
    /^((?:\/|%2f)?)((?:(?!%2f)[^/])+)(.*)$/is.exec(source) ?? [];
  const own = decodePath(bucket);
  const there = bucket === "" ? own : bucketThere(account, own, head);
  return there === own ? source : before + there + rest;
}

function accessPointThere(source: string, head: RequestHead, account: S3Account): string {
  const arn = /^(.*?accesspoint\/[^/]+)(\/.*)$/s.exec(source);
  const [, point = "", rest = ""] = arn ?? [];
  if (account.names.isExisting("bucket", point)) return account.names.there("bucket", point, head.by) + rest;
  throw cannotSend(head, "it copies from an access point that the config does not list as existing");
}

/** A document of a request with its buckets renamed: settings that name other buckets, and policies. */
export function documentThere(
  operation: Operation,
  text: string,
  head: RequestHead,
  account: S3Account,
): string {
  if (operation.name === "CreateBucket") return placement(text, account.region);
  const renamed = mapElements(text, ["Bucket", "BucketName", "TargetBucket"], (name) =>
    name.startsWith("arn:") ? name : bucketThere(account, name, head),
  );
  return mapArns(renamed, (arn) => arnThere(renamedArn(arn, head, account), account));
}

function renamedArn(arn: Arn, head: RequestHead, account: S3Account): Arn {
  const [name = "", ...rest] = arn.resource.split("/");
  if (arn.service !== "s3" || arn.account !== "" || /[*?$]/.test(name)) return arn;
  return { ...arn, resource: [bucketThere(account, name, head), ...rest].join("/") };
}

const namespace = "http://s3.amazonaws.com/doc/2006-03-01/";

/** A new bucket's document for the region where it is going to be, which the oldest region does without. */
function placement(document: string, region: string): string {
  const rest = document.replace(
    /<LocationConstraint(?:\s[^<>]*)?(?:\/>|>[^<]*<\/LocationConstraint\s*>)/,
    "",
  );
  const constraint = region === "us-east-1" ? "" : `<LocationConstraint>${region}</LocationConstraint>`;
  const root = /(<CreateBucketConfiguration(?:\s[^<>]*?)?)(\/?)>/.exec(rest);
  if (root === null) {
    return constraint === ""
      ? rest
      : `<CreateBucketConfiguration xmlns="${namespace}">${constraint}</CreateBucketConfiguration>`;
  }
  const [all, opening = "", closed = ""] = root;
  const end = closed === "" ? "" : "</CreateBucketConfiguration>";
  const placed = rest.replace(all, () => `${opening}>${constraint}${end}`);
  return /<CreateBucketConfiguration[^<>]*>\s*<\/CreateBucketConfiguration>/.test(placed) ? "" : placed;
}

/** Why an operation cannot be another account's, if it cannot. */
export function refusal(
  operation: Operation,
  bucket: string | undefined,
  head: RequestHead,
): string | undefined {
  if (bucket === "." || bucket === "..") return "its path does not tell what it names";
  if (operation.name === "PostObject")
    return "a form's signature is part of a policy that the client has made";
  if (directories.has(operation.name) || bucket?.endsWith("--x-s3") === true) {
    return "directory buckets have hosts and sessions of their own";
  }
  if (operation.name === "WriteGetObjectResponse") return "it answers a function, not an account";
  if (bucket?.startsWith("arn:") === true) return "access points are not renamed";
  if (headerIn(head.headers, "x-amz-content-sha256")?.includes("ECDSA") === true) {
    return "its chunks are signed with SigV4A";
  }
  return undefined;
}

const directories: ReadonlySet<string> = new Set(["CreateSession", "ListDirectoryBuckets", "RenameObject"]);
