import { bool, int, long, map, optional, string, type Type } from "../../model/index.ts";
import { commonOutputHeaders, etag, guid, httpDate, metadata } from "../shared/azure-types.ts";
import * as values from "./values.ts";

type Headers = Readonly<Record<string, Type>>;

/** The common headers, and the state that the resource is left in. */
export const modified: Headers = { ...commonOutputHeaders, ETag: etag, "Last-Modified": httpDate };

export const versioned: Headers = { "x-ms-version-id": optional(values.instantId) };
export const checksums: Headers = {
  "Content-MD5": optional(values.md5),
  "x-ms-content-crc64": optional(values.crc64),
};
const keys: Headers = {
  "x-ms-encryption-key-sha256": optional(values.sha256),
  "x-ms-encryption-scope": optional(values.encryptionScope),
};
export const encrypted: Headers = { "x-ms-request-server-encrypted": bool(), ...keys };
export const sequenced: Headers = { "x-ms-blob-sequence-number": optional(values.sequenceNumber) };
const committedBlocks: Headers = {
  "x-ms-blob-committed-block-count": optional(int({ min: 0, max: 50_000 })),
};
export const leaseHeld: Headers = { ...modified, "x-ms-lease-id": guid };
export const copyStarted: Headers = {
  ...modified,
  "x-ms-copy-id": guid,
  "x-ms-copy-status": values.copyStatus,
};

/** What a write of a whole blob is answered with. */
export const blobWritten: Headers = {
  ...modified,
  "Content-MD5": optional(values.md5),
  ...versioned,
  ...encrypted,
};

export const accountInfo: Headers = {
  ...commonOutputHeaders,
  "x-ms-sku-name": string({
    pattern: "(?:Standard|Premium)_(?:LRS|GRS|RAGRS|ZRS|GZRS|RAGZRS)",
    example: "Standard_LRS",
  }),
  "x-ms-account-kind": string({ minLength: 1, example: "StorageV2" }),
};

const lease: Headers = {
  "x-ms-lease-duration": optional(values.leaseDuration),
  "x-ms-lease-state": values.leaseState,
  "x-ms-lease-status": values.leaseStatus,
};

export const containerProperties: Headers = {
  ...modified,
  "x-ms-meta-": metadata,
  ...lease,
  "x-ms-blob-public-access": optional(values.publicAccess),
  "x-ms-has-immutability-policy": bool(),
  "x-ms-has-legal-hold": bool(),
  "x-ms-default-encryption-scope": optional(string({ minLength: 3 })),
  "x-ms-deny-encryption-scope-override": optional(bool()),
  "x-ms-immutable-storage-with-versioning-enabled": optional(bool()),
};

const lastCopy: Headers = {
  "x-ms-copy-completion-time": optional(httpDate),
  "x-ms-copy-status-description": optional(string()),
  "x-ms-copy-id": optional(guid),
  "x-ms-copy-progress": optional(values.copyProgress),
  "x-ms-copy-source": optional(values.copySourceUrl),
  "x-ms-copy-status": optional(values.copyStatus),
};

const blobState: Headers = {
  ...modified,
  "x-ms-meta-": metadata,
  "Content-Length": long({ min: 0 }),
  "Content-Type": string(),
  "Content-MD5": optional(values.md5),
  "Content-Encoding": optional(string()),
  "Cache-Control": optional(string()),
  "Content-Disposition": optional(string()),
  "Content-Language": optional(string()),
  "Accept-Ranges": string({ example: "bytes" }),
  "x-ms-blob-type": values.blobType,
  "x-ms-server-encrypted": bool(),
  ...keys,
  ...sequenced,
  ...committedBlocks,
  ...lastCopy,
  ...lease,
};

const blobHistory: Headers = {
  "x-ms-creation-time": httpDate,
  "x-ms-or-policy-id": optional(guid),
  "x-ms-or-": map(string()),
  ...versioned,
  "x-ms-is-current-version": optional(bool()),
  "x-ms-tag-count": optional(int({ min: 1, max: 10 })),
  "x-ms-blob-sealed": optional(bool()),
  "x-ms-last-access-time": optional(httpDate),
  "x-ms-immutability-policy-until-date": optional(httpDate),
  "x-ms-immutability-policy-mode": optional(values.immutabilityMode),
  "x-ms-legal-hold": optional(bool()),
};

/** With content come the range that was asked for, its checksum, and that of the whole blob. */
export const queriedBlob: Headers = {
  ...blobState,
  "Content-Range": optional(string({ pattern: "bytes \\d+-\\d+/\\d+", example: "bytes 0-511/1024" })),
  "x-ms-content-crc64": optional(values.crc64),
  "x-ms-blob-content-md5": optional(values.md5),
};

export const downloadedBlob: Headers = { ...queriedBlob, ...blobHistory };

export const blobProperties: Headers = {
  ...blobState,
  ...blobHistory,
  "x-ms-incremental-copy": optional(bool()),
  "x-ms-copy-destination-snapshot": optional(values.instantId),
  "x-ms-access-tier": optional(values.anyTier),
  "x-ms-access-tier-inferred": optional(bool()),
  "x-ms-access-tier-change-time": optional(httpDate),
  "x-ms-archive-status": optional(values.archiveStatus),
  "x-ms-rehydrate-priority": optional(values.rehydratePriority),
  "x-ms-expiry-time": optional(httpDate),
};
