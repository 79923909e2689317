import { azureFaults, azureFaultsAlways } from "../shared/azure-faults.ts";
import { faultPicker } from "../shared/faults.ts";

/** Source: "Table Storage error codes", learn.microsoft.com/rest/api/storageservices/table-service-error-codes */
export const faults = faultPicker(
  {
    ...azureFaults,
    AtomFormatNotSupported: 415,
    CommandsInBatchActOnDifferentPartitions: 400,
    ContentLengthExceeded: 400,
    DuplicateKeyPropertySpecified: 400,
    DuplicatePropertiesSpecified: 400,
    EntityAlreadyExists: 409,
    EntityNotFound: 404,
    EntityTooLarge: 400,
    HostInformationNotPresent: 400,
    InvalidDuplicateRow: 400,
    InvalidValueType: 400,
    JsonFormatNotSupported: 415,
    JsonVerboseFormatNotSupported: 415,
    KeyValueTooLarge: 400,
    MediaTypeNotSupported: 415,
    MethodNotAllowed: 405,
    NotImplemented: 501,
    OperatorInvalid: 400,
    PartitionKeyNotSpecified: 400,
    PartitionKeyPropertyCannotBeUpdated: 400,
    PrimaryKeyPropertyIsInvalidType: 400,
    PropertiesNeedValue: 400,
    PropertyNameInvalid: 400,
    PropertyNameTooLong: 400,
    PropertyValueTooLarge: 400,
    TableAlreadyExists: 409,
    TableBeingDeleted: 409,
    TableHasNoProperties: 404,
    TableHasNoSuchProperty: 404,
    TableNotFound: 404,
    TooManyProperties: 400,
    UpdateConditionNotSatisfied: 412,
    XMethodIncorrectCount: 400,
    XMethodIncorrectValue: 400,
    XMethodNotUsingPost: 400,
  },
  [...azureFaultsAlways, "HostInformationNotPresent", "MethodNotAllowed", "NotImplemented"],
);

/** Answers to a table's name that is none, and to one that names no table. */
export const ofTable = [
  "TableNotFound",
  "TableBeingDeleted",
  "InvalidResourceName",
  "OutOfRangeInput",
] as const;

/** Answers to a payload or an `Accept` that is no JSON in one of its three forms, and to a URL that is no OData. */
export const ofFormat = [
  "InvalidInput",
  "AtomFormatNotSupported",
  "JsonFormatNotSupported",
  "JsonVerboseFormatNotSupported",
  "MediaTypeNotSupported",
] as const;

/** Answers to an entity that breaks the limits. */
export const ofEntity = [
  "DuplicateKeyPropertySpecified",
  "DuplicatePropertiesSpecified",
  "EntityTooLarge",
  "InvalidValueType",
  "KeyValueTooLarge",
  "PrimaryKeyPropertyIsInvalidType",
  "PropertiesNeedValue",
  "PropertyNameInvalid",
  "PropertyNameTooLong",
  "PropertyValueTooLarge",
  "RequestBodyTooLarge",
  "TooManyProperties",
] as const;

/** Answers to a key that names no entity. Azure says ResourceNotFound where its table of codes has EntityNotFound. */
export const ofKeys = ["ResourceNotFound", "EntityNotFound", "KeyValueTooLarge"] as const;

/** Answers to a method that is tunnelled through POST in the wrong way. */
export const ofTunnel = ["XMethodIncorrectCount", "XMethodIncorrectValue", "XMethodNotUsingPost"] as const;
