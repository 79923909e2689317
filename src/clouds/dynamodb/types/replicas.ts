import { array, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import { exactlyOne } from "./exactly-one.ts";
import { atLeastOne } from "./indexes.ts";
import {
  encryptionKey,
  globalTableArn,
  indexName,
  regionName,
  tableArn,
  tableName,
  timestamp,
} from "./names.ts";
import { settingsReplication, tableClass } from "./tables.ts";

export const replicaStatus = oneOf(
  "CREATING",
  "CREATION_FAILED",
  "UPDATING",
  "DELETING",
  "ACTIVE",
  "REGION_DISABLED",
  "INACCESSIBLE_ENCRYPTION_CREDENTIALS",
  "ARCHIVING",
  "ARCHIVED",
  "REPLICATION_NOT_AUTHORIZED",
);

const region = ref("ReplicaRegion");
const overrides = {
  "ProvisionedThroughputOverride?": object({ "ReadCapacityUnits?": atLeastOne }),
  "OnDemandThroughputOverride?": object({ "MaxReadRequestUnits?": atLeastOne }),
};

export const replicaTypes: Types = {
  ReplicaRegion: object({ RegionName: regionName }),
  ReplicaIndex: object({ IndexName: indexName, ...overrides }),
  ReplicaIndexDescription: object({
    IndexName: indexName,
    ...overrides,
    "WarmThroughput?": ref("IndexWarmThroughput"),
  }),
  ReplicaMember: object({
    RegionName: regionName,
    "KMSMasterKeyId?": encryptionKey,
    ...overrides,
    "GlobalSecondaryIndexes?": array(ref("ReplicaIndex"), { min: 1, max: 20 }),
    "TableClassOverride?": tableClass,
  }),
  ReplicationGroupUpdate: exactlyOne({
    Create: ref("ReplicaMember"),
    Update: ref("ReplicaMember"),
    Delete: region,
  }),
  WitnessUpdate: exactlyOne({ Create: region, Delete: region }),
  WitnessDescription: object({
    "RegionName?": regionName,
    "WitnessStatus?": oneOf("CREATING", "DELETING", "ACTIVE"),
  }),
  ReplicaDescription: object({
    RegionName: regionName,
    "ReplicaStatus?": replicaStatus,
    "ReplicaArn?": tableArn,
    "ReplicaStatusDescription?": string(),
    "ReplicaStatusPercentProgress?": string(),
    "KMSMasterKeyId?": encryptionKey,
    ...overrides,
    "WarmThroughput?": ref("TableWarmThroughput"),
    "GlobalSecondaryIndexes?": array(ref("ReplicaIndexDescription"), { max: 20 }),
    "ReplicaInaccessibleDateTime?": timestamp,
    "ReplicaTableClassSummary?": ref("TableClassSummary"),
    "GlobalTableSettingsReplicationMode?": settingsReplication,
  }),

  GlobalTable: object({ GlobalTableName: tableName, ReplicationGroup: array(region) }),
  GlobalTableDescription: object({
    GlobalTableName: tableName,
    GlobalTableArn: globalTableArn,
    GlobalTableStatus: oneOf("CREATING", "ACTIVE", "DELETING", "UPDATING"),
    "CreationDateTime?": timestamp,
    ReplicationGroup: array(ref("ReplicaDescription")),
  }),
  ReplicaUpdate: exactlyOne({ Create: region, Delete: region }),
};
