import {
  body,
  bytes,
  header,
  long,
  type Operation,
  oneOf,
  operation,
  optional,
  type Parameter,
  ref,
  string,
} from "../../../model/index.ts";
import { checksums } from "../checksums.ts";
import {
  bucketDocumentFaults,
  objectFaults,
  ofEncryption,
  ofNewObject,
  uploadFaults,
  versionFaults,
} from "../faults.ts";
import {
  bypassGovernance,
  deleteConditions,
  fromSource,
  objectSettings,
  readConditions,
  responseOverrides,
  sseCustomerKey,
  writeConditions,
} from "../object-parameters.ts";
import { deletionHeaders, madeHeaders, objectHeaders, paid, writtenHeaders } from "../output-headers.ts";
import {
  bucket,
  checksumAlgorithm,
  checksumMode,
  contentLength,
  expectedBucketOwner,
  integrity,
  mfa,
  onObject,
  onVersion,
  partNumber,
  requestPayer,
} from "../parameters.ts";
import { objectSize, requestData, versionIdText } from "../scalars.ts";
import { ofBucket, ofVersion } from "./rows.ts";

const copyOrReplace = oneOf("COPY", "REPLACE");

const readObject: readonly Parameter[] = [
  ...onVersion,
  ...readConditions,
  header("Range?", string({ format: "byte-range" }), "Range"),
  { ...partNumber, required: false },
  checksumMode,
  ...responseOverrides,
  ...sseCustomerKey,
];
const readsObject = {
  input: readObject,
  alsoStatus: [206],
  outputHeaders: objectHeaders,
  faults: versionFaults(
    "InvalidObjectState",
    "InvalidRange",
    "InvalidPartNumber",
    "NotModified",
    "PreconditionFailed",
    ...ofEncryption,
  ),
  consumes: ofVersion,
  rights: ["s3:GetObject"],
  anonymous: true,
  price: "read",
} as const;

/** A key, its version and its entity tag are there after every write. */
const written = { key: "request Key", versionId: "header x-amz-version-id", etag: "header ETag" };

export const objectOperations: readonly Operation[] = [
  operation("GetObject", "GET /{Bucket}/{Key+}", { ...readsObject, output: bytes() }),
  operation("HeadObject", "HEAD /{Bucket}/{Key+}", readsObject),
  operation("PutObject", "PUT /{Bucket}/{Key+}", {
    input: [
      ...onObject,
      body("Body?", requestData),
      contentLength,
      ...integrity,
      ...checksums,
      ...objectSettings,
      ...writeConditions,
      header("x-amz-write-offset-bytes?", objectSize, "WriteOffsetBytes"),
    ],
    outputHeaders: { ...writtenHeaders, "x-amz-object-size": optional(long({ min: 0 })) },
    faults: uploadFaults(
      "NoSuchKey",
      "PreconditionFailed",
      "ConditionalRequestConflict",
      "InvalidWriteOffset",
      "TooManyParts",
      "EncryptionTypeMismatch",
      ...ofNewObject,
    ),
    produces: written,
    consumes: ofBucket,
    rights: ["s3:PutObject"],
    anonymous: true,
    price: "write",
  }),
  operation("PostObject", "POST /{Bucket}", {
    input: [
      bucket,
      header(
        "Content-Type",
        string({
          pattern: "multipart/form-data; boundary=[A-Za-z0-9'()+_,.:=?-]{1,70}",
          example: "multipart/form-data; boundary=touchstone",
        }),
        "ContentType",
      ),
    ],
    status: 204,
    alsoStatus: [200, 201, 303],
    outputHeaders: writtenHeaders,
    bodyFormat: "multipart",
    faults: uploadFaults(
      "EntityTooSmall",
      "IncorrectNumberOfFilesInPostRequest",
      "InvalidPolicyDocument",
      "MalformedPOSTRequest",
      "MaxPostPreDataLengthExceededError",
      "RequestIsNotMultiPartContent",
      ...ofNewObject,
    ),
    consumes: ofBucket,
    rights: ["s3:PutObject"],
    anonymous: true,
    price: "write",
    detail: "shape",
  }),
  operation("CopyObject", "PUT /{Bucket}/{Key+}", {
    has: ["header x-amz-copy-source or query x-amz-copy-source"],
    input: [
      ...onObject,
      ...fromSource,
      checksumAlgorithm,
      header("x-amz-metadata-directive?", copyOrReplace, "MetadataDirective"),
      header("x-amz-tagging-directive?", copyOrReplace, "TaggingDirective"),
      header("x-amz-object-annotation-directive?", oneOf("COPY", "EXCLUDE"), "AnnotationDirective"),
      ...objectSettings,
      ...writeConditions,
    ],
    outputHeaders: { ...madeHeaders, "x-amz-copy-source-version-id": optional(versionIdText) },
    output: ref("CopyObjectResult"),
    faults: objectFaults(
      "NoSuchKey",
      "NoSuchVersion",
      "ObjectNotInActiveTierError",
      "InvalidObjectState",
      "PreconditionFailed",
      "ConditionalRequestConflict",
      "EntityTooLarge",
      ...ofNewObject,
    ),
    produces: { ...written, etag: "body ETag" },
    consumes: { ...ofBucket, copySource: "CopySource" },
    rights: ["s3:GetObject", "s3:PutObject"],
    price: "write",
  }),
  operation("DeleteObject", "DELETE /{Bucket}/{Key+}", {
    input: [...onVersion, mfa, bypassGovernance, ...deleteConditions],
    status: 204,
    outputHeaders: deletionHeaders,
    faults: objectFaults("NoSuchVersion", "PreconditionFailed", "ConditionalRequestConflict"),
    consumes: ofVersion,
    rights: ["s3:DeleteObject"],
    anonymous: true,
    price: "delete",
  }),
  operation("DeleteObjects", "POST /{Bucket}?delete", {
    ...paid,
    input: [
      bucket,
      expectedBucketOwner,
      requestPayer,
      body("Delete", ref("Delete")),
      mfa,
      bypassGovernance,
      ...integrity,
    ],
    output: ref("DeleteObjectsOutput"),
    faults: bucketDocumentFaults("NoSuchVersion", "PreconditionFailed"),
    consumes: { ...ofBucket, key: "Delete.Objects[].Key" },
    rights: ["s3:DeleteObject"],
    anonymous: true,
    price: "delete",
  }),
];
