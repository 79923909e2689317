import { array, header, oneOf, type Parameter, path, query, string } from "../../model/index.ts";
import { algorithm, checksumKind } from "./checksums.ts";
import {
  accountId,
  bucketName,
  configurationId,
  continuationToken,
  grantees,
  headerText,
  keyPrefix,
  objectKey,
  pageSize,
  partNumber as partNumberRange,
  requestSize,
  uploadIdText,
  versionIdText,
} from "./scalars.ts";

export const bucket: Parameter = path("Bucket", bucketName);
export const key: Parameter = path("Key", objectKey);
export const versionId: Parameter = query("versionId?", versionIdText, "VersionId");
export const uploadId: Parameter = query("uploadId", uploadIdText, "UploadId");
export const partNumber: Parameter = query("partNumber", partNumberRange, "PartNumber");
export const expectedBucketOwner: Parameter = header(
  "x-amz-expected-bucket-owner?",
  accountId,
  "ExpectedBucketOwner",
);
export const requestPayer: Parameter = header("x-amz-request-payer?", oneOf("requester"), "RequestPayer");

export const onBucket: readonly Parameter[] = [bucket, expectedBucketOwner];
export const onKey: readonly Parameter[] = [bucket, key, expectedBucketOwner];
export const onObject: readonly Parameter[] = [...onKey, requestPayer];
export const onVersion: readonly Parameter[] = [...onObject, versionId];
/** Analytics, inventory, metrics and tiering configurations have names of their own. */
export const onConfiguration: readonly Parameter[] = [...onBucket, query("id", configurationId, "Id")];

export const contentLength: Parameter = header("Content-Length?", requestSize, "ContentLength");
export const sdkChecksumAlgorithm: Parameter = header(
  "x-amz-sdk-checksum-algorithm?",
  algorithm,
  "ChecksumAlgorithm",
);
/** How a request's body is guarded against damage on its way. */
export const integrity: readonly Parameter[] = [
  header("Content-MD5?", string({ format: "md5" }), "ContentMD5"),
  sdkChecksumAlgorithm,
];
export const checksumAlgorithm: Parameter = header(
  "x-amz-checksum-algorithm?",
  algorithm,
  "ChecksumAlgorithm",
);
export const checksumType: Parameter = header("x-amz-checksum-type?", checksumKind, "ChecksumType");
export const checksumMode: Parameter = header("x-amz-checksum-mode?", oneOf("ENABLED"), "ChecksumMode");

/** Rights that a new object can be given to others. */
export const objectGrants: readonly Parameter[] = [
  header("x-amz-grant-full-control?", grantees, "GrantFullControl"),
  header("x-amz-grant-read?", grantees, "GrantRead"),
  header("x-amz-grant-read-acp?", grantees, "GrantReadACP"),
  header("x-amz-grant-write-acp?", grantees, "GrantWriteACP"),
];
export const grants: readonly Parameter[] = [
  ...objectGrants,
  header("x-amz-grant-write?", grantees, "GrantWrite"),
];

/** The device's serial number or ARN, a blank, and the code that it shows. */
export const mfa: Parameter = header(
  "x-amz-mfa?",
  string({ pattern: "[!-~]+ [0-9]{6}", example: "arn:aws:iam::111122223333:mfa/touchstone 123456" }),
  "MFA",
);
export const objectLockToken: Parameter = header("x-amz-bucket-object-lock-token?", headerText, "Token");

export const prefix: Parameter = query("prefix?", keyPrefix, "Prefix");
export const fromToken: Parameter = query("continuation-token?", continuationToken, "ContinuationToken");
export const maxKeys: Parameter = query("max-keys?", pageSize, "MaxKeys");
export const keyMarker: Parameter = query("key-marker?", keyPrefix, "KeyMarker");
export const optionalAttributes: Parameter = header(
  "x-amz-optional-object-attributes?",
  array(oneOf("RestoreStatus"), { min: 1, max: 1 }),
  "OptionalObjectAttributes",
);
/** What every listing of a bucket's contents takes. */
export const grouping: readonly Parameter[] = [
  prefix,
  query("delimiter?", string({ maxLength: 1024, countsBytes: true, example: "/" }), "Delimiter"),
  query("encoding-type?", oneOf("url"), "EncodingType"),
];
