import type { RawHeader, RequestHead } from "../../wire/index.ts";
import { readPairs } from "./amazon-canonical.ts";
import { headerIn } from "./header-list.ts";
import { splitTarget } from "./wire-request.ts";

/** How a client has signed, as far as it matters for signing anew. */
export type ClientSignature =
  | { readonly by: "nobody" }
  | { readonly by: "header"; readonly signed: readonly string[]; readonly region: string }
  | {
      readonly by: "query";
      readonly signed: readonly string[];
      readonly region: string;
      readonly date: string;
    }
  /** Such a signature cannot be made anew. */
  | { readonly by: "other"; readonly why: string };

const algorithm = "AWS4-HMAC-SHA256";
const twoKeyed = "AWS4-ECDSA-P256-SHA256";

const forManyRegions = "it is signed with SigV4A, which is signed anew for no other account";
const versionTwo = "it is signed with Signature Version 2, which regions and buckets of today refuse";

/** Reads a client's signature; whether it is right is not asked, since emulators do not ask either. */
export function clientSignature(target: string, headers: readonly RawHeader[]): ClientSignature {
  const query = new Map(readPairs(splitTarget(target).query));
  const authorization = headerIn(headers, "authorization");
  if (authorization !== undefined) return fromHeader(authorization);
  if (query.has("X-Amz-Algorithm") || query.has("X-Amz-Signature")) return fromQuery(query);
  if (query.has("AWSAccessKeyId") && query.has("Signature")) return { by: "other", why: versionTwo };
  return { by: "nobody" };
}

function fromHeader(authorization: string): ClientSignature {
  if (authorization.startsWith(twoKeyed)) return { by: "other", why: forManyRegions };
  if (authorization.startsWith("AWS ")) return { by: "other", why: versionTwo };
  if (!authorization.startsWith(algorithm)) {
    return { by: "other", why: "its Authorization header is of a kind that Amazon's services do not know" };
  }
  const credential = /Credential=([^,\s]+)/.exec(authorization)?.[1] ?? "";
  const signed = /SignedHeaders=([^,\s]+)/.exec(authorization)?.[1] ?? "";
  return { by: "header", signed: namesIn(signed), region: regionIn(credential) };
}

function fromQuery(query: ReadonlyMap<string, string>): ClientSignature {
  const used = query.get("X-Amz-Algorithm");
  if (used === twoKeyed) return { by: "other", why: forManyRegions };
  if (used !== algorithm) return { by: "other", why: "its query is signed by an unknown algorithm" };
  const date = query.get("X-Amz-Date") ?? "";
  if (!/^\d{8}T\d{6}Z$/.test(date) || !query.has("X-Amz-Expires")) {
    return { by: "other", why: "its signed query does not say since when and until when it is valid" };
  }
  return {
    by: "query",
    signed: namesIn(query.get("X-Amz-SignedHeaders") ?? "host"),
    region: regionIn(query.get("X-Amz-Credential") ?? ""),
    date,
  };
}

/** What carries a message may change these on its way. */
const carriers: ReadonlySet<string> = new Set([
  "accept",
  "accept-encoding",
  "authorization",
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "user-agent",
  "x-amzn-trace-id",
]);

function namesIn(list: string): string[] {
  return list
    .toLowerCase()
    .split(";")
    .filter((name) => name !== "" && !carriers.has(name));
}

/** `AKID/20260131/eu-west-1/s3/aws4_request`; a key may have slashes in it. */
function regionIn(credential: string): string {
  return credential.split("/").at(-3) || defaultRegion;
}

/** What emulators and their clients take for granted. */
const defaultRegion = "us-east-1";

/** The region that a client has signed for. */
export function clientRegion({ target, headers }: Pick<RequestHead, "target" | "headers">): string {
  const signature = clientSignature(target, headers);
  return "region" in signature ? signature.region : defaultRegion;
}
