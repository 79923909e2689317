import { array, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import { attributeDefinitions, count, globalIndexes, tableKey, vectorIndexes } from "./indexes.ts";
import {
  clientToken,
  encryptionKey,
  exportArn,
  importArn,
  logGroupArn,
  tableArn,
  tableId,
  tableName,
  timestamp,
} from "./names.ts";
import { billingMode } from "./tables.ts";

export const bucketName = string({
  minLength: 3,
  maxLength: 255,
  pattern: "[a-zA-Z0-9][\\w.-]*[a-zA-Z0-9]",
  example: "touchstone",
});
export const bucketOwner = string({ pattern: "[0-9]{12}", example: "123456789012" });
export const keyPrefix = string({ maxLength: 1024, countsBytes: true });
export const bucketEncryption = oneOf("AES256", "KMS");

export const exportFormat = oneOf("DYNAMODB_JSON", "ION");
export const exportType = oneOf("FULL_EXPORT", "INCREMENTAL_EXPORT");
export const inputFormat = oneOf("DYNAMODB_JSON", "ION", "CSV");
export const inputCompression = oneOf("GZIP", "ZSTD", "NONE");

const failure = { "FailureCode?": string(), "FailureMessage?": string() };
const duration = { "StartTime?": timestamp, "EndTime?": timestamp };

const exported = {
  ExportArn: exportArn,
  ExportStatus: oneOf("IN_PROGRESS", "COMPLETED", "FAILED"),
  "ExportType?": exportType,
};
const imported = {
  ImportArn: importArn,
  ImportStatus: oneOf("IN_PROGRESS", "COMPLETED", "CANCELLING", "CANCELLED", "FAILED"),
  "TableArn?": tableArn,
  "S3BucketSource?": ref("S3BucketSource"),
  "CloudWatchLogGroupArn?": logGroupArn,
  "InputFormat?": inputFormat,
  ...duration,
};

export const importExportTypes: Types = {
  IncrementalExport: object({
    "ExportFromTime?": timestamp,
    "ExportToTime?": timestamp,
    "ExportViewType?": oneOf("NEW_IMAGE", "NEW_AND_OLD_IMAGES"),
  }),
  ExportSummary: object(exported),
  ExportDescription: object({
    ...exported,
    ...duration,
    ...failure,
    TableArn: tableArn,
    "TableId?": tableId,
    "ExportManifest?": string({ minLength: 1 }),
    "ExportTime?": timestamp,
    "ClientToken?": clientToken,
    S3Bucket: bucketName,
    "S3BucketOwner?": bucketOwner,
    "S3Prefix?": keyPrefix,
    "S3SseAlgorithm?": bucketEncryption,
    "S3SseKmsKeyId?": encryptionKey,
    "ExportFormat?": exportFormat,
    "BilledSizeBytes?": count,
    "ItemCount?": count,
    "IncrementalExportSpecification?": ref("IncrementalExport"),
  }),

  S3BucketSource: object({
    "S3BucketOwner?": bucketOwner,
    S3Bucket: bucketName,
    "S3KeyPrefix?": keyPrefix,
  }),
  InputFormatOptions: object({
    "Csv?": object({
      "Delimiter?": oneOf(",", ";", ":", "|", "\t", " "),
      /** No quotes and no commas. */
      "HeaderList?": array(string({ minLength: 1, maxLength: 65_536, charset: " !#-+\\--~" }), {
        min: 1,
        max: 255,
      }),
    }),
  }),
  TableCreationParameters: object({
    TableName: tableName,
    AttributeDefinitions: attributeDefinitions,
    KeySchema: tableKey,
    "BillingMode?": billingMode,
    "ProvisionedThroughput?": ref("ProvisionedThroughput"),
    "OnDemandThroughput?": ref("OnDemandThroughput"),
    "SSESpecification?": ref("SSESpecification"),
    "GlobalSecondaryIndexes?": globalIndexes,
    "VectorIndexes?": vectorIndexes,
  }),
  ImportSummary: object(imported),
  ImportDescription: object({
    ...imported,
    ...failure,
    "TableId?": tableId,
    "ClientToken?": clientToken,
    "ErrorCount?": count,
    "InputFormatOptions?": ref("InputFormatOptions"),
    "InputCompressionType?": inputCompression,
    "TableCreationParameters?": ref("TableCreationParameters"),
    "ProcessedSizeBytes?": count,
    "ProcessedItemCount?": count,
    "ImportedItemCount?": count,
  }),
};
