import { array, bool, int, object, ref, string, type Types, wire } from "../../../model/index.ts";
import { algorithm, checksumFields, checksumKind, reportedChecksumFields } from "../checksums.ts";
import {
  bucketName,
  dateTime,
  etag,
  keyPrefix,
  objectKey,
  objectSize,
  pageSize,
  partNumber,
  storageClass,
  uploadIdText,
} from "../scalars.ts";
import { groupedPage } from "./listing.ts";

const partMarker = int({ min: 0 });

/** Who an upload belongs to, and how its parts are checked. */
const uploadParts = {
  "StorageClass?": storageClass,
  "Owner?": ref("Owner"),
  "Initiator?": ref("Initiator"),
  "ChecksumAlgorithm?": algorithm,
  "ChecksumType?": checksumKind,
};

export const multipartTypes: Types = {
  CompletedPart: object({ ETag: etag, ...checksumFields, PartNumber: partNumber }),
  CompletedMultipartUpload: object({
    Parts: wire("Part", array(ref("CompletedPart"), { min: 1, max: 10_000, flat: true })),
  }),
  CreateMultipartUploadOutput: object({ Bucket: bucketName, Key: objectKey, UploadId: uploadIdText }),
  CompleteMultipartUploadOutput: object({
    "Location?": string(),
    "Bucket?": bucketName,
    "Key?": objectKey,
    ETag: etag,
    ...reportedChecksumFields,
    "ChecksumType?": checksumKind,
  }),
  CopyPartResult: object({ ETag: etag, LastModified: dateTime, ...reportedChecksumFields }),

  /** A user or a role, by canonical id or by ARN. */
  Initiator: object({ "ID?": string(), "DisplayName?": string() }),
  Part: object({
    PartNumber: partNumber,
    LastModified: dateTime,
    ETag: etag,
    Size: objectSize,
    ...reportedChecksumFields,
  }),
  ListPartsOutput: object({
    Bucket: bucketName,
    Key: objectKey,
    UploadId: uploadIdText,
    "PartNumberMarker?": partMarker,
    "NextPartNumberMarker?": partMarker,
    MaxParts: pageSize,
    IsTruncated: bool(),
    "Parts?": wire("Part", array(ref("Part"), { max: 1000, flat: true })),
    ...uploadParts,
  }),
  MultipartUpload: object({
    UploadId: uploadIdText,
    Key: objectKey,
    Initiated: dateTime,
    ...uploadParts,
  }),
  ListMultipartUploadsOutput: object({
    Bucket: bucketName,
    "KeyMarker?": keyPrefix,
    "NextKeyMarker?": keyPrefix,
    "UploadIdMarker?": string({ maxLength: 1024 }),
    "NextUploadIdMarker?": string({ maxLength: 1024 }),
    MaxUploads: pageSize,
    "Uploads?": wire("Upload", array(ref("MultipartUpload"), { max: 1000, flat: true })),
    ...groupedPage,
  }),
};
