import {
  body,
  bool,
  bytes,
  header,
  long,
  oneOf,
  type Parameter,
  type StringType,
  string,
} from "../../../model/index.ts";
import { httpDate, metadataHeaders } from "../../shared/azure-types.ts";
import {
  byteRange,
  crc64,
  encryptionScope as encryptionScopeType,
  headerText,
  md5,
  pageRange,
  sha256,
  tagList,
} from "../values.ts";
import { leaseAccess, modifiedAccess } from "./conditions.ts";

export const noContent: Parameter = header("Content-Length", long({ min: 0, max: 0 }));

/** The bytes that a request carries, and their number; `unit` where only multiples of it are accepted. */
export function content({ min = 0, max, unit }: { min?: number; max: number; unit?: number }): Parameter[] {
  const length = long({ min, max, ...(unit === undefined ? {} : { multipleOf: unit }) });
  return [body("body", bytes({ minLength: min, maxLength: max })), header("Content-Length", length)];
}

export const transactionalMd5: Parameter = header("Content-MD5?", md5, "transactionalContentMD5");
export const transactionalCrc64: Parameter = header(
  "x-ms-content-crc64?",
  crc64,
  "transactionalContentCrc64",
);

export const range: Parameter = header("x-ms-range?", byteRange);
export const pages: Parameter = header("x-ms-range", pageRange);

function headersOfBlob(hash: StringType): readonly Parameter[] {
  return [
    header("x-ms-blob-cache-control?", headerText),
    header("x-ms-blob-content-type?", string({ ...headerText, example: "text/plain" })),
    header("x-ms-blob-content-md5?", hash, "blobContentMD5"),
    header("x-ms-blob-content-encoding?", string({ ...headerText, example: "gzip" })),
    header("x-ms-blob-content-language?", string({ ...headerText, example: "en" })),
    header("x-ms-blob-content-disposition?", string({ ...headerText, example: "inline" })),
  ];
}

const httpHeaders: readonly Parameter[] = headersOfBlob(md5);

/** Without the content at hand the service takes any base64 for its hash. */
export const changedHttpHeaders: readonly Parameter[] = headersOfBlob(
  string({ format: "base64", example: "1B2M2Y8AsgTpgAmY7PhCfg==" }),
);

/** The customer's own key: given with its hash and algorithm, or not at all. */
export const cpk: readonly Parameter[] = [
  header("x-ms-encryption-key?", string({ format: "aes256-key" })),
  header("x-ms-encryption-key-sha256?", sha256),
  header("x-ms-encryption-algorithm?", oneOf("AES256")),
];
export const cpkScope: Parameter = header("x-ms-encryption-scope?", encryptionScopeType);
export const encryption: readonly Parameter[] = [...cpk, cpkScope];

export const blobTags: Parameter = header("x-ms-tags?", tagList, "blobTagsString");

const retainedUntil = string({ ...httpDate, example: "Fri, 31 Jan 2042 10:00:00 GMT" });
const untilDate = "x-ms-immutability-policy-until-date";
export const immutabilityExpiry: Parameter = header(untilDate, retainedUntil, "immutabilityPolicyExpiry");
export const immutabilityMode: Parameter = header(
  "x-ms-immutability-policy-mode?",
  oneOf("Unlocked", "Locked"),
);
export const immutability: readonly Parameter[] = [
  header(`${untilDate}?`, retainedUntil, "immutabilityPolicyExpiry"),
  immutabilityMode,
  header("x-ms-legal-hold?", bool()),
];

/** What every way of making a blob takes. */
export const newBlob: readonly Parameter[] = [
  ...httpHeaders,
  metadataHeaders,
  blobTags,
  leaseAccess,
  ...encryption,
  ...modifiedAccess,
];
