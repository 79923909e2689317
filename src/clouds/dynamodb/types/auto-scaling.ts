import { array, bool, double, int, object, ref, string, type Types } from "../../../model/index.ts";
import { atLeastOne, count, indexStatus } from "./indexes.ts";
import { indexName, regionName, roleArn, tableName } from "./names.ts";
import { replicaStatus } from "./replicas.ts";
import { tableClass, tableStatus } from "./tables.ts";

const change = ref("AutoScalingUpdate");
const settings = ref("AutoScalingSettings");

const limits = {
  "MinimumUnits?": atLeastOne,
  "MaximumUnits?": atLeastOne,
  "AutoScalingDisabled?": bool(),
  "AutoScalingRoleArn?": roleArn,
};
const cooldown = int({ min: 0 });

export const autoScalingTypes: Types = {
  ScalingPolicy: object({
    "PolicyName?": string({ minLength: 1, maxLength: 256, charset: " -~" }),
    TargetTrackingScalingPolicyConfiguration: object({
      /** Percent of the provisioned capacity. */
      TargetValue: double({ min: 20, max: 90 }),
      "DisableScaleIn?": bool(),
      "ScaleInCooldown?": cooldown,
      "ScaleOutCooldown?": cooldown,
    }),
  }),
  AutoScalingUpdate: object({ ...limits, "ScalingPolicyUpdate?": ref("ScalingPolicy") }),
  AutoScalingSettings: object({ ...limits, "ScalingPolicies?": array(ref("ScalingPolicy")) }),

  IndexAutoScalingUpdate: object({
    "IndexName?": indexName,
    "ProvisionedWriteCapacityAutoScalingUpdate?": change,
  }),
  ReplicaIndexAutoScalingUpdate: object({
    "IndexName?": indexName,
    "ProvisionedReadCapacityAutoScalingUpdate?": change,
  }),
  ReplicaAutoScalingUpdate: object({
    RegionName: regionName,
    "ReplicaGlobalSecondaryIndexUpdates?": array(ref("ReplicaIndexAutoScalingUpdate"), { max: 20 }),
    "ReplicaProvisionedReadCapacityAutoScalingUpdate?": change,
  }),
  ReplicaIndexAutoScaling: object({
    IndexName: indexName,
    "IndexStatus?": indexStatus,
    "ProvisionedReadCapacityAutoScalingSettings?": settings,
    "ProvisionedWriteCapacityAutoScalingSettings?": settings,
  }),
  ReplicaAutoScaling: object({
    RegionName: regionName,
    "GlobalSecondaryIndexes?": array(ref("ReplicaIndexAutoScaling"), { max: 20 }),
    "ReplicaProvisionedReadCapacityAutoScalingSettings?": settings,
    "ReplicaProvisionedWriteCapacityAutoScalingSettings?": settings,
    "ReplicaStatus?": replicaStatus,
  }),
  TableAutoScaling: object({
    TableName: tableName,
    TableStatus: tableStatus,
    "Replicas?": array(ref("ReplicaAutoScaling")),
  }),

  GlobalTableIndexSettingsUpdate: object({
    IndexName: indexName,
    "ProvisionedWriteCapacityUnits?": atLeastOne,
    "ProvisionedWriteCapacityAutoScalingSettingsUpdate?": change,
  }),
  ReplicaIndexSettingsUpdate: object({
    IndexName: indexName,
    "ProvisionedReadCapacityUnits?": atLeastOne,
    "ProvisionedReadCapacityAutoScalingSettingsUpdate?": change,
  }),
  ReplicaSettingsUpdate: object({
    RegionName: regionName,
    "ReplicaProvisionedReadCapacityUnits?": atLeastOne,
    "ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate?": change,
    "ReplicaGlobalSecondaryIndexSettingsUpdate?": array(ref("ReplicaIndexSettingsUpdate"), {
      min: 1,
      max: 20,
    }),
    "ReplicaTableClass?": tableClass,
  }),
  ReplicaIndexSettings: object({
    IndexName: indexName,
    "IndexStatus?": indexStatus,
    "ProvisionedReadCapacityUnits?": atLeastOne,
    "ProvisionedReadCapacityAutoScalingSettings?": settings,
    "ProvisionedWriteCapacityUnits?": atLeastOne,
    "ProvisionedWriteCapacityAutoScalingSettings?": settings,
  }),
  ReplicaSettings: object({
    RegionName: regionName,
    "ReplicaStatus?": replicaStatus,
    "ReplicaBillingModeSummary?": ref("BillingModeSummary"),
    "ReplicaProvisionedReadCapacityUnits?": count,
    "ReplicaProvisionedReadCapacityAutoScalingSettings?": settings,
    "ReplicaProvisionedWriteCapacityUnits?": count,
    "ReplicaProvisionedWriteCapacityAutoScalingSettings?": settings,
    "ReplicaGlobalSecondaryIndexSettings?": array(ref("ReplicaIndexSettings"), { max: 20 }),
    "ReplicaTableClassSummary?": ref("TableClassSummary"),
  }),
  GlobalTableSettings: object({
    GlobalTableName: tableName,
    "ReplicaSettings?": array(ref("ReplicaSettings")),
  }),
};
