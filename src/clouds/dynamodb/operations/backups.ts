import { array, bool, field, int, type Operation, object, oneOf, ref } from "../../../model/index.ts";
import { call } from "../call.ts";
import { faults } from "../faults.ts";
import { ofTable, optionalTableName, tableName } from "../parameters.ts";
import { recoveryDays } from "../types/backups.ts";
import { globalIndexes, localIndexes, vectorIndexes } from "../types/indexes.ts";
import {
  backupArn as backupArnText,
  backupName,
  tableName as bareTableName,
  tableArn,
  timestamp,
} from "../types/names.ts";
import { billingMode } from "../types/tables.ts";

const backupArn = field("BackupArn", backupArnText);
const ofBackup = { backup: "BackupArn" };
const described = object({ BackupDescription: ref("BackupDescription") });
const continuous = object({ ContinuousBackupsDescription: ref("ContinuousBackupsDescription") });

/** The table that a restore makes, and what it gets otherwise than its source. */
const target = [
  field("TargetTableName", bareTableName),
  field("BillingModeOverride?", billingMode),
  field("GlobalSecondaryIndexOverride?", globalIndexes),
  field("LocalSecondaryIndexOverride?", localIndexes),
  field("VectorIndexOverride?", vectorIndexes),
  field("ProvisionedThroughputOverride?", ref("ProvisionedThroughput")),
  field("OnDemandThroughputOverride?", ref("OnDemandThroughput")),
  field("SSESpecificationOverride?", ref("SSESpecification")),
];
const restored = {
  output: object({ TableDescription: ref("TableDescription") }),
  asynchronous: true,
  produces: { table: "request TargetTableName", tableArn: "body TableDescription.TableArn" },
  price: "write",
} as const;

/** Restoring reads the source and writes the target in the caller's name. */
const restoreRights = [
  "dynamodb:PutItem",
  "dynamodb:UpdateItem",
  "dynamodb:DeleteItem",
  "dynamodb:GetItem",
  "dynamodb:Query",
  "dynamodb:Scan",
  "dynamodb:BatchWriteItem",
];

export const backupOperations: readonly Operation[] = [
  call("CreateBackup", {
    input: [tableName, field("BackupName", backupName)],
    output: object({ BackupDetails: ref("BackupDetails") }),
    faults: faults(
      "TableNotFoundException",
      "TableInUseException",
      "ContinuousBackupsUnavailableException",
      "BackupInUseException",
      "LimitExceededException",
    ),
    asynchronous: true,
    produces: { backup: "body BackupDetails.BackupArn" },
    consumes: ofTable,
    price: "write",
  }),
  call("DeleteBackup", {
    input: [backupArn],
    output: described,
    faults: faults("BackupNotFoundException", "BackupInUseException", "LimitExceededException"),
    consumes: ofBackup,
    price: "delete",
  }),
  call("DescribeBackup", {
    input: [backupArn],
    output: described,
    faults: faults("BackupNotFoundException"),
    consumes: ofBackup,
    price: "read",
  }),
  call("ListBackups", {
    input: [
      optionalTableName,
      field("Limit?", int({ min: 1, max: 100 })),
      field("TimeRangeLowerBound?", timestamp),
      field("TimeRangeUpperBound?", timestamp),
      field("ExclusiveStartBackupArn?", backupArnText),
      field("BackupType?", oneOf("USER", "SYSTEM", "AWS_BACKUP", "ALL")),
    ],
    output: object({
      BackupSummaries: array(ref("BackupSummary"), { max: 100 }),
      "LastEvaluatedBackupArn?": backupArnText,
    }),
    faults: faults(),
    produces: { backup: "body BackupSummaries[].BackupArn", backupMarker: "body LastEvaluatedBackupArn" },
    consumes: { ...ofTable, backupMarker: "ExclusiveStartBackupArn" },
    price: "list",
  }),
  call("RestoreTableFromBackup", {
    ...restored,
    input: [backupArn, ...target],
    faults: faults(
      "TableAlreadyExistsException",
      "TableInUseException",
      "BackupNotFoundException",
      "BackupInUseException",
      "LimitExceededException",
    ),
    consumes: ofBackup,
    rights: ["dynamodb:RestoreTableFromBackup", ...restoreRights],
  }),
  call("RestoreTableToPointInTime", {
    needs: ["SourceTableName or SourceTableArn", "UseLatestRestorableTime or RestoreDateTime"],
    ...restored,
    input: [
      field("SourceTableArn?", tableArn),
      field("SourceTableName?", bareTableName),
      ...target,
      field("UseLatestRestorableTime?", bool()),
      field("RestoreDateTime?", timestamp),
    ],
    faults: faults(
      "TableAlreadyExistsException",
      "TableNotFoundException",
      "TableInUseException",
      "LimitExceededException",
      "InvalidRestoreTimeException",
      "PointInTimeRecoveryUnavailableException",
    ),
    consumes: {
      table: "SourceTableName",
      tableArn: "SourceTableArn",
      pointInTimeRecovery: "SourceTableName",
    },
    rights: ["dynamodb:RestoreTableToPointInTime", ...restoreRights],
  }),
  call("DescribeContinuousBackups", {
    input: [tableName],
    output: continuous,
    faults: faults("TableNotFoundException"),
    consumes: ofTable,
    price: "read",
  }),
  call("UpdateContinuousBackups", {
    input: [
      tableName,
      field(
        "PointInTimeRecoverySpecification",
        object({ PointInTimeRecoveryEnabled: bool(), "RecoveryPeriodInDays?": recoveryDays }),
      ),
    ],
    output: continuous,
    faults: faults("TableNotFoundException", "ContinuousBackupsUnavailableException"),
    produces: { pointInTimeRecovery: "request TableName" },
    consumes: ofTable,
    price: "write",
  }),
];
