import { bool, header, type Operation, operation, optional, query } from "../../../model/index.ts";
import { guid, metadataHeaders, plain } from "../../shared/azure-types.ts";
import { other } from "../billing.ts";
import { badSource, badTier, blobLease, creatingBlob, faults, noBlob, sourceUnreadable } from "../faults.ts";
import { checksums, copyStarted, versioned } from "../output-headers.ts";
import { leased, ofBlob, ofContainer, onBlob } from "../parameters/addresses.ts";
import {
  leaseAccess,
  modifiedAccess,
  sourceModifiedAccess,
  sourceTagsCondition,
} from "../parameters/conditions.ts";
import { blobTags, cpkScope, immutability } from "../parameters/content.ts";
import { copySource, fetching, sourceAuthorization, sourceMd5, sourceTags } from "../parameters/source.ts";
import { anyTier, encryptionScope, rehydratePriority } from "../values.ts";

const copied = [
  ...onBlob,
  copySource,
  metadataHeaders,
  blobTags,
  header("x-ms-access-tier?", anyTier, "tier"),
  leaseAccess,
  ...modifiedAccess,
  ...sourceModifiedAccess,
  ...immutability,
];
const refused = [
  ...faults(...creatingBlob, ...badSource, ...badTier, "BlobArchived", "CopyAcrossAccountsNotSupported"),
  ...sourceUnreadable,
];
const shared = {
  status: 202,
  faults: refused,
  produces: { blob: "request blob", copyId: "header x-ms-copy-id" },
  consumes: { ...ofContainer, sourceUrl: "copySource", ...leased },
  rights: ["o:w"],
} as const;

export const copyOperations: readonly Operation[] = [
  operation("Blob_StartCopyFromURL", "PUT /{containerName}/{blob+}", {
    ...shared,
    has: [fetching],
    input: [
      ...copied,
      sourceTagsCondition,
      header("x-ms-rehydrate-priority?", rehydratePriority),
      header("x-ms-seal-blob?", bool()),
    ],
    outputHeaders: { ...copyStarted, ...versioned },
    asynchronous: true,
    price: "write",
  }),
  operation("Blob_CopyFromURL", "PUT /{containerName}/{blob+}", {
    ...shared,
    headers: { "x-ms-requires-sync": "true" },
    has: [fetching],
    input: [...copied, sourceMd5, sourceAuthorization, sourceTags, cpkScope],
    outputHeaders: {
      ...copyStarted,
      ...versioned,
      ...checksums,
      "x-ms-encryption-scope": optional(encryptionScope),
    },
    price: "write",
  }),
  operation("Blob_AbortCopyFromURL", "PUT /{containerName}/{blob+}?comp=copy", {
    ...plain,
    headers: { "x-ms-copy-action": "abort" },
    input: [...onBlob, query("copyid", guid, "copyId"), leaseAccess],
    status: 204,
    faults: faults(
      ...noBlob,
      ...blobLease,
      "NoPendingCopyOperation",
      "CopyIdMismatch",
      "MissingRequiredQueryParameter",
    ),
    consumes: { ...ofBlob, copyId: "copyId", ...leased },
    rights: ["o:w"],
    price: other,
  }),
];
