import type { Operation } from "../../model/index.ts";
import { operationMatcher } from "../shared/operation-matcher.ts";
import type { Recognizer } from "../shared/recognizer.ts";
import type { WireRequest } from "../shared/wire-request.ts";
import { type S3Address, s3Address } from "./address.ts";
import { s3 } from "./interface.ts";

const match = operationMatcher(s3.operations, { ignoreCase: false, strict: [] });
const listDirectoryBuckets = s3.operations.find(({ name }) => name === "ListDirectoryBuckets");

export const s3Recognizer: Recognizer = {
  recognize(request) {
    const address = s3Address(request);
    if (address.serves === "website") return "its host serves websites, which are no part of the S3 API";
    if (address.serves === "account-control") return "its host serves S3's account control, another service";
    if (request.method === "OPTIONS") return "OPTIONS asks a browser's question and performs no operation";
    const path = isFunctionsAnswer(request) ? request.path : address.path;
    const found = match(request, path);
    return found === undefined
      ? `no operation of s3 has the shape ${request.method} ${path}${names(request)}`
      : refine(found, request, address);
  },
};

/** Where the shape leaves two readings, or promises a body that the request does not have. */
function refine(found: Operation, request: WireRequest, { serves }: S3Address): Operation | string {
  if (found.name === "ListBuckets" && listDirectoryBuckets !== undefined) {
    const directories = serves === "directory-buckets" || asksForDirectories(request);
    return directories ? listDirectoryBuckets : found;
  }
  const { "content-type": contentType = "" } = request.headers;
  if (found.name === "PostObject" && !/^multipart\/form-data/i.test(contentType)) {
    return "POST to a bucket uploads a form, but its body is none";
  }
  return found;
}

/** Buckets and directory buckets are listed by the same line; only the SDK's mark and the signature differ. */
function asksForDirectories({ headers, query }: WireRequest): boolean {
  const credential =
    /Credential=([^,\s]+)/.exec(headers["authorization"] ?? "")?.[1] ?? query.get("X-Amz-Credential");
  return query.get("x-id") === "ListDirectoryBuckets" || credential?.split("/").at(-2) === "s3express";
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
