import { array, field, int, type Operation, object, ref } from "../../../model/index.ts";
import { call } from "../call.ts";
import { faults } from "../faults.ts";
import { tableName } from "../parameters.ts";
import { bulkStatus, maxWriteRequestUnits, performanceTier } from "../types/bulk-operations.ts";
import {
  bucketEncryption,
  bucketName,
  bucketOwner,
  exportFormat,
  exportType,
  inputCompression,
  inputFormat,
  keyPrefix,
} from "../types/import-export.ts";
import {
  blockToken,
  bulkOperationArn,
  clientToken as clientTokenText,
  encryptionKey,
  exportArn,
  importArn,
  nextToken,
  tableArn,
  timestamp,
} from "../types/names.ts";

const clientToken = field("ClientToken?", clientTokenText);
const optionalTableArn = field("TableArn?", tableArn);
const pageSize = int({ min: 1, max: 25 });
const importToken = blockToken(112);
const bulkToken = blockToken(1);
const exported = object({ ExportDescription: ref("ExportDescription") });
const imported = object({ ImportTableDescription: ref("ImportDescription") });
const bulkOperation = field("BulkOperationArn", bulkOperationArn);
const ofBulkOperation = { bulkOperation: "BulkOperationArn" };
const started = object({ BulkOperationDescription: ref("BulkOperationDescription") });

const bucketReads = ["s3:GetObject", "s3:ListBucket"];
const bucketWrites = ["s3:AbortMultipartUpload", "s3:PutObject", "s3:PutObjectAcl"];

export const importExportOperations: readonly Operation[] = [
  call("ExportTableToPointInTime", {
    input: [
      field("TableArn", tableArn),
      field("S3Bucket", bucketName),
      field("S3BucketOwner?", bucketOwner),
      field("S3Prefix?", keyPrefix),
      field("S3SseAlgorithm?", bucketEncryption),
      field("S3SseKmsKeyId?", encryptionKey),
      field("ExportTime?", timestamp),
      field("ExportFormat?", exportFormat),
      field("ExportType?", exportType),
      field("IncrementalExportSpecification?", ref("IncrementalExport")),
      clientToken,
    ],
    output: exported,
    faults: faults(
      "TableNotFoundException",
      "PointInTimeRecoveryUnavailableException",
      "LimitExceededException",
      "InvalidExportTimeException",
      "ExportConflictException",
    ),
    asynchronous: true,
    produces: { export: "body ExportDescription.ExportArn" },
    consumes: { tableArn: "TableArn", bucket: "S3Bucket" },
    rights: ["dynamodb:ExportTableToPointInTime", ...bucketWrites],
    price: "write",
  }),
  call("DescribeExport", {
    input: [field("ExportArn", exportArn)],
    output: exported,
    faults: faults("ExportNotFoundException", "LimitExceededException"),
    consumes: { export: "ExportArn" },
    price: "read",
  }),
  call("ListExports", {
    input: [optionalTableArn, field("MaxResults?", pageSize), field("NextToken?", nextToken)],
    output: object({
      ExportSummaries: array(ref("ExportSummary"), { max: 25 }),
      "NextToken?": nextToken,
    }),
    faults: faults("LimitExceededException"),
    produces: { export: "body ExportSummaries[].ExportArn", exportMarker: "body NextToken" },
    consumes: { tableArn: "TableArn", exportMarker: "NextToken" },
    price: "list",
  }),
  call("ImportTable", {
    input: [
      field("S3BucketSource", ref("S3BucketSource")),
      field("InputFormat", inputFormat),
      field("InputFormatOptions?", ref("InputFormatOptions")),
      field("InputCompressionType?", inputCompression),
      field("TableCreationParameters", ref("TableCreationParameters")),
      clientToken,
    ],
    output: imported,
    faults: faults("ResourceInUseException", "LimitExceededException", "ImportConflictException"),
    asynchronous: true,
    produces: {
      import: "body ImportTableDescription.ImportArn",
      table: "request TableCreationParameters.TableName",
    },
    consumes: { bucket: "S3BucketSource.S3Bucket" },
    rights: [
      "dynamodb:ImportTable",
      ...bucketReads,
      "logs:CreateLogGroup",
      "logs:CreateLogStream",
      "logs:DescribeLogGroups",
      "logs:DescribeLogStreams",
      "logs:PutLogEvents",
      "logs:PutRetentionPolicy",
    ],
    price: "write",
  }),
  call("DescribeImport", {
    input: [field("ImportArn", importArn)],
    output: imported,
    faults: faults("ImportNotFoundException"),
    consumes: { import: "ImportArn" },
    price: "read",
  }),
  call("ListImports", {
    input: [optionalTableArn, field("PageSize?", pageSize), field("NextToken?", importToken)],
    output: object({
      ImportSummaryList: array(ref("ImportSummary"), { max: 25 }),
      "NextToken?": importToken,
    }),
    faults: faults("LimitExceededException"),
    produces: { import: "body ImportSummaryList[].ImportArn", importMarker: "body NextToken" },
    consumes: { tableArn: "TableArn", importMarker: "NextToken" },
    price: "list",
  }),
  call("StartBulkPutItems", {
    input: [
      tableName,
      field("InputS3Configuration", ref("BulkInput")),
      field("OutputS3Configuration", ref("BulkOutput")),
      field("MaxWriteRequestUnits?", maxWriteRequestUnits),
      field("PerformanceTier?", performanceTier),
      clientToken,
    ],
    output: started,
    faults: faults(
      "IdempotentParameterMismatchException",
      "LimitExceededException",
      "ResourceInUseException",
      "ResourceNotFoundException",
    ),
    asynchronous: true,
    produces: { bulkOperation: "body BulkOperationDescription.BulkOperationArn" },
    consumes: { table: "TableName", bucket: "InputS3Configuration.S3Bucket" },
    rights: ["dynamodb:StartBulkPutItems", ...bucketReads, ...bucketWrites],
    price: "iterative-write",
  }),
  call("CancelBulkOperation", {
    input: [bulkOperation],
    output: object({ BulkOperationArn: bulkOperationArn, BulkOperationStatus: bulkStatus }),
    faults: faults("ResourceNotFoundException"),
    asynchronous: true,
    consumes: ofBulkOperation,
    price: "delete",
  }),
  call("DescribeBulkOperation", {
    input: [bulkOperation],
    output: started,
    faults: faults("ResourceNotFoundException"),
    consumes: ofBulkOperation,
    price: "read",
  }),
  call("ListBulkOperations", {
    input: [field("MaxResults?", pageSize), field("NextToken?", bulkToken)],
    output: object({
      "BulkOperationsSummaryList?": array(ref("BulkOperationSummary"), { max: 25 }),
      "NextToken?": bulkToken,
    }),
    faults: faults(),
    produces: {
      bulkOperation: "body BulkOperationsSummaryList[].BulkOperationArn",
      bulkMarker: "body NextToken",
    },
    consumes: { bulkMarker: "NextToken" },
    price: "list",
  }),
];
