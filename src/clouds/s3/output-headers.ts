import {
  bool,
  int,
  type OperationRow,
  oneOf,
  optional,
  type Parameter,
  string,
  type Type,
} from "../../model/index.ts";
import { checksumKind, reportedChecksumHeaders } from "./checksums.ts";
import {
  contentHeaders,
  managedEncryption,
  metadataMap,
  objectLock,
  serverSideEncryption,
  sseCustomerKey,
} from "./object-parameters.ts";
import {
  archiveTier,
  etag,
  httpDate,
  objectSize,
  replicationStatus,
  storageClass,
  versionIdText,
} from "./scalars.ts";

type OutputHeaders = Readonly<Record<string, Type>>;

/** Answers repeat many a header of the request that they belong to. */
function repeating(parameters: readonly Parameter[]): OutputHeaders {
  return Object.fromEntries(parameters.map(({ wire, type }) => [wire, optional(type)]));
}

/** What S3 answers every request with. */
export const commonHeaders: OutputHeaders = {
  "x-amz-request-id": string({ minLength: 1 }),
  "x-amz-id-2": optional(string()),
  Date: httpDate,
  Server: optional(string()),
};
/** The same where the requester may have to pay. */
export const chargedHeaders: OutputHeaders = {
  ...commonHeaders,
  "x-amz-request-charged": optional(oneOf("requester")),
};
const versioned: OutputHeaders = { "x-amz-version-id": optional(versionIdText) };
const customerKey = repeating(sseCustomerKey.filter(({ name }) => name !== "SSECustomerKey"));
const expiration: OutputHeaders = { "x-amz-expiration": optional(string()) };

/** Rows whose answers have no other headers. */
export const plain: Pick<OperationRow, "outputHeaders"> = { outputHeaders: commonHeaders };
export const paid: Pick<OperationRow, "outputHeaders"> = { outputHeaders: chargedHeaders };

export const versionHeaders: OutputHeaders = { ...commonHeaders, ...versioned };
export const deletionHeaders: OutputHeaders = {
  ...chargedHeaders,
  ...versioned,
  "x-amz-delete-marker": optional(bool()),
};

/** How an object was encrypted. */
export const encryptionHeaders: OutputHeaders = { ...repeating(managedEncryption), ...customerKey };

/** What is said of a part that was just written. */
export const partHeaders: OutputHeaders = {
  ...chargedHeaders,
  ...encryptionHeaders,
  ...reportedChecksumHeaders,
  ETag: etag,
};

/** What is said of an object that copying or completing has made, beside its entity tag in the body. */
export const madeHeaders: OutputHeaders = {
  ...chargedHeaders,
  ...versioned,
  ...expiration,
  ...encryptionHeaders,
};

/** What is said of an object that was just written. */
export const writtenHeaders: OutputHeaders = {
  ...partHeaders,
  ...versioned,
  ...expiration,
  "x-amz-checksum-type": optional(checksumKind),
};

/** What is said of an object that is read. */
export const objectHeaders: OutputHeaders = {
  ...writtenHeaders,
  "Last-Modified": httpDate,
  ...repeating(contentHeaders),
  ...repeating(objectLock),
  "x-amz-meta-": metadataMap,
  "Content-Length": objectSize,
  "Content-Range": optional(string()),
  "accept-ranges": optional(oneOf("bytes")),
  "x-amz-delete-marker": optional(bool()),
  "x-amz-restore": optional(string()),
  "x-amz-archive-status": optional(archiveTier),
  "x-amz-missing-meta": optional(int({ min: 1 })),
  "x-amz-website-redirect-location": optional(string({ maxLength: 2048 })),
  "x-amz-storage-class": optional(storageClass),
  "x-amz-replication-status": optional(replicationStatus),
  "x-amz-mp-parts-count": optional(int({ min: 1, max: 10_000 })),
  "x-amz-tagging-count": optional(int({ min: 1, max: 10 })),
};

/** When a lifecycle rule will abort an upload. */
export const abortHeaders: OutputHeaders = {
  "x-amz-abort-date": optional(httpDate),
  "x-amz-abort-rule-id": optional(string({ maxLength: 255 })),
};

/** What is said of an annotation, which has its object's version but an ETag of its own. */
export const annotationHeaders: OutputHeaders = {
  ...chargedHeaders,
  ...repeating([serverSideEncryption]),
  ...reportedChecksumHeaders,
  "x-amz-checksum-type": optional(checksumKind),
  "x-amz-object-version-id": optional(versionIdText),
};
