import { int, long, oneOf, pageSize, type StringType, string, type Type, union } from "../../model/index.ts";
import { storageName } from "../shared/azure-types.ts";

export const mebibyte: number = 2 ** 20;

/** A page, the unit in which page blobs are written. */
export const page: number = pageSize;

export const containerName: Type = union(storageName, oneOf("$root", "$web", "$logs"));

export const blobName: StringType = string({
  minLength: 1,
  maxLength: 1024,
  pattern: "[a-zA-Z0-9]+(?:/[a-zA-Z0-9]+)*(?:\\.[a-zA-Z0-9]+){0,1}",
  example: "photos/touchstone.jpg",
});

const instant =
  "[12]\\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{7}Z";

/** Snapshots and versions are named by the instant of their making, to the tenth of a microsecond. */
export const instantId: StringType = string({ pattern: instant, example: "2024-01-31T10:00:00.1234567Z" });

/** At most 64 bytes before base64; all blocks of a blob have ids of one length. */
export const blockId: StringType = string({
  format: "base64",
  minLength: 4,
  maxLength: 88,
  example: "MDAwMDAwMDE=",
});

export const md5: StringType = string({ format: "md5" });
export const crc64: StringType = string({ format: "crc64" });
export const sha256: StringType = string({ format: "sha256" });
export const headerText: StringType = string({ format: "header-value", maxLength: 1024 });

export const encryptionScope: StringType = string({
  minLength: 3,
  maxLength: 63,
  pattern: "[A-Za-z0-9](?:-?[A-Za-z0-9]){2,62}",
  example: "touchstone-scope",
});

export const copySourceUrl: StringType = string({
  format: "url",
  maxLength: 2048,
  example: "https://touchstone.blob.core.windows.net/source/blob.txt",
});

export const snapshotUrl: StringType = string({
  ...copySourceUrl,
  pattern: "https?://[a-z0-9.:-]+/[!-~]+[?&]snapshot=[0-9TZ.:%A-]+(?:&[!-~]*)?",
  example: "https://touchstone.blob.core.windows.net/source/disk?snapshot=2024-01-31T10:00:00.1234567Z",
});

/** One range with a start; ranges from the end and several ranges are refused. */
export const byteRange: StringType = string({ format: "byte-range-from" });
export const pageRange: StringType = string({ format: "page-range" });

export const pageBlobLength: Type = long({ min: 0, max: 8 * 2 ** 40, multipleOf: page });
export const sequenceNumber: Type = long({ min: 0 });
export const leaseSeconds: Type = union(int({ min: 15, max: 60 }), int({ min: -1, max: -1 }));

const tagCharacters = "A-Za-z0-9 +./:=_-";
export const tagKey: StringType = string({ minLength: 1, maxLength: 128, charset: tagCharacters });
export const tagValue: StringType = string({ maxLength: 256, charset: tagCharacters });

/** A tag's characters where tags are written as a query string. */
const encodedTagCharacter = "(?:[A-Za-z0-9+./:_-]|%(?:20|2[BDEFbdef]|3[ADad]|5[Ff]))";
const encodedTag = `${encodedTagCharacter}{1,128}=${encodedTagCharacter}{0,256}`;
export const tagList: StringType = string({
  pattern: `(?:${encodedTag}(?:&${encodedTag}){0,9})?`,
  example: "owner=touchstone&kind=photo",
});

const comparedKey = `(?:"[${tagCharacters}]{1,128}"|[A-Za-z_]\\w{0,127})`;
const comparedValue = `'[${tagCharacters}]{0,256}'`;
const comparison = `${comparedKey} ?(?:=|<>|>=?|<=?) ?${comparedValue}`;
const either = "(?:AND|OR|and|or)";
const operand = `(?:${comparison}|\\(${comparison}(?: ${either} ${comparison}){0,9}\\))`;

/** Comparisons of tags, also in brackets; a blob has no more than ten tags to compare. */
export const tagCondition: StringType = string({
  pattern: `${operand}(?: ${either} ${operand}){0,9}`,
  example: `"owner" = 'touchstone'`,
});

const searched = `(?:@container ?= ?'[a-z0-9$-]{3,63}'|${comparedKey} ?(?:=|>=?|<=?) ?${comparedValue})`;

/** What blobs are searched by: comparisons that must all hold. */
export const tagSearch: StringType = string({
  pattern: `${searched}(?: (?:AND|and) ${searched}){0,10}`,
  example: `"owner" = 'touchstone'`,
});

export const publicAccess: StringType = oneOf("container", "blob");
export const pageTier: StringType = oneOf(..."P4 P6 P10 P15 P20 P30 P40 P50 P60 P70 P80".split(" "));
export const blockTier: StringType = oneOf("Hot", "Cool", "Cold", "Archive");
export const anyTier: Type = union(blockTier, pageTier);
export const rehydratePriority: StringType = oneOf("Standard", "High");

export const leaseState: StringType = oneOf("available", "leased", "expired", "breaking", "broken");
export const leaseStatus: StringType = oneOf("unlocked", "locked");
export const leaseDuration: StringType = oneOf("infinite", "fixed");
export const copyStatus: StringType = oneOf("pending", "success", "aborted", "failed");
export const copyProgress: StringType = string({ pattern: "\\d+/\\d+", example: "512/1024" });
export const blobType: StringType = oneOf("BlockBlob", "PageBlob", "AppendBlob");
export const archiveStatus: StringType = oneOf(
  "rehydrate-pending-to-hot",
  "rehydrate-pending-to-cool",
  "rehydrate-pending-to-cold",
);
export const immutabilityMode: StringType = oneOf("Unlocked", "Locked", "Mutable");
