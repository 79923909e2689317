import { array, int, object, oneOf, ref, type Types } from "../../../model/index.ts";
import { count, tableKey } from "./indexes.ts";
import { backupArn, backupName, tableArn, tableId, tableName, timestamp } from "./names.ts";
import { billingMode } from "./tables.ts";

const switched = oneOf("ENABLED", "DISABLED");
const backup = {
  BackupArn: backupArn,
  BackupName: backupName,
  "BackupSizeBytes?": count,
  BackupStatus: oneOf("CREATING", "DELETED", "AVAILABLE"),
  BackupType: oneOf("USER", "SYSTEM", "AWS_BACKUP"),
  BackupCreationDateTime: timestamp,
  "BackupExpiryDateTime?": timestamp,
};
const source = { TableName: tableName, TableId: tableId, TableArn: tableArn };

export const recoveryDays = int({ min: 1, max: 35 });

export const backupTypes: Types = {
  BackupDetails: object(backup),
  BackupSummary: object({ ...source, ...backup }),
  SourceTableDetails: object({
    ...source,
    "TableSizeBytes?": count,
    KeySchema: tableKey,
    TableCreationDateTime: timestamp,
    ProvisionedThroughput: ref("ProvisionedThroughput"),
    "OnDemandThroughput?": ref("OnDemandThroughput"),
    "ItemCount?": count,
    "BillingMode?": billingMode,
  }),
  SourceTableFeatureDetails: object({
    "LocalSecondaryIndexes?": array(ref("LocalSecondaryIndex"), { max: 5 }),
    "GlobalSecondaryIndexes?": array(ref("GlobalSecondaryIndexInfo"), { max: 20 }),
    "StreamDescription?": ref("StreamSpecification"),
    "TimeToLiveDescription?": ref("TimeToLiveDescription"),
    "SSEDescription?": ref("SSEDescription"),
    "VectorIndexes?": array(ref("VectorIndex")),
  }),
  BackupDescription: object({
    BackupDetails: ref("BackupDetails"),
    "SourceTableDetails?": ref("SourceTableDetails"),
    "SourceTableFeatureDetails?": ref("SourceTableFeatureDetails"),
  }),
  ContinuousBackupsDescription: object({
    ContinuousBackupsStatus: switched,
    "PointInTimeRecoveryDescription?": object({
      PointInTimeRecoveryStatus: switched,
      "RecoveryPeriodInDays?": recoveryDays,
      "EarliestRestorableDateTime?": timestamp,
      "LatestRestorableDateTime?": timestamp,
    }),
  }),
};
