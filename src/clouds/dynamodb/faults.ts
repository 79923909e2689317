import { faultPicker } from "../shared/faults.ts";

/**
 * Source: "Error handling with DynamoDB", docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html,
 * and the errors that the reference lists for each operation.
 */
export const faults = faultPicker(
  {
    AccessDeniedException: 400,
    BackupInUseException: 400,
    BackupNotFoundException: 400,
    ConditionalCheckFailedException: 400,
    ContinuousBackupsUnavailableException: 400,
    DuplicateItemException: 400,
    ExpiredTokenException: 400,
    ExportConflictException: 400,
    ExportNotFoundException: 400,
    GlobalTableAlreadyExistsException: 400,
    GlobalTableNotFoundException: 400,
    IdempotentParameterMismatchException: 400,
    ImportConflictException: 400,
    ImportNotFoundException: 400,
    IncompleteSignatureException: 400,
    IndexNotFoundException: 400,
    InternalServerError: 500,
    InvalidExportTimeException: 400,
    InvalidRestoreTimeException: 400,
    InvalidSignatureException: 400,
    ItemCollectionSizeLimitExceededException: 400,
    LimitExceededException: 400,
    MissingAuthenticationTokenException: 400,
    PointInTimeRecoveryUnavailableException: 400,
    PolicyNotFoundException: 400,
    ProvisionedThroughputExceededException: 400,
    ReplicaAlreadyExistsException: 400,
    ReplicaNotFoundException: 400,
    ReplicatedWriteConflictException: 400,
    RequestLimitExceeded: 400,
    ResourceInUseException: 400,
    ResourceNotFoundException: 400,
    SerializationException: 400,
    ServiceUnavailable: 503,
    TableAlreadyExistsException: 400,
    TableInUseException: 400,
    TableNotFoundException: 400,
    ThrottlingException: 400,
    TransactionCanceledException: 400,
    TransactionConflictException: 400,
    TransactionInProgressException: 400,
    UnrecognizedClientException: 400,
    ValidationException: 400,
  },
  [
    "ValidationException",
    "SerializationException",
    "AccessDeniedException",
    "UnrecognizedClientException",
    "IncompleteSignatureException",
    "InvalidSignatureException",
    "MissingAuthenticationTokenException",
    "ExpiredTokenException",
    "ThrottlingException",
    "InternalServerError",
    "ServiceUnavailable",
  ],
);

/** What reading and writing items meets when there is no such table, or too much is asked of it. */
const onData = [
  "ResourceNotFoundException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
] as const;

const onWrite = [
  ...onData,
  "ItemCollectionSizeLimitExceededException",
  "ReplicatedWriteConflictException",
] as const;

export const readFaults = faults(...onData);
export const batchWriteFaults = faults(...onWrite);
export const writeFaults = faults(
  ...onWrite,
  "ConditionalCheckFailedException",
  "TransactionConflictException",
);
export const statementFaults = faults(
  ...onData,
  "ItemCollectionSizeLimitExceededException",
  "ConditionalCheckFailedException",
  "TransactionConflictException",
  "DuplicateItemException",
);
export const transactionFaults = faults(...onData, "TransactionCanceledException");
export const writeTransactionFaults = faults(
  ...onData,
  "TransactionCanceledException",
  "TransactionInProgressException",
  "IdempotentParameterMismatchException",
);
export const searchFaults = faults("ResourceNotFoundException", "RequestLimitExceeded");
