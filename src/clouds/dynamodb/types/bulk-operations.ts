import { array, long, map, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import { bucketEncryption, bucketName, bucketOwner, inputCompression, keyPrefix } from "./import-export.ts";
import { count } from "./indexes.ts";
import {
  bulkOperationArn,
  clientToken,
  encryptionKey,
  indexName,
  table,
  tableId,
  timestamp,
} from "./names.ts";

export const performanceTier = oneOf("STANDARD", "ACCELERATED");
export const maxWriteRequestUnits = long({ min: 1024 });
export const bulkStatus = oneOf(
  "IN_PROGRESS",
  "COMPLETED",
  "COMPLETED_WITH_ERRORS",
  "CANCELLING",
  "CANCELLED",
  "FAILED",
);

const written = object({ "BulkPutBytes?": count });
const writtenToIndexes = map(written, { names: indexName });

export const bulkOperationTypes: Types = {
  BulkInput: object({
    "S3BucketOwner?": bucketOwner,
    S3Bucket: bucketName,
    "S3KeyPrefix?": keyPrefix,
    InputFormat: oneOf("DYNAMODB_JSON", "ION"),
    "InputCompressionType?": inputCompression,
  }),
  BulkOutput: object({
    "S3BucketOwner?": bucketOwner,
    "S3Bucket?": bucketName,
    "S3KeyPrefix?": keyPrefix,
    "S3SseAlgorithm?": bucketEncryption,
    "S3SseKmsKeyId?": encryptionKey,
    OutputType: array(oneOf("ERROR", "CONDITION_CHECK_FAILURE"), { min: 1, max: 2 }),
  }),
  BulkOperationUsage: object({
    "TableName?": table,
    "BulkPutBytes?": count,
    "Table?": written,
    "LocalSecondaryIndexes?": writtenToIndexes,
    "GlobalSecondaryIndexes?": writtenToIndexes,
    "VectorIndexes?": map(object({ "BulkPutVectorBytes?": count }), { names: indexName }),
  }),
  BulkOperationSummary: object({
    BulkOperationArn: bulkOperationArn,
    BulkOperationStatus: bulkStatus,
    StartTime: timestamp,
    "EndTime?": timestamp,
  }),
  BulkOperationDescription: object({
    BulkOperationArn: bulkOperationArn,
    BulkOperationStatus: bulkStatus,
    "TableDetails?": array(object({ "TableName?": table, "TableId?": tableId })),
    "ClientToken?": clientToken,
    "InputS3Configuration?": ref("BulkInput"),
    "OutputS3Configuration?": ref("BulkOutput"),
    "StartTime?": timestamp,
    "EndTime?": timestamp,
    "ProcessedItemCount?": count,
    "ProcessedInputBytes?": count,
    "TotalInputBytes?": count,
    "BulkOperationUsage?": array(ref("BulkOperationUsage")),
    "FailedItemCount?": count,
    "FailureCode?": string(),
    "FailureMessage?": string(),
    "MaxWriteRequestUnits?": maxWriteRequestUnits,
    "PerformanceTier?": performanceTier,
  }),
};
