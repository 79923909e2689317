import { array, bool, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import { atLeastOne, attributeDefinitions, count, tableKey } from "./indexes.ts";
import {
  backupArn,
  encryptionKey,
  expiryAttributeName,
  keyArn,
  streamArn,
  tableArn,
  tableId,
  tableName,
  timestamp,
} from "./names.ts";

export const billingMode = oneOf("PAY_PER_REQUEST", "PROVISIONED");
export const tableClass = oneOf("STANDARD", "STANDARD_INFREQUENT_ACCESS");
export const settingsReplication = oneOf("ENABLED", "DISABLED", "ENABLED_WITH_OVERRIDES");
export const multiRegionConsistency = oneOf("EVENTUAL", "STRONG");
export const tableStatus = oneOf(
  "CREATING",
  "UPDATING",
  "DELETING",
  "ACTIVE",
  "INACCESSIBLE_ENCRYPTION_CREDENTIALS",
  "ARCHIVING",
  "ARCHIVED",
  "REPLICATION_NOT_AUTHORIZED",
);
const switching = ["ENABLING", "ENABLED", "DISABLING", "DISABLED"];

/** Policies of resources have at most 20 KB. */
export const resourcePolicy = string({
  format: "json",
  minLength: 2,
  maxLength: 20_480,
  countsBytes: true,
  example: JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      {
        Effect: "Allow",
        Principal: { AWS: "arn:aws:iam::123456789012:root" },
        Action: "dynamodb:GetItem",
        Resource: "arn:aws:dynamodb:us-east-1:123456789012:table/touchstone",
      },
    ],
  }),
});

const tagText = { charset: "\\p{L}\\p{Z}\\p{N}_.:\\/=+@\\-" };
export const tagKey = string({ ...tagText, minLength: 1, maxLength: 128, example: "owner" });
export const tags = array(ref("Tag"), { max: 50 });

export const tableTypes: Types = {
  Tag: object({ Key: tagKey, Value: string({ ...tagText, maxLength: 256, example: "touchstone" }) }),
  StreamSpecification: object({
    StreamEnabled: bool(),
    "StreamViewType?": oneOf("NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"),
  }),
  SSESpecification: object({
    "Enabled?": bool(),
    "SSEType?": oneOf("KMS"),
    "KMSMasterKeyId?": encryptionKey,
  }),
  SSEDescription: object({
    "Status?": oneOf(...switching, "UPDATING"),
    "SSEType?": oneOf("AES256", "KMS"),
    "KMSMasterKeyArn?": keyArn,
    "InaccessibleEncryptionDateTime?": timestamp,
  }),
  TimeToLiveSpecification: object({ Enabled: bool(), AttributeName: expiryAttributeName }),
  TimeToLiveDescription: object({
    TimeToLiveStatus: oneOf(...switching),
    "AttributeName?": expiryAttributeName,
  }),
  BillingModeSummary: object({
    "BillingMode?": billingMode,
    "LastUpdateToPayPerRequestDateTime?": timestamp,
  }),
  TableClassSummary: object({ "TableClass?": tableClass, "LastUpdateDateTime?": timestamp }),
  TableWarmThroughput: object({
    "ReadUnitsPerSecond?": atLeastOne,
    "WriteUnitsPerSecond?": atLeastOne,
    "Status?": tableStatus,
  }),
  RestoreSummary: object({
    "SourceBackupArn?": backupArn,
    "SourceTableArn?": tableArn,
    RestoreDateTime: timestamp,
    RestoreInProgress: bool(),
  }),
  ArchivalSummary: object({
    "ArchivalDateTime?": timestamp,
    "ArchivalReason?": string(),
    "ArchivalBackupArn?": backupArn,
  }),
  /** The answer to a deletion lacks the parts that a table being deleted has no more. */
  TableDescription: object({
    TableName: tableName,
    TableArn: tableArn,
    TableId: tableId,
    TableStatus: tableStatus,
    TableSizeBytes: count,
    ItemCount: count,
    ProvisionedThroughput: ref("ProvisionedThroughputDescription"),
    DeletionProtectionEnabled: bool(),
    "CreationDateTime?": timestamp,
    "AttributeDefinitions?": attributeDefinitions,
    "KeySchema?": tableKey,
    "LocalSecondaryIndexes?": array(ref("LocalSecondaryIndexDescription"), { max: 5 }),
    "GlobalSecondaryIndexes?": array(ref("GlobalSecondaryIndexDescription"), { max: 20 }),
    "VectorIndexes?": array(ref("VectorIndexDescription")),
    "BillingModeSummary?": ref("BillingModeSummary"),
    "OnDemandThroughput?": ref("OnDemandThroughput"),
    "WarmThroughput?": ref("TableWarmThroughput"),
    "TableClassSummary?": ref("TableClassSummary"),
    "StreamSpecification?": ref("StreamSpecification"),
    "LatestStreamLabel?": string({ minLength: 1 }),
    "LatestStreamArn?": streamArn,
    "SSEDescription?": ref("SSEDescription"),
    "RestoreSummary?": ref("RestoreSummary"),
    "ArchivalSummary?": ref("ArchivalSummary"),
    "GlobalTableVersion?": oneOf("2017.11.29", "2019.11.21"),
    "GlobalTableSettingsReplicationMode?": settingsReplication,
    "MultiRegionConsistency?": multiRegionConsistency,
    "Replicas?": array(ref("ReplicaDescription")),
    "GlobalTableWitnesses?": array(ref("WitnessDescription"), { max: 1 }),
  }),
};
