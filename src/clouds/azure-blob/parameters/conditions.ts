import { header, int, long, type Parameter, query } from "../../../model/index.ts";
import { etag, guid, httpDate } from "../../shared/azure-types.ts";
import { instantId, leaseSeconds, sequenceNumber, tagCondition } from "../values.ts";

export const leaseAccess: Parameter = header("x-ms-lease-id?", guid);
export const heldLease: Parameter = header("x-ms-lease-id", guid);
export const proposedLease: Parameter = header("x-ms-proposed-lease-id?", guid);
export const nextLease: Parameter = header("x-ms-proposed-lease-id", guid);

/** Optional in the vendor's grammar, yet refused when it is missing. */
export const acquiredSeconds: Parameter = header("x-ms-lease-duration", leaseSeconds, "duration");
export const breakPeriod: Parameter = header(
  "x-ms-lease-break-period?",
  int({ min: 0, max: 60 }),
  "breakPeriod",
);

export const ifModifiedSince: Parameter = header("If-Modified-Since?", httpDate);
export const ifUnmodifiedSince: Parameter = header("If-Unmodified-Since?", httpDate);
export const modifiedSince: readonly Parameter[] = [ifModifiedSince, ifUnmodifiedSince];
export const matching: readonly Parameter[] = [header("If-Match?", etag), header("If-None-Match?", etag)];
export const tagsCondition: Parameter = header("x-ms-if-tags?", tagCondition);
export const modifiedAccess: readonly Parameter[] = [...modifiedSince, ...matching, tagsCondition];

export const sourceModifiedAccess: readonly Parameter[] = [
  header("x-ms-source-if-modified-since?", httpDate),
  header("x-ms-source-if-unmodified-since?", httpDate),
  header("x-ms-source-if-match?", etag),
  header("x-ms-source-if-none-match?", etag),
];
export const sourceTagsCondition: Parameter = header("x-ms-source-if-tags?", tagCondition);

export const sequenceAccess: readonly Parameter[] = [
  header("x-ms-if-sequence-number-le?", sequenceNumber, "ifSequenceNumberLessThanOrEqualTo"),
  header("x-ms-if-sequence-number-lt?", sequenceNumber, "ifSequenceNumberLessThan"),
  header("x-ms-if-sequence-number-eq?", sequenceNumber, "ifSequenceNumberEqualTo"),
];

export const appendPosition: Parameter = header(
  "x-ms-blob-condition-appendpos?",
  long({ min: 0 }),
  "appendPosition",
);
export const appendAccess: readonly Parameter[] = [
  header("x-ms-blob-condition-maxsize?", long({ min: 0 }), "maxSize"),
  appendPosition,
];

export const snapshot: Parameter = query("snapshot?", instantId);
export const versionId: Parameter = query("versionid?", instantId, "versionId");
