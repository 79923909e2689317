import { nameRules, type RequestHead } from "../../wire/index.ts";
import type { AmazonAccount } from "../shared/amazon-account.ts";
import type { Addressing } from "../shared/recognizer.ts";
import { s3Host } from "./address.ts";

/** Where a request goes on the other account. */
export interface Destination {
  readonly origin: string;
  readonly path: string;
}

export interface S3Account extends AmazonAccount {
  readonly addressing: Addressing;
}

/** A bucket's name on the other account; one that no bucket can have stays, so that the service refuses it. */
export function bucketThere({ names }: AmazonAccount, own: string, { by }: Pick<RequestHead, "by">): string {
  const possible = own.length >= 3 && own.length <= nameRules.bucket.maxLength;
  return possible || names.isExisting("bucket", own) ? names.there("bucket", own, by) : own;
}

/** Names with dots do not fit the certificates of hosts, and others do not fit into hosts at all. */
const fitsHost = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/** The address of a bucket there. */
export function destination(
  { endpoint, addressing }: S3Account,
  bucket: string | undefined,
  path: string,
): Destination {
  const { protocol, host, origin } = new URL(endpoint);
  if (bucket === undefined) return { origin, path: path === "" ? "/" : path };
  if (addressing === "host" && fitsHost.test(bucket)) {
    return { origin: `${protocol}//${bucket}.${host}`, path: path === "" ? "/" : path };
  }
  return { origin, path: `/${encodeURIComponent(bucket)}${path}` };
}

/** Which bucket an address of the other account is of, and what follows it; `undefined` for anybody else's address. */
export function bucketAt(
  address: string,
  { endpoint }: S3Account,
): { readonly bucket: string; readonly path: string } | undefined {
  const [, host, path = ""] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(address) ?? [];
  const server = new URL(endpoint).host;
  if (host === undefined) return address.startsWith("/") ? firstSegment(address) : undefined;
  const lower = host.toLowerCase();
  if (lower === server) return firstSegment(path);
  if (lower.endsWith(`.${server}`)) return { bucket: lower.slice(0, -server.length - 1), path };
  const known = s3Host(lower.replace(/:\d+$/, ""));
  if (!known.proven) return undefined;
  return known.addressing === "host" ? { bucket: known.bucket, path } : firstSegment(path);
}

function firstSegment(path: string): { bucket: string; path: string } | undefined {
  const [, bucket, rest = ""] = /^\/([^/?#]+)(.*)$/s.exec(path) ?? [];
  return bucket === undefined ? undefined : { bucket, path: rest };
}
