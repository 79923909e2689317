import { header, type Operation, oneOf, operation, query, ref } from "../../../model/index.ts";
import { other } from "../billing.ts";
import {
  badChecksum,
  badSource,
  badTier,
  blobLease,
  changingBlob,
  conditions,
  creatingBlob,
  encryptedOtherwise,
  faults,
  noBlob,
  noPublicAccess,
  notModified,
  sourceUnreadable,
} from "../faults.ts";
import { blobWritten, checksums, copyStarted, encrypted, modified, sequenced } from "../output-headers.ts";
import { leased, ofContainer, onBlob } from "../parameters/addresses.ts";
import {
  leaseAccess,
  modifiedAccess,
  sequenceAccess,
  snapshot,
  sourceModifiedAccess,
} from "../parameters/conditions.ts";
import {
  content,
  encryption,
  immutability,
  newBlob,
  noContent,
  pages,
  range,
  transactionalCrc64,
  transactionalMd5,
} from "../parameters/content.ts";
import { nextMarker, ofMarker, pageListing } from "../parameters/listing.ts";
import {
  fetching,
  sourceAuthorization,
  sourceCrc64,
  sourceMd5,
  sourcePages,
  sourceUrl,
} from "../parameters/source.ts";
import {
  instantId,
  mebibyte,
  page,
  pageBlobLength,
  pageTier,
  sequenceNumber,
  snapshotUrl,
} from "../values.ts";

const size = header("x-ms-blob-content-length", pageBlobLength, "blobContentLength");
const newSequenceNumber = header("x-ms-blob-sequence-number?", sequenceNumber);
const ofPageBlob = { ...ofContainer, pageBlob: "blob", ...leased };
const changed = { etag: "header ETag" };
const sequence = { ...modified, ...sequenced };
const pagesWritten = { ...sequence, ...checksums };

const writing = [...onBlob, pages, leaseAccess, ...encryption, ...sequenceAccess, ...modifiedAccess];
const unwritten = [
  ...changingBlob,
  ...encryptedOtherwise,
  "InvalidPageRange",
  "SequenceNumberConditionNotMet",
  "OperationNotAllowedOnIncrementalCopyBlob",
  "MissingContentLengthHeader",
  "MissingRequiredHeader",
] as const;
const writes = {
  status: 201,
  produces: changed,
  consumes: ofPageBlob,
  rights: ["o:w"],
  price: "write",
} as const;

const listed = {
  outputHeaders: { ...modified, "x-ms-blob-content-length": pageBlobLength },
  output: ref("PageList"),
  produces: nextMarker,
  rights: ["o:r"],
  anonymous: true,
  price: other,
} as const;
const listing = [...onBlob, snapshot, range, leaseAccess, ...modifiedAccess, ...pageListing];
const unlisted = [
  ...noBlob,
  ...noPublicAccess,
  ...conditions,
  ...blobLease,
  "InvalidBlobType",
  "InvalidRange",
  "OutOfRangeInput",
] as const;

const resized = {
  outputHeaders: sequence,
  consumes: ofPageBlob,
  rights: ["o:w"],
  price: other,
} as const;

