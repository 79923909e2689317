import { domain, localStackDomain, region } from "../shared/amazon-hosts.ts";
import type { WireRequest } from "../shared/wire-request.ts";

/** Where a request to S3 points. */
export interface S3Address {
  /** Whether the host alone proves that the request is S3's. */
  readonly proven: boolean;
  /** From the service's root, percent-encoded as it came: `/`, `/bucket`, `/bucket/key`. */
  readonly path: string;
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

/** `photos.s3.localhost`, and `photos.s3.example.com` as other makers of such storage have it. */
const beforeS3 = /^([a-z0-9][a-z0-9.-]*)\.s3(?:[.-][a-z0-9-]+)*\.(?!local$|internal$)[a-z]+$/;
/** `photos.localhost`, as s3rver and MinIO have it; the names left out are those of whole servers. */
const onLocalhost = /^(?!(?:s3|minio|localstack)\.)([a-z0-9][a-z0-9.-]*)\.localhost$/;

/**
 * Finds the bucket in the host, or else takes the host for one that has its buckets in the path.
 *
 * @example
 * s3Address(readRequest({ method: "GET", url: "https://photos.s3.amazonaws.com/cat.jpg", headers: {} })).path;
 * // "/photos/cat.jpg"
 */
export function s3Address({ host, path }: Pick<WireRequest, "host" | "path">): S3Address {
  const officialDomain = official.exec(host);
  if (officialDomain !== null) {
    const found = endpoint.exec(host.slice(0, officialDomain.index));
    if (found === null) return { proven: false, path, serves: "data" };
    const [, bucket, variant = ""] = found;
    return { proven: true, path: withBucket(bucket, path), serves: servedBy(variant) };
  }
  const [, bucket] = beforeS3.exec(host) ?? onLocalhost.exec(host) ?? [];
  return {
    proven: /(?:^|\.)s3\.localhost$/.test(host),
    path: withBucket(bucket, path),
    serves: "data",
  };
}

function withBucket(bucket: string | undefined, path: string): string {
  return bucket === undefined ? path : `/${bucket}${path}`;
}

function servedBy(variant: string): S3Address["serves"] {
  if (variant.startsWith("s3-control")) return "account-control";
  if (variant.startsWith("s3-website")) return "website";
  return variant.startsWith("s3express-control") ? "directory-buckets" : "data";
}

/** Whether a host, without its port, is one of S3's own. */
export function isS3Host(host: string): boolean {
  return s3Address({ host, path: "/" }).proven;
}
