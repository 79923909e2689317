import { bool, header, oneOf, type Parameter, string } from "../../../model/index.ts";
import { byteRange, copySourceUrl, crc64, md5, pageRange } from "../values.ts";

/** Its presence tells an operation that fetches its content from one that carries it. */
export const fetching = "header x-ms-copy-source";

export const copySource: Parameter = header("x-ms-copy-source", copySourceUrl);
export const sourceUrl: Parameter = header("x-ms-copy-source", copySourceUrl, "sourceUrl");
export const sourceRange: Parameter = header("x-ms-source-range?", byteRange);
export const sourcePages: Parameter = header("x-ms-source-range", pageRange);
export const sourceMd5: Parameter = header("x-ms-source-content-md5?", md5, "sourceContentMD5");
export const sourceCrc64: Parameter = header("x-ms-source-content-crc64?", crc64, "sourceContentCrc64");
export const sourceAuthorization: Parameter = header(
  "x-ms-copy-source-authorization?",
  string({ pattern: "Bearer [A-Za-z0-9._~+/=-]+", example: "Bearer token" }),
);
export const sourceProperties: Parameter = header("x-ms-copy-source-blob-properties?", bool());
export const sourceTags: Parameter = header(
  "x-ms-copy-source-tag-option?",
  oneOf("REPLACE", "COPY"),
  "copySourceTags",
);
