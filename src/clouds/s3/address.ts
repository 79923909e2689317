import type { WireRequest } from "../shared/wire-request.ts";

/** Where a request to S3 points. */
export interface S3Address {
  /** `host`: the bucket is in the host; `path`: the host is S3's and has none; `unknown`: the host says nothing. */
  readonly style: "host" | "path" | "unknown";
  /** Whether the host alone proves that the request is S3's. */
  readonly proven: boolean;
  /** From the service's root, percent-encoded as it came: `/`, `/bucket`, `/bucket/key`. */
  readonly path: string;
  /** What the host serves: buckets and objects, or something that other protocols are for. */
  readonly serves: "data" | "directory-buckets" | "account-control" | "website";
}

/** The partitions' domains, and LocalStack's, which repeats all names below them. */
const domain =
  /\.(?:amazonaws\.(?:com(?:\.cn)?|eu)|c2s\.ic\.gov|sc2s\.sgov\.gov|cloud\.adc-e\.uk|csp\.hci\.ic\.gov|localhost\.localstack\.cloud)$/;

const region = "[a-z]{2,4}(?:-[a-z]+)+-\\d";
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
  const officialDomain = domain.exec(host);
  if (officialDomain !== null) {
    const found = endpoint.exec(host.slice(0, officialDomain.index));
    if (found === null) return { style: "unknown", proven: false, path, serves: "data" };
    const [, bucket, variant = ""] = found;
    return { ...locate(bucket, path), proven: true, serves: servedBy(variant) };
  }
  const [, bucket] = beforeS3.exec(host) ?? onLocalhost.exec(host) ?? [];
  const { style, path: full } = locate(bucket, path);
  return {
    style: style === "path" && !host.startsWith("s3.") ? "unknown" : style,
    proven: /(?:^|\.)s3\.localhost$/.test(host),
    path: full,
    serves: "data",
  };
}

function locate(bucket: string | undefined, path: string): Pick<S3Address, "style" | "path"> {
  return bucket === undefined ? { style: "path", path } : { style: "host", path: `/${bucket}${path}` };
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