export const pageBlobOperations: readonly Operation[] = [
  operation("PageBlob_Create", "PUT /{containerName}/{blob+}", {
    headers: { "x-ms-blob-type": "PageBlob" },
    input: [
      ...onBlob,
      noContent,
      size,
      newSequenceNumber,
      header("x-ms-access-tier?", pageTier, "tier"),
      ...newBlob,
      ...immutability,
    ],
    status: 201,
    outputHeaders: blobWritten,
    faults: faults(
      ...creatingBlob,
      ...badTier,
      "BlobTierInadequateForContentLength",
      "MissingRequiredHeader",
    ),
    produces: {
      blob: "request blob",
      pageBlob: "request blob",
      etag: "header ETag",
      versionId: "header x-ms-version-id",
    },
    consumes: { ...ofContainer, ...leased },
    rights: ["o:w"],
    price: "write",
  }),
  operation("PageBlob_UploadPages", "PUT /{containerName}/{blob+}?comp=page", {
    ...writes,
    headers: { "x-ms-page-write": "update" },
    input: [
      ...writing,
      ...content({ min: page, max: 4 * mebibyte, unit: page }),
      transactionalMd5,
      transactionalCrc64,
    ],
    sameLength: ["range and body"],
    outputHeaders: { ...pagesWritten, ...encrypted },
    faults: faults(...unwritten, ...badChecksum, "RequestBodyTooLarge"),
  }),
  operation("PageBlob_ClearPages", "PUT /{containerName}/{blob+}?comp=page", {
    ...writes,
    headers: { "x-ms-page-write": "clear" },
    input: [...writing, noContent],
    outputHeaders: pagesWritten,
    faults: faults(...unwritten),
  }),
  operation("PageBlob_UploadPagesFromURL", "PUT /{containerName}/{blob+}?comp=page", {
    ...writes,
    headers: { "x-ms-page-write": "update" },
    has: [fetching],
    input: [
      ...writing,
      noContent,
      sourceUrl,
      sourcePages,
      sourceMd5,
      sourceCrc64,
      sourceAuthorization,
      ...sourceModifiedAccess,
    ],
    sameLength: ["range and sourceRange"],
    outputHeaders: { ...pagesWritten, ...encrypted },
    faults: [...faults(...unwritten, ...badSource, ...badChecksum), ...sourceUnreadable],
    consumes: { ...ofPageBlob, sourceUrl: "sourceUrl" },
  }),
  operation("PageBlob_GetPageRanges", "GET /{containerName}/{blob+}?comp=pagelist", {
    ...listed,
    input: listing,
    faults: [...faults(...unlisted), notModified],
    consumes: { ...ofPageBlob, snapshot: "snapshot", ...ofMarker },
  }),
  operation("PageBlob_GetPageRangesDiff", "GET /{containerName}/{blob+}?comp=pagelist", {
    ...listed,
    has: ["query prevsnapshot or header x-ms-previous-snapshot-url"],
    input: [
      ...listing,
      query("prevsnapshot?", instantId),
      header("x-ms-previous-snapshot-url?", snapshotUrl, "prevSnapshotUrl"),
    ],
    faults: [
      ...faults(
        ...unlisted,
        "BlobOverwritten",
        "PreviousSnapshotNotFound",
        "PreviousSnapshotCannotBeNewer",
        "PreviousSnapshotOperationNotSupported",
        "InvalidVersionForPageBlobOperation",
      ),
      notModified,
    ],
    consumes: { ...ofPageBlob, snapshot: "prevsnapshot", ...ofMarker },
  }),
  operation("PageBlob_Resize", "PUT /{containerName}/{blob+}?comp=properties", {
    ...resized,
    has: ["header x-ms-blob-content-length"],
    input: [...onBlob, size, leaseAccess, ...encryption, ...modifiedAccess],
    faults: faults(
      ...changingBlob,
      ...encryptedOtherwise,
      "BlobTierInadequateForContentLength",
      "ContentLengthLargerThanTierLimit",
      "OperationNotAllowedOnIncrementalCopyBlob",
    ),
    produces: changed,
  }),
  operation("PageBlob_UpdateSequenceNumber", "PUT /{containerName}/{blob+}?comp=properties", {
    ...resized,
    has: ["header x-ms-sequence-number-action"],
    input: [
      ...onBlob,
      header("x-ms-sequence-number-action", oneOf("increment", "max", "update")),
      newSequenceNumber,
      leaseAccess,
      ...modifiedAccess,
    ],
    faults: faults(
      ...changingBlob,
      "SequenceNumberConditionNotMet",
      "SequenceNumberIncrementTooLarge",
      "MissingRequiredHeader",
    ),
    produces: { ...changed, sequenceNumber: "header x-ms-blob-sequence-number" },
  }),
  operation("PageBlob_CopyIncremental", "PUT /{containerName}/{blob+}?comp=incrementalcopy", {
    input: [...onBlob, header("x-ms-copy-source", snapshotUrl), ...modifiedAccess],
    status: 202,
    outputHeaders: copyStarted,
    faults: [
      ...faults(
        ...creatingBlob,
        ...badSource,
        "IncrementalCopyBlobMismatch",
        "IncrementalCopyOfEarlierVersionSnapshotNotAllowed",
        "IncrementalCopySourceMustBeSnapshot",
        "CopyAcrossAccountsNotSupported",
        "MissingRequiredHeader",
      ),
      ...sourceUnreadable,
    ],
    asynchronous: true,
    produces: { blob: "request blob", pageBlob: "request blob", copyId: "header x-ms-copy-id" },
    consumes: { ...ofContainer, sourceUrl: "copySource" },
    rights: ["o:w"],
    price: other,
  }),
];
