import { array, bool, int, object, oneOf, ref, string, type Types, wire } from "../../../model/index.ts";
import { xmlText } from "../../shared/xml-text.ts";
import { checksumKind, reportedChecksumFields } from "../checksums.ts";
import {
  atLeastOne,
  bucketName,
  dateTime,
  encryptionMethod,
  etag,
  httpDate,
  keyInXml,
  kmsKey,
  objectCannedAcl,
  objectKey,
  objectSize,
  partNumber,
  prefixInXml,
  storageClass,
  versionIdText,
} from "../scalars.ts";

const tier = oneOf("Standard", "Bulk", "Expedited");

export const objectTypes: Types = {
  ObjectIdentifier: object({
    Key: keyInXml,
    "VersionId?": versionIdText,
    "ETag?": etag,
    "LastModifiedTime?": httpDate,
    "Size?": objectSize,
  }),
  Delete: object({
    Objects: wire("Object", array(ref("ObjectIdentifier"), { min: 1, max: 1000, flat: true })),
    "Quiet?": bool(),
  }),
  DeletedObject: object({
    "Key?": objectKey,
    "VersionId?": versionIdText,
    "DeleteMarker?": bool(),
    "DeleteMarkerVersionId?": versionIdText,
  }),
  Error: object({
    "Key?": objectKey,
    "VersionId?": versionIdText,
    "Code?": string(),
    "Message?": string(),
  }),
  /** Each key fails for itself: the whole succeeds none the less. */
  DeleteObjectsOutput: object({
    "Deleted?": array(ref("DeletedObject"), { max: 1000, flat: true }),
    "Errors?": wire("Error", array(ref("Error"), { max: 1000, flat: true })),
  }),

  CopyObjectResult: object({
    ETag: etag,
    LastModified: dateTime,
    "ChecksumType?": checksumKind,
    ...reportedChecksumFields,
  }),

  Checksum: object({ ...reportedChecksumFields, "ChecksumType?": checksumKind }),
  ObjectPart: object({
    PartNumber: partNumber,
    Size: objectSize,
    ...reportedChecksumFields,
  }),
  GetObjectAttributesParts: object({
    "TotalPartsCount?": wire("PartsCount", int({ min: 1, max: 10_000 })),
    "PartNumberMarker?": int({ min: 0 }),
    "NextPartNumberMarker?": int({ min: 0 }),
    "MaxParts?": int({ min: 0 }),
    "IsTruncated?": bool(),
    "Parts?": wire("Part", array(ref("ObjectPart"), { max: 1000, flat: true })),
  }),
  GetObjectAttributesOutput: object({
    "ETag?": etag,
    "Checksum?": ref("Checksum"),
    "ObjectParts?": ref("GetObjectAttributesParts"),
    "StorageClass?": storageClass,
    "ObjectSize?": objectSize,
  }),

  GlacierJobParameters: object({ Tier: tier }),
  Encryption: object({
    EncryptionType: encryptionMethod,
    "KMSKeyId?": kmsKey,
    "KMSContext?": xmlText(),
  }),
  MetadataEntry: object({
    "Name?": xmlText({ minLength: 1, maxLength: 2048 }),
    "Value?": xmlText({ maxLength: 2048 }),
  }),
  S3Location: object({
    BucketName: bucketName,
    Prefix: prefixInXml,
    "Encryption?": ref("Encryption"),
    "CannedACL?": objectCannedAcl,
    "AccessControlList?": ref("Grants"),
    "Tagging?": ref("ObjectTagging"),
    "UserMetadata?": array(ref("MetadataEntry"), { element: "MetadataEntry" }),
    "StorageClass?": storageClass,
  }),
  OutputLocation: object({ "S3?": ref("S3Location") }),
  RestoreRequest: object(
    {
      "Days?": atLeastOne,
      "GlacierJobParameters?": ref("GlacierJobParameters"),
      "Type?": oneOf("SELECT"),
      "Tier?": tier,
      "Description?": xmlText({ maxLength: 1024 }),
      "SelectParameters?": ref("SelectParameters"),
      "OutputLocation?": ref("OutputLocation"),
    },
    { minFields: 1 },
  ),
};
