import {
  array,
  bool,
  int,
  object,
  oneOf,
  ref,
  string,
  type Type,
  type Types,
  wire,
} from "../../../model/index.ts";
import { algorithm, checksumKind } from "../checksums.ts";
import {
  bucketName,
  continuationToken,
  dateTime,
  etag,
  keyPrefix,
  objectKey,
  objectSize,
  pageSize,
  storageClass,
  versionIdText,
} from "../scalars.ts";

/** What every page of a bucket's contents repeats of its request, and the prefixes that it folds keys into. */
export const groupedPage: Readonly<Record<string, Type>> = {
  IsTruncated: bool(),
  "Prefix?": keyPrefix,
  "Delimiter?": string({ maxLength: 1024 }),
  "EncodingType?": oneOf("url"),
  "CommonPrefixes?": array(ref("CommonPrefix"), { max: 1000, flat: true }),
};

const page = { ...groupedPage, Name: bucketName, MaxKeys: pageSize };
const contents = { "Contents?": array(ref("Object"), { max: 1000, flat: true }) };

const stored = {
  Key: objectKey,
  LastModified: dateTime,
  ETag: etag,
  "ChecksumAlgorithm?": array(algorithm, { flat: true }),
  "ChecksumType?": checksumKind,
  Size: objectSize,
  "Owner?": ref("Owner"),
  "RestoreStatus?": ref("RestoreStatus"),
};

export const listingTypes: Types = {
  CommonPrefix: object({ "Prefix?": keyPrefix }),
  RestoreStatus: object({ "IsRestoreInProgress?": bool(), "RestoreExpiryDate?": dateTime }),
  Object: object({ ...stored, "StorageClass?": storageClass }),
  ObjectVersion: object({
    ...stored,
    "StorageClass?": storageClass,
    VersionId: versionIdText,
    IsLatest: bool(),
  }),
  DeleteMarkerEntry: object({
    "Owner?": ref("Owner"),
    Key: objectKey,
    VersionId: versionIdText,
    IsLatest: bool(),
    LastModified: dateTime,
  }),
  ListObjectsOutput: object({ ...page, ...contents, "Marker?": keyPrefix, "NextMarker?": keyPrefix }),
  ListObjectsV2Output: object({
    ...page,
    ...contents,
    KeyCount: int({ min: 0, max: 1000 }),
    "ContinuationToken?": continuationToken,
    "NextContinuationToken?": continuationToken,
    "StartAfter?": keyPrefix,
  }),
  ListObjectVersionsOutput: object({
    ...page,
    "KeyMarker?": keyPrefix,
    "VersionIdMarker?": string({ maxLength: 1024 }),
    "NextKeyMarker?": keyPrefix,
    "NextVersionIdMarker?": string({ maxLength: 1024 }),
    "Versions?": wire("Version", array(ref("ObjectVersion"), { max: 1000, flat: true })),
    "DeleteMarkers?": wire("DeleteMarker", array(ref("DeleteMarkerEntry"), { max: 1000, flat: true })),
  }),
};
