import type { Fault } from "../../model/index.ts";
import { azureFaults, azureFaultsAlways } from "../shared/azure-faults.ts";
import { faultPicker } from "../shared/faults.ts";

/**
 * Source: "Blob Storage error codes", learn.microsoft.com/rest/api/storageservices/blob-service-error-codes,
 * and answers recorded from the service.
 */
export const faults = faultPicker(
  {
    ...azureFaults,
    AccessTierNotSupportedForBlobType: 400,
    AppendPositionConditionNotMet: 412,
    BlobAccessTierNotSupportedForAccountType: 400,
    BlobAlreadyExists: 409,
    BlobArchived: 409,
    BlobBeingRehydrated: 409,
    BlobImmutableDueToLegalHold: 409,
    BlobImmutableDueToPolicy: 409,
    BlobIsSealed: 409,
    BlobNotArchived: 409,
    BlobNotFound: 404,
    BlobOperationNotSupported: 409,
    BlobOverwritten: 409,
    BlobTierInadequateForContentLength: 409,
    BlobUsesCustomerSpecifiedEncryption: 409,
    BlockCountExceedsLimit: 409,
    BlockListTooLong: 400,
    BothCrc64AndMd5HeaderPresent: 400,
    CannotChangeToLowerTier: 409,
    ContainerAlreadyExists: 409,
    ContainerBeingDeleted: 409,
    ContainerDisabled: 409,
    ContainerHasLegalHold: 409,
    ContainerImmutabilityPolicyLocked: 409,
    ContainerNotFound: 404,
    ContentLengthLargerThanTierLimit: 409,
    CopyAcrossAccountsNotSupported: 400,
    CopyIdMismatch: 409,
    Crc64Mismatch: 400,
    DuplicateTagNames: 400,
    EmptyTagName: 400,
    FeatureVersionMismatch: 409,
    IncrementalCopyBlobMismatch: 409,
    IncrementalCopyOfEarlierVersionSnapshotNotAllowed: 409,
    IncrementalCopySourceMustBeSnapshot: 409,
    InfiniteLeaseDurationRequired: 412,
    InvalidBlobOrBlock: 400,
    InvalidBlobTier: 400,
    InvalidBlobType: 409,
    InvalidBlockId: 400,
    InvalidBlockList: 400,
    InvalidOperation: 400,
    InvalidPageRange: 416,
    InvalidSourceBlobType: 409,
    InvalidSourceBlobUrl: 409,
    InvalidTag: 400,
    InvalidVersionForPageBlobOperation: 400,
    LeaseAlreadyBroken: 409,
    LeaseAlreadyPresent: 409,
    LeaseIdMismatchWithBlobOperation: 412,
    LeaseIdMismatchWithContainerOperation: 412,
    LeaseIdMismatchWithLeaseOperation: 409,
    LeaseIdMissing: 412,
    LeaseIsBreakingAndCannotBeAcquired: 409,
    LeaseIsBreakingAndCannotBeChanged: 409,
    LeaseIsBrokenAndCannotBeRenewed: 409,
    LeaseLost: 412,
    LeaseNotPresentWithBlobOperation: 412,
    LeaseNotPresentWithContainerOperation: 412,
    LeaseNotPresentWithLeaseOperation: 409,
    MaxBlobSizeConditionNotMet: 412,
    NoPendingCopyOperation: 409,
    OperationNotAllowedOnIncrementalCopyBlob: 409,
    PendingCopyOperation: 409,
    PreviousSnapshotCannotBeNewer: 400,
    PreviousSnapshotNotFound: 409,
    PreviousSnapshotOperationNotSupported: 409,
    PublicAccessNotPermitted: 409,
    RequestForbiddenByContainerEncryptionPolicy: 403,
    SequenceNumberConditionNotMet: 412,
    SequenceNumberIncrementTooLarge: 409,
    SnapshotCountExceeded: 409,
    SnapshotOperationRateExceeded: 409,
    SnapshotsPresent: 409,
    SourceConditionNotMet: 412,
    SystemInUse: 409,
    TagsTooLarge: 400,
    TargetConditionNotMet: 412,
    UnauthorizedBlobOverwrite: 403,
  },
  azureFaultsAlways,
);

export const noContainer = [
  "ContainerNotFound",
  "ContainerBeingDeleted",
  "ContainerDisabled",
  "InvalidResourceName",
] as const;
export const noBlob = [...noContainer, "BlobNotFound"] as const;

/** What an anonymous reader of private data is told. */
export const noPublicAccess = ["PublicAccessNotPermitted", "ResourceNotFound"] as const;

export const conditions = ["ConditionNotMet", "MultipleConditionHeadersNotSupported"] as const;
export const blobLease = [
  "LeaseIdMissing",
  "LeaseIdMismatchWithBlobOperation",
  "LeaseNotPresentWithBlobOperation",
  "LeaseLost",
] as const;
export const containerLease = [
  "LeaseIdMissing",
  "LeaseIdMismatchWithContainerOperation",
  "LeaseNotPresentWithContainerOperation",
  "LeaseLost",
] as const;

/** A blob that is offline cannot be read, copied or changed. */
export const archived = ["BlobArchived", "BlobBeingRehydrated"] as const;
export const immutable = ["BlobImmutableDueToPolicy", "BlobImmutableDueToLegalHold"] as const;
export const encryptedOtherwise = [
  "BlobUsesCustomerSpecifiedEncryption",
  "RequestForbiddenByContainerEncryptionPolicy",
] as const;
export const badMetadata = ["InvalidMetadata", "EmptyMetadataKey", "MetadataTooLarge"] as const;
export const badTags = ["InvalidTag", "DuplicateTagNames", "EmptyTagName", "TagsTooLarge"] as const;
export const badChecksum = [
  "InvalidMd5",
  "Md5Mismatch",
  "Crc64Mismatch",
  "BothCrc64AndMd5HeaderPresent",
] as const;
export const badTier = [
  "InvalidBlobTier",
  "AccessTierNotSupportedForBlobType",
  "BlobAccessTierNotSupportedForAccountType",
] as const;
export const badSource = ["SourceConditionNotMet", "InvalidSourceBlobUrl", "InvalidSourceBlobType"] as const;

/** What any write to an existing blob runs into. */
export const changingBlob = [
  ...noBlob,
  ...conditions,
  ...blobLease,
  ...archived,
  ...immutable,
  "InvalidBlobType",
] as const;

/** What making or replacing a blob runs into. */
export const creatingBlob = [
  ...noContainer,
  ...conditions,
  ...blobLease,
  ...immutable,
  ...encryptedOtherwise,
  ...badMetadata,
  ...badTags,
  "BlobAlreadyExists",
  "InvalidBlobType",
  "PendingCopyOperation",
  "SnapshotsPresent",
  "UnauthorizedBlobOverwrite",
  "MissingContentLengthHeader",
  "OutOfRangeInput",
] as const;

/** A condition that is not met turns a read into this. */
export const notModified: Fault = { status: 304, code: "ConditionNotMet" };

/** The service passes on the status that the source answered with. */
export const sourceUnreadable: readonly Fault[] = [304, 400, 401, 403, 404, 409, 412, 500].map((status) => ({
  status,
  code: "CannotVerifyCopySource",
}));
