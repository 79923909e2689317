import { signatureScope } from "../shared/amazon-signature.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import { noOperation, type Recognizer } from "../shared/recognizer.ts";
import type { WireRequest } from "../shared/wire-request.ts";
import { s3Address } from "./address.ts";
import { s3 } from "./interface.ts";

const match = operationMatcher(s3.operations, { ignoreCase: false, strict: [] });
const listDirectoryBuckets = s3.operations.find(({ name }) => name === "ListDirectoryBuckets");

export const s3Recognizer: Recognizer = {
  recognize(request) {
    const address = s3Address(request);
    if (address.serves === "website" || address.serves === "account-control") return undefined;
    const found = match(request, isFunctionsAnswer(request) ? request.path : address.path);
    if (found?.name === "PostObject") return isForm(request) ? found : undefined;
    if (found?.name !== "ListBuckets") return found;
    const directories = address.serves === "directory-buckets" || asksForDirectories(request);
    return directories ? listDirectoryBuckets : found;
  },
  whyNot(request) {
    const { serves, path } = s3Address(request);
    if (serves === "website") return "its host serves websites, which are no part of the S3 API";
    if (serves === "account-control") return "its host serves S3's account control, another service";
    if (match(request, path)?.name === "PostObject")
      return "POST to a bucket uploads a form, but its body is none";
    return noOperation("s3", request, `${path}${names(request)}`);
  },
};

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
