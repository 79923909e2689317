import type { Fault } from "../../model/index.ts";
import { faultPicker } from "../shared/faults.ts";

/**
 * Source: "Error responses", docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, and answers recorded
 * from S3 itself.
 */
const table = {
  AccessControlListNotSupported: 400,
  AccessDenied: 403,
  AccountProblem: 403,
  AllAccessDisabled: 403,
  AmbiguousGrantByEmailAddress: 400,
  AnnotationLimitExceeded: 400,
  AnnotationNameTooLong: 400,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BucketAlreadyExists: 409,
  BucketAlreadyOwnedByYou: 409,
  BucketNotEmpty: 409,
  ConditionalRequestConflict: 409,
  CrossLocationLoggingProhibitted: 403,
  EncryptionTypeMismatch: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  ExpiredToken: 400,
  GlacierExpeditedRetrievalNotAvailable: 503,
  IdMismatch: 400,
  IdempotencyParameterMismatch: 400,
  IllegalLocationConstraintException: 400,
  IllegalVersioningConfigurationException: 400,
  IncompleteBody: 400,
  IncorrectNumberOfFilesInPostRequest: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidAccessPointAliasError: 400,
  InvalidAnnotationName: 400,
  InvalidArgument: 400,
  InvalidBucketAclWithObjectOwnership: 400,
  InvalidBucketName: 400,
  InvalidBucketOwnerAWSAccountID: 400,
  InvalidBucketState: 409,
  InvalidDigest: 400,
  InvalidEncryptionAlgorithmError: 400,
  InvalidExpressionType: 400,
  InvalidLocationConstraint: 400,
  InvalidObjectState: 403,
  InvalidPart: 400,
  InvalidPartNumber: 416,
  InvalidPartOrder: 400,
  InvalidPolicyDocument: 400,
  InvalidPrefix: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidS3DestinationBucket: 400,
  InvalidSecurity: 403,
  InvalidStorageClass: 400,
  InvalidTag: 400,
  InvalidTargetBucketForLogging: 400,
  InvalidToken: 400,
  InvalidURI: 400,
  InvalidWriteOffset: 400,
  "KMS.DisabledException": 400,
  "KMS.KMSInvalidStateException": 400,
  "KMS.NotFoundException": 400,
  KeyTooLongError: 400,
  MalformedACLError: 400,
  MalformedPOSTRequest: 400,
  MalformedPolicy: 400,
  MalformedXML: 400,
  MaxPostPreDataLengthExceededError: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  MissingRequestBodyError: 400,
  MissingSecurityHeader: 400,
  NoSuchAnnotation: 404,
  NoSuchBucket: 404,
  NoSuchBucketPolicy: 404,
  NoSuchCORSConfiguration: 404,
  NoSuchConfiguration: 404,
  NoSuchKey: 404,
  NoSuchLifecycleConfiguration: 404,
  NoSuchObjectLockConfiguration: 404,
  NoSuchPublicAccessBlockConfiguration: 404,
  NoSuchTagSet: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NoSuchWebsiteConfiguration: 404,
  NotImplemented: 501,
  NotModified: 304,
  NotSignedUp: 403,
  ObjectAlreadyInActiveTierError: 403,
  ObjectLockConfigurationNotFoundError: 404,
  ObjectNotInActiveTierError: 403,
  OperationAborted: 409,
  OverMaxRecordSize: 400,
  OwnershipControlsNotFoundError: 404,
  ParseUnexpectedToken: 400,
  PermanentRedirect: 301,
  PreconditionFailed: 412,
  ReplicationConfigurationNotFoundError: 404,
  RequestIsNotMultiPartContent: 412,
  RequestTimeTooSkewed: 403,
  RequestTimeout: 400,
  RestoreAlreadyInProgress: 409,
  ServerSideEncryptionConfigurationNotFoundError: 404,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  TemporaryRedirect: 307,
  TooManyBuckets: 400,
  TooManyConfigurations: 400,
  TooManyParts: 400,
  UnexpectedContent: 400,
  UnresolvableGrantByEmailAddress: 400,
  UnsupportedMediaType: 415,
  XAmzContentSHA256Mismatch: 400,
} as const;

/** Names a fault of S3. */
export type FaultCode = keyof typeof table;

type Picker = (...codes: readonly FaultCode[]) => readonly Fault[];

/** Faults of requests that are about no bucket. */
export const faults: Picker = faultPicker(table, [
  "AccessDenied",
  "AccountProblem",
  "AllAccessDisabled",
  "AuthorizationHeaderMalformed",
  "AuthorizationQueryParametersError",
  "ExpiredToken",
  "InvalidAccessKeyId",
  "InvalidArgument",
  "InvalidRequest",
  "InvalidSecurity",
  "InvalidToken",
  "InvalidURI",
  "NotSignedUp",
  "NotImplemented",
  "RequestTimeTooSkewed",
  "SignatureDoesNotMatch",
  "InternalError",
  "ServiceUnavailable",
  "SlowDown",
]);

const ofBucket = [
  "NoSuchBucket",
  "InvalidBucketName",
  "InvalidBucketOwnerAWSAccountID",
  "PermanentRedirect",
  "TemporaryRedirect",
  "MethodNotAllowed",
] as const satisfies readonly FaultCode[];

const ofObject = ["KeyTooLongError", ...ofBucket] as const;

/** Faults of bodies, whatever they say. */
const ofBody = [
  "BadDigest",
  "InvalidDigest",
  "IncompleteBody",
  "MissingContentLength",
  "RequestTimeout",
  "XAmzContentSHA256Mismatch",
] as const satisfies readonly FaultCode[];

const ofDocument = ["MalformedXML", "MissingRequestBodyError", ...ofBody] as const;

/** Faults of keys that Amazon holds and of keys that come with the request. */
export const ofEncryption = [
  "InvalidEncryptionAlgorithmError",
  "KMS.DisabledException",
  "KMS.KMSInvalidStateException",
  "KMS.NotFoundException",
] as const satisfies readonly FaultCode[];

/** Faults of ACLs and grants. */
export const ofAcl = [
  "AccessControlListNotSupported",
  "AmbiguousGrantByEmailAddress",
  "UnresolvableGrantByEmailAddress",
] as const satisfies readonly FaultCode[];

/** Faults of an object that is about to be made. */
export const ofNewObject = [
  ...ofAcl,
  ...ofEncryption,
  "InvalidStorageClass",
  "InvalidTag",
  "MetadataTooLarge",
] as const satisfies readonly FaultCode[];

/** Faults of requests about a bucket. */
export const bucketFaults: Picker = (...codes) => faults(...codes, ...ofBucket);
/** Faults of requests that bring a document about a bucket. */
export const bucketDocumentFaults: Picker = (...codes) =>
  faults(...codes, "OperationAborted", ...ofDocument, ...ofBucket);
/** Faults of requests about a key. */
export const objectFaults: Picker = (...codes) => faults(...codes, ...ofObject);
/** Faults of requests about an object that has to be there, in a certain version perhaps. */
export const versionFaults: Picker = (...codes) =>
  faults("NoSuchKey", "NoSuchVersion", ...codes, ...ofObject);
/** Faults of requests that bring a document about such an object. */
export const versionDocumentFaults: Picker = (...codes) => versionFaults(...codes, ...ofDocument);
/** Faults of requests that bring data for a key. */
export const uploadFaults: Picker = (...codes) => objectFaults(...codes, "EntityTooLarge", ...ofBody);
/** Faults of requests that bring a document about a key. */
export const documentFaults: Picker = (...codes) => objectFaults(...codes, ...ofDocument);
