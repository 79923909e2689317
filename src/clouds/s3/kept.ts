import type { Operation } from "../../model/index.ts";
import type { RequestHead } from "../../wire/index.ts";
import { readPairs } from "../shared/amazon-canonical.ts";
import { headerIn } from "../shared/header-list.ts";
import { decodePath } from "../shared/wire-request.ts";
import { notChanged, notWritten, type Written } from "../shared/written.ts";
import { elementTexts, rootOf } from "../shared/xml-elements.ts";
import type { ClientAddress } from "./client-address.ts";
import { bucketThere, type S3Account } from "./there.ts";

/** A request to a bucket, and what has been written into buckets of before the run. */
export interface BucketRequest {
  readonly operation: Operation;
  readonly head: RequestHead;
  readonly client: ClientAddress;
  readonly account: S3Account;
  readonly written: Written;
}

/** They write an object whole, which is the run's own from then on. */
const wholeWrites = new Set(["PutObject", "CopyObject", "CompleteMultipartUpload"]);
const otherWrites = new Set(["CreateMultipartUpload", "UploadPart", "UploadPartCopy"]);

/** Whether a request's document says what is to be deleted from a bucket of before the run. */
export function namesDeleted({ name }: Operation, { bucket }: ClientAddress, { names }: S3Account): boolean {
  return name === "DeleteObjects" && bucket !== undefined && names.isExisting("bucket", bucket);
}

/**
 * Why a request would touch what was there before the run; `undefined` if it would not. Objects may be written, and
 * those that the run has written may be deleted; the rest of such a bucket stays as it is.
 */
export function whyKept(request: BucketRequest, document: string): string | undefined {
  const { operation, head, client, account, written } = request;
  const { bucket } = client;
  if (bucket === undefined || operation.readOnly || !account.names.isExisting("bucket", bucket)) {
    return undefined;
  }
  const { name } = operation;
  if (wholeWrites.has(name) || otherWrites.has(name)) return undefined;
  // In the oldest region, a bucket that is made again loses its access list.
  if (name === "CreateBucket") return account.region === "us-east-1" ? notChanged(bucket) : undefined;
  const there = bucketThere(account, bucket, head);
  const key = keyOf(client);
  if (name === "AbortMultipartUpload") {
    return written.has(there, uploadOf(client)) ? undefined : notWritten(bucket);
  }
  if (name === "DeleteObjects") {
    const deleted = keysIn(document);
    return deleted.length > 0 && deleted.every((each) => written.has(there, each))
      ? undefined
      : notWritten(bucket);
  }
  if (key === undefined) return notChanged(bucket);
  return written.has(there, key) ? undefined : notWritten(bucket);
}

/** Notes what a good answer says was written. */
export function noteWritten(request: BucketRequest, document: string): void {
  const { operation, head, client, account, written } = request;
  const { bucket } = client;
  if (bucket === undefined || !account.names.isExisting("bucket", bucket) || rootOf(document) === "Error") {
    return;
  }
  const there = bucketThere(account, bucket, head);
  const key = keyOf(client);
  const isUpdate = headerIn(head.headers, "if-match") !== undefined;
  if (wholeWrites.has(operation.name) && key !== undefined && !isUpdate) written.add(there, key);
  if (operation.name !== "CreateMultipartUpload") return;
  for (const id of elementTexts(document, "UploadId")) written.add(there, uploadKey(id));
}

function keyOf({ path }: ClientAddress): string | undefined {
  const key = decodePath(path.replace(/^\//, ""));
  return key === "" ? undefined : key;
}

function uploadOf({ query }: ClientAddress): string {
  return uploadKey(new Map(readPairs(query)).get("uploadId") ?? "");
}

/** No object is called so: its name would be longer than names can be. */
function uploadKey(id: string): string {
  return `upload ${id}`.padEnd(1025);
}

/** The keys of objects to be deleted; none if not each of them can be read. */
function keysIn(document: string): readonly string[] {
  const keys = elementTexts(document, "Key");
  const objects = document.match(/<(?:[\w.-]+:)?Object[\s/>]/g) ?? [];
  return keys.length === objects.length && !document.includes("&#") ? keys : [];
}
