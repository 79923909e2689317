import { signatureScope } from "../shared/amazon-signature.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import { noOperation, type Recognizer } from "../shared/recognizer.ts";
import type { WireRequest } from "../shared/wire-request.ts";
import { isS3Host, s3Host, s3Readings } from "./address.ts";
import { s3 } from "./interface.ts";

const match = operationMatcher(s3.operations, { ignoreCase: false, strict: [] });
const listDirectoryBuckets = s3.operations.find(({ name }) => name === "ListDirectoryBuckets");

export const s3Recognizer: Recognizer = {
  readings: s3Readings,
  recognize(request, path) {
    const { serves } = s3Host(request.host);
    if (serves === "website" || serves === "account-control") return undefined;
    if (isServersOwn(request, path) || strangeSubresource(request) !== undefined) return undefined;
    const found = match(request, isFunctionsAnswer(request) ? request.path : path);
    if (found?.name === "PostObject") return isForm(request) ? found : undefined;
    if (found?.name !== "ListBuckets") return found;
    return serves === "directory-buckets" || asksForDirectories(request) ? listDirectoryBuckets : found;
  },
  whyNot(request, path) {
    const { serves } = s3Host(request.host);
    if (serves === "website") return "its host serves websites, which are no part of the S3 API";
    if (serves === "account-control") return "its host serves S3's account control, another service";
    if (isServersOwn(request, path)) return `${path} is the emulator's own, and no bucket`;
    const strange = strangeSubresource(request);
    if (strange !== undefined) return `${strange} is no sub-resource of s3`;
    if (match(request, path)?.name === "PostObject")
      return "POST to a bucket uploads a form, but its body is none";
    return noOperation("s3", request, `${path}${names(request)}`);
  },
};

/** Where emulators answer about themselves: `/_localstack/health`, `/minio/admin/v3/info`. */
function isServersOwn({ host }: WireRequest, path: string): boolean {
  return /^\/(?:_|minio\/)/.test(path) && !isS3Host(host);
}

const knownInQuery = new Set(
  s3.operations.flatMap(({ http, parameters }) => [
    ...Object.keys(http.query),
    ...parameters.filter((parameter) => parameter.in === "query").map(({ wire }) => wire),
  ]),
);

/** Names that S3 leaves to its callers, those of signatures, and the numbers that browsers add against caches. */
const neverSubresource = /^(?:x-.*|\d+)$/is;

/**
 * A name without a value asks for a part of a bucket or object; one that is not known, for something unknown. The
 * SDK for JavaScript writes `?policy=`, so an equals sign alone makes no difference.
 */
function strangeSubresource({ query }: WireRequest): string | undefined {
  for (const [name, value] of query) {
    if (value === "" && !knownInQuery.has(name) && !neverSubresource.test(name)) return name;
  }
  return undefined;
}

function isForm({ headers }: WireRequest): boolean {
  return /^multipart\/form-data/i.test(headers["content-type"] ?? "");
}

/** Buckets and directory buckets are listed by the same line; only the SDK's mark and the signature differ. */
function asksForDirectories(request: WireRequest): boolean {
  return request.query.get("x-id") === "ListDirectoryBuckets" || signatureScope(request) === "s3express";
}

/** A function between an object and its readers answers on a host of the request's own, which is no bucket. */
function isFunctionsAnswer({ method, path, headers, query }: WireRequest): boolean {
  const route = headers["x-amz-request-route"] ?? query.get("x-amz-request-route");
  return method === "POST" && path === "/WriteGetObjectResponse" && route !== undefined;
}

/** The query's names alone: its values may be secret. */
function names({ query }: WireRequest): string {
  return query.size === 0 ? "" : `?${[...query.keys()].join("&")}`;
}
