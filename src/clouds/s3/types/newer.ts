import {
  array,
  bool,
  int,
  object,
  ref,
  type StringType,
  string,
  type Types,
  wire,
} from "../../../model/index.ts";
import { algorithm } from "../checksums.ts";
import {
  bucketName,
  continuationToken,
  dateTime,
  etag,
  kmsKeyArn,
  objectKey,
  objectSize,
  replicationStatus,
} from "../scalars.ts";

export const annotationName: StringType = string({
  minLength: 1,
  maxLength: 512,
  countsBytes: true,
  example: "summary",
});
export const annotationPrefix: StringType = string({ maxLength: 512, countsBytes: true });
export const annotationsPerPage = int({ min: 1, max: 1000 });

export const newerTypes: Types = {
  SessionCredentials: object({
    AccessKeyId: string(),
    SecretAccessKey: string(),
    SessionToken: string(),
    Expiration: dateTime,
  }),
  CreateSessionOutput: object({ Credentials: ref("SessionCredentials") }),
  SSEKMSEncryption: object({ KMSKeyArn: kmsKeyArn, "BucketKeyEnabled?": bool() }),
  ObjectEncryption: object({ SSEKMS: wire("SSE-KMS", ref("SSEKMSEncryption")) }),

  AnnotationEntry: object({
    AnnotationName: annotationName,
    LastModified: dateTime,
    "ETag?": etag,
    "ChecksumAlgorithm?": array(algorithm, { flat: true }),
    Size: objectSize,
    "ReplicationStatus?": replicationStatus,
  }),
  ListObjectAnnotationsOutput: object({
    "Annotations?": array(ref("AnnotationEntry"), { max: 1000, element: "AnnotationEntry" }),
    Bucket: bucketName,
    Key: objectKey,
    "AnnotationPrefix?": annotationPrefix,
    "MaxAnnotationResults?": annotationsPerPage,
    "AnnotationCount?": int({ min: 0 }),
    "ContinuationToken?": continuationToken,
    "NextContinuationToken?": continuationToken,
  }),
  PutObjectAnnotationOutput: object({ Key: objectKey, AnnotationName: annotationName }),
};
