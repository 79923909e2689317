import { bool, int, long, type Operation, operation } from "../../../model/index.ts";
import {
  badChecksum,
  badSource,
  changingBlob,
  creatingBlob,
  encryptedOtherwise,
  faults,
  sourceUnreadable,
} from "../faults.ts";
import { blobWritten, checksums, encrypted, modified } from "../output-headers.ts";
import { leased, ofContainer, onBlob } from "../parameters/addresses.ts";
import {
  appendAccess,
  appendPosition,
  leaseAccess,
  matching,
  modifiedAccess,
  modifiedSince,
  sourceModifiedAccess,
} from "../parameters/conditions.ts";
import {
  content,
  encryption,
  immutability,
  newBlob,
  noContent,
  transactionalCrc64,
  transactionalMd5,
} from "../parameters/content.ts";
import {
  fetching,
  sourceAuthorization,
  sourceCrc64,
  sourceMd5,
  sourceRange,
  sourceUrl,
} from "../parameters/source.ts";
import { mebibyte } from "../values.ts";

/** Versions from 2022-11-02 on take 100 MiB. */
const blockSize = 4 * mebibyte;

const ofAppendBlob = { ...ofContainer, appendBlob: "blob", ...leased };
const appending = [...onBlob, leaseAccess, ...appendAccess, ...encryption, ...modifiedAccess];
const unappended = [
  ...changingBlob,
  ...encryptedOtherwise,
  "AppendPositionConditionNotMet",
  "MaxBlobSizeConditionNotMet",
  "BlockCountExceedsLimit",
  "BlobIsSealed",
  "MissingContentLengthHeader",
  "OutOfRangeInput",
] as const;
const appended = {
  status: 201,
  outputHeaders: {
    ...modified,
    ...checksums,
    ...encrypted,
    "x-ms-blob-append-offset": long({ min: 0 }),
    "x-ms-blob-committed-block-count": int({ min: 1, max: 50_000 }),
  },
  produces: { etag: "header ETag", appendOffset: "header x-ms-blob-append-offset" },
  rights: ["o:a"],
  price: "write",
} as const;

export const appendBlobOperations: readonly Operation[] = [
  operation("AppendBlob_Create", "PUT /{containerName}/{blob+}", {
    headers: { "x-ms-blob-type": "AppendBlob" },
    input: [...onBlob, noContent, ...newBlob, ...immutability],
    status: 201,
    outputHeaders: blobWritten,
    faults: faults(...creatingBlob),
    produces: {
      blob: "request blob",
      appendBlob: "request blob",
      etag: "header ETag",
      versionId: "header x-ms-version-id",
    },
    consumes: { ...ofContainer, ...leased },
    rights: ["o:w"],
    price: "write",
  }),
  operation("AppendBlob_AppendBlock", "PUT /{containerName}/{blob+}?comp=appendblock", {
    ...appended,
    input: [...appending, ...content({ min: 1, max: blockSize }), transactionalMd5, transactionalCrc64],
    faults: faults(...unappended, ...badChecksum, "RequestBodyTooLarge"),
    consumes: ofAppendBlob,
  }),
  operation("AppendBlob_AppendBlockFromUrl", "PUT /{containerName}/{blob+}?comp=appendblock", {
    ...appended,
    has: [fetching],
    input: [
      ...appending,
      noContent,
      transactionalMd5,
      sourceUrl,
      sourceRange,
      sourceMd5,
      sourceCrc64,
      sourceAuthorization,
      ...sourceModifiedAccess,
    ],
    faults: [...faults(...unappended, ...badSource, ...badChecksum), ...sourceUnreadable],
    consumes: { ...ofAppendBlob, sourceUrl: "sourceUrl" },
  }),
  operation("AppendBlob_Seal", "PUT /{containerName}/{blob+}?comp=seal", {
    input: [...onBlob, leaseAccess, ...modifiedSince, ...matching, appendPosition],
    outputHeaders: { ...modified, "x-ms-blob-sealed": bool() },
    faults: faults(...changingBlob, "AppendPositionConditionNotMet"),
    produces: { etag: "header ETag", sealedBlob: "request blob" },
    consumes: ofAppendBlob,
    rights: ["o:w"],
    price: "write",
  }),
];
