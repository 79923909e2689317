import { domain, localStackDomain, region } from "../shared/amazon-hosts.ts";
import type { Addressing } from "../shared/recognizer.ts";
import { remembered } from "../shared/remembered.ts";
import { isBareServer } from "../shared/strange-hosts.ts";
import type { WireRequest } from "../shared/wire-request.ts";

/** What a host says about a request to S3. */
export interface S3Host {
  /** Whether the host alone proves that the request is S3's. */
  readonly proven: boolean;
  /** Where the bucket is; `undefined` if the host's first name may be a bucket, or just a part of the server's name. */
  readonly addressing: Addressing | undefined;
  /** What stands before the server's name, or may do so. */
  readonly bucket: string;
  /** What the host serves: buckets and objects, or something that other protocols are for. */
  readonly serves: "data" | "directory-buckets" | "account-control" | "website";
}

const official = new RegExp(`\\.(?:${domain}|${localStackDomain})$`);

const variants = [
  "-fips",
  "-global",
  "-external-1",
  "-accelerate",
  `-${region}`,
  "-(?:accesspoint|object-lambda|outposts|control)(?:-fips)?",
  `-website(?:-${region})?`,
  "express-control(?:-fips)?",
  "express(?:-fips)?-[a-z0-9-]+-az\\d",
];
/** What stands before a domain: the bucket, if it is there, then S3 in one of its variants, then the region. */
const endpoint = new RegExp(`^(?:(.+)\\.)?(s3(?:${variants.join("|")})?)(?:\\.dualstack)?(?:\\.${region})?$`);

/** `photos.bucket.vpce-0a1b-2c3d.s3.eu-west-1.vpce`: S3 by a door of a private network. */
const privateEndpoint = new RegExp(
  `^(?:(.+)\\.)?(?:bucket|accesspoint|(control))\\.vpce-[a-z0-9-]+\\.s3\\.${region}\\.vpce$`,
);

/** The servers of other makers of such storage, and what stands before them. */
const otherMakers = new RegExp(
  `^(?:(.+)\\.)?(?:${[
    "[a-z0-9-]+\\.(?:digitaloceanspaces|linodeobjects|vultrobjects|your-objectstorage)\\.com",
    "[0-9a-f]{32}(?:\\.(?:eu|fedramp))?\\.r2\\.cloudflarestorage\\.com",
    "storage\\.googleapis\\.com",
  ].join("|")})$`,
);

/** `photos.s3.localhost`, and `photos.s3.example.com`. */
const beforeS3 = /^([a-z0-9][a-z0-9.-]*)\.s3(?:[.-][a-z0-9-]+)*\.(?!local$|internal$)[a-z]+$/;
/** `photos.localhost`, as s3rver and MinIO have it. */
const beforeLocalhost = /^([a-z0-9][a-z0-9.-]*)\.localhost$/;

const servers = "(?:[a-z0-9-]*-)?(?:s3|s3rver|minio|localstack)(?:[-\\d][a-z0-9-]*)?";
/** `minio.corp`, `s3.example.com`, `team-minio-0.minio.svc`: the first name is the server's. */
const serversName = new RegExp(`^${servers}\\.`);
/** `photos.minio`, `photos.minio.corp`: what stands before a server's name is a bucket's. */
const beforeServer = new RegExp(`^([a-z0-9][a-z0-9.-]*?)\\.${servers}(?:\\.|$)`);

/**
 * What a host, without its port, says of S3.
 *
 * @example
 * s3Host("photos.s3.amazonaws.com"); // { proven: true, addressing: "host", bucket: "photos", serves: "data" }
 */
export const s3Host = remembered((host: string): S3Host => {
  const officialDomain = official.exec(host);
  if (officialDomain !== null) return officialHost(host.slice(0, officialDomain.index));
  const proven = /(?:^|\.)s3\.localhost$/.test(host);
  const bySomeMaker = otherMakers.exec(host);
  if (bySomeMaker !== null) return dataHost(bySomeMaker[1], proven);
  if (isBareServer(host) || serversName.test(host)) return dataHost(undefined, proven);
  const [, bucket] = beforeS3.exec(host) ?? beforeLocalhost.exec(host) ?? beforeServer.exec(host) ?? [];
  if (bucket !== undefined) return dataHost(bucket, proven);
  return { proven, addressing: undefined, bucket: firstName(host), serves: "data" };
});

function firstName(host: string): string {
  return host.slice(0, host.indexOf("."));
}

function dataHost(bucket: string | undefined, proven: boolean): S3Host {
  return {
    proven,
    addressing: bucket === undefined ? "path" : "host",
    bucket: bucket ?? "",
    serves: "data",
  };
}

function officialHost(beforeDomain: string): S3Host {
  const inNetwork = privateEndpoint.exec(beforeDomain);
  if (inNetwork !== null) {
    const [, bucket, control] = inNetwork;
    return { ...dataHost(bucket, true), serves: control === undefined ? "data" : "account-control" };
  }
  const found = endpoint.exec(beforeDomain);
  if (found === null) return dataHost(undefined, false);
  const [, bucket, variant = ""] = found;
  return { ...dataHost(bucket, true), serves: servedBy(variant, bucket) };
}

function servedBy(variant: string, bucket: string | undefined): S3Host["serves"] {
  if (variant.startsWith("s3-control")) return "account-control";
  // Outposts are managed at the region's own host; their data is behind an access point's.
  if (variant.startsWith("s3-outposts") && bucket === undefined) return "account-control";
  if (variant.startsWith("s3-website")) return "website";
  return variant.startsWith("s3express-control") ? "directory-buckets" : "data";
}

/** The paths that a request may mean, percent-encoded as they came: `/`, `/bucket`, `/bucket/key`. */
export function s3Readings({ host, path }: WireRequest, said?: Addressing): readonly string[] {
  const { proven, addressing, bucket } = s3Host(host);
  const inHost = `/${bucket}${path}`;
  const certain = proven ? addressing : (said ?? addressing);
  if (certain === undefined) return [path, inHost];
  return [certain === "host" ? inHost : path];
}

/** Whether a host, without its port, is one of S3's own. */
export function isS3Host(host: string): boolean {
  return s3Host(host).proven;
}
