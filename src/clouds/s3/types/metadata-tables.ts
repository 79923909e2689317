import { int, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import { kmsKeyArn, roleArn, tableBucketArn } from "../scalars.ts";

const state = oneOf("ENABLED", "DISABLED");
const encryption = { "EncryptionConfiguration?": ref("MetadataTableEncryptionConfiguration") };
const tableName = string({
  minLength: 1,
  maxLength: 255,
  pattern: "[a-z0-9_]+",
  example: "touchstone_metadata",
});
const tableArn = string({ format: "arn" });
const outcome = { "TableStatus?": string(), "Error?": ref("ErrorDetails") };
const table = { "TableName?": tableName, "TableArn?": tableArn };

const annotations = object({ ConfigurationState: state, ...encryption, "Role?": roleArn });
const inventory = object({ ConfigurationState: state, ...encryption });

export const metadataTableTypes: Types = {
  MetadataTableEncryptionConfiguration: object({
    SseAlgorithm: oneOf("aws:kms", "AES256"),
    "KmsKeyArn?": kmsKeyArn,
  }),
  RecordExpiration: object({ Expiration: state, "Days?": int({ min: 7 }) }),
  JournalTableConfiguration: object({ RecordExpiration: ref("RecordExpiration"), ...encryption }),
  JournalTableConfigurationUpdates: object({ RecordExpiration: ref("RecordExpiration") }),
  InventoryTableConfiguration: inventory,
  InventoryTableConfigurationUpdates: inventory,
  AnnotationTableConfiguration: annotations,
  AnnotationTableConfigurationUpdates: annotations,
  MetadataConfiguration: object({
    JournalTableConfiguration: ref("JournalTableConfiguration"),
    "InventoryTableConfiguration?": ref("InventoryTableConfiguration"),
    "AnnotationTableConfiguration?": ref("AnnotationTableConfiguration"),
  }),
  S3TablesDestination: object({ TableBucketArn: tableBucketArn, TableName: tableName }),
  MetadataTableConfiguration: object({ S3TablesDestination: ref("S3TablesDestination") }),

  ErrorDetails: object({ "ErrorCode?": string(), "ErrorMessage?": string() }),
  DestinationResult: object({
    "TableBucketType?": oneOf("aws", "customer"),
    "TableBucketArn?": tableBucketArn,
    "TableNamespace?": string(),
  }),
  JournalTableConfigurationResult: object({
    ...outcome,
    ...table,
    RecordExpiration: ref("RecordExpiration"),
  }),
  InventoryTableConfigurationResult: object({ ConfigurationState: state, ...outcome, ...table }),
  AnnotationTableConfigurationResult: object({
    ConfigurationState: state,
    ...outcome,
    ...table,
    "Role?": roleArn,
  }),
  MetadataConfigurationResult: object({
    DestinationResult: ref("DestinationResult"),
    "JournalTableConfigurationResult?": ref("JournalTableConfigurationResult"),
    "InventoryTableConfigurationResult?": ref("InventoryTableConfigurationResult"),
    "AnnotationTableConfigurationResult?": ref("AnnotationTableConfigurationResult"),
  }),
  GetBucketMetadataConfigurationResult: object({
    MetadataConfigurationResult: ref("MetadataConfigurationResult"),
  }),
  S3TablesDestinationResult: object({
    TableBucketArn: tableBucketArn,
    TableName: tableName,
    TableArn: tableArn,
    TableNamespace: string(),
  }),
  MetadataTableConfigurationResult: object({
    S3TablesDestinationResult: ref("S3TablesDestinationResult"),
  }),
  GetBucketMetadataTableConfigurationResult: object({
    MetadataTableConfigurationResult: ref("MetadataTableConfigurationResult"),
    Status: string(),
    "Error?": ref("ErrorDetails"),
  }),
};
