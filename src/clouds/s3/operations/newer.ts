import {
  body,
  bytes,
  header,
  type Operation,
  oneOf,
  operation,
  optional,
  query,
  ref,
  string,
} from "../../../model/index.ts";
import { checksums } from "../checksums.ts";
import {
  bucketDocumentFaults,
  bucketFaults,
  objectFaults,
  ofEncryption,
  uploadFaults,
  versionDocumentFaults,
  versionFaults,
} from "../faults.ts";
import { managedEncryption, readConditions, renameSource } from "../object-parameters.ts";
import { annotationHeaders, commonHeaders, encryptionHeaders, paid, plain } from "../output-headers.ts";
import { bucket, checksumMode, fromToken, integrity, key, onVersion } from "../parameters.ts";
import { etag, httpDate, objectSize, replicationStatus } from "../scalars.ts";
import { annotationName, annotationPrefix, annotationsPerPage } from "../types/newer.ts";
import { bringing, bringingForVersion, ofBucket, ofVersion, readsBucket, setsConfiguration } from "./rows.ts";

const onAnnotation = [...onVersion, query("annotationName", annotationName, "AnnotationName")];
const objectIfMatch = header("x-amz-object-if-match?", etag, "ObjectIfMatch");
const ofAnnotation = { ...ofVersion, annotation: "AnnotationName" };

/** Sessions with directory buckets, annotations, and other things that S3 has learned of late. */
export const newerOperations: readonly Operation[] = [
  operation("CreateSession", "GET /{Bucket}?session", {
    input: [
      bucket,
      header("x-amz-create-session-mode?", oneOf("ReadOnly", "ReadWrite"), "SessionMode"),
      ...managedEncryption,
    ],
    outputHeaders: { ...commonHeaders, ...encryptionHeaders },
    output: ref("CreateSessionOutput"),
    faults: bucketFaults(...ofEncryption),
    readOnly: false,
    consumes: ofBucket,
    rights: ["s3express:CreateSession"],
    price: "read",
  }),
  operation("GetBucketAbac", "GET /{Bucket}?abac", {
    ...readsBucket,
    output: ref("AbacStatus"),
    faults: bucketFaults(),
    rights: ["s3:GetBucketABAC"],
  }),
  operation("PutBucketAbac", "PUT /{Bucket}?abac", {
    ...setsConfiguration,
    input: bringing("AbacStatus"),
    faults: bucketDocumentFaults(),
    produces: { bucketAbac: "request Bucket" },
    rights: ["s3:PutBucketABAC"],
  }),
  operation("RenameObject", "PUT /{Bucket}/{Key+}?renameObject", {
    ...plain,
    input: [
      bucket,
      key,
      renameSource,
      ...readConditions.map((condition) => ({ ...condition, name: `Destination${condition.name}` })),
      ...readConditions.map((condition) => ({
        ...condition,
        name: `Source${condition.name}`,
        wire: `x-amz-rename-source-${condition.wire.toLowerCase()}`,
      })),
      header(
        "x-amz-client-token?",
        string({ pattern: "[!-~]{1,64}", example: "1f812371-a41d-49e6-b123-f4b542e851c5" }),
        "ClientToken",
      ),
    ],
    faults: objectFaults("NoSuchKey", "PreconditionFailed", "IdempotencyParameterMismatch"),
    produces: { key: "request Key" },
    consumes: { ...ofBucket, renameSource: "RenameSource" },
    rights: ["s3express:CreateSession"],
    price: "write",
  }),
  operation("UpdateObjectEncryption", "PUT /{Bucket}/{Key+}?encryption", {
    ...paid,
    input: bringingForVersion("ObjectEncryption"),
    faults: versionDocumentFaults(...ofEncryption),
    consumes: ofVersion,
    rights: ["s3:UpdateObjectEncryption"],
    price: "write",
  }),

  operation("GetObjectAnnotation", "GET /{Bucket}/{Key+}?annotation", {
    has: ["query annotationName"],
    input: [...onAnnotation, checksumMode],
    outputHeaders: {
      ...annotationHeaders,
      ETag: etag,
      "Last-Modified": httpDate,
      "Content-Length": objectSize,
      "x-amz-replication-status": optional(replicationStatus),
    },
    output: bytes(),
    faults: versionFaults("NoSuchAnnotation"),
    consumes: ofAnnotation,
    rights: ["s3:GetObjectAnnotation"],
    anonymous: true,
    price: "read",
  }),
  operation("PutObjectAnnotation", "PUT /{Bucket}/{Key+}?annotation", {
    has: ["query annotationName"],
    input: [
      ...onAnnotation,
      body("AnnotationPayload", bytes({ minLength: 1, maxLength: 1024 ** 2 })),
      objectIfMatch,
      ...integrity,
      ...checksums,
    ],
    outputHeaders: { ...annotationHeaders, ETag: etag },
    output: ref("PutObjectAnnotationOutput"),
    faults: uploadFaults(
      "NoSuchKey",
      "NoSuchVersion",
      "PreconditionFailed",
      "AnnotationNameTooLong",
      "AnnotationLimitExceeded",
      "InvalidAnnotationName",
      "UnsupportedMediaType",
    ),
    produces: { annotation: "request AnnotationName" },
    consumes: ofVersion,
    rights: ["s3:PutObjectAnnotation"],
    price: "write",
  }),
  operation("DeleteObjectAnnotation", "DELETE /{Bucket}/{Key+}?annotation", {
    has: ["query annotationName"],
    input: [...onAnnotation, objectIfMatch],
    status: 204,
    outputHeaders: annotationHeaders,
    faults: versionFaults("NoSuchAnnotation", "PreconditionFailed"),
    consumes: ofAnnotation,
    rights: ["s3:DeleteObjectAnnotation"],
    price: "delete",
  }),
  operation("ListObjectAnnotations", "GET /{Bucket}/{Key+}?annotation", {
    input: [
      ...onVersion,
      query("max-annotation-results?", annotationsPerPage, "MaxAnnotationResults"),
      query("annotation-prefix?", annotationPrefix, "AnnotationPrefix"),
      fromToken,
    ],
    outputHeaders: annotationHeaders,
    output: ref("ListObjectAnnotationsOutput"),
    faults: versionFaults("InvalidPrefix"),
    produces: {
      annotation: "body Annotations[].AnnotationName",
      annotationToken: "body NextContinuationToken",
    },
    consumes: { ...ofVersion, annotationToken: "ContinuationToken" },
    rights: ["s3:ListObjectAnnotations"],
    price: "list",
  }),
];
