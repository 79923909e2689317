import { array, field, int, type Operation, object, ref } from "../../../model/index.ts";
import { call } from "../call.ts";
import { faults } from "../faults.ts";
import { ofTable, tableName } from "../parameters.ts";
import { atLeastOne } from "../types/indexes.ts";
import { tableName as bareTableName, regionName } from "../types/names.ts";
import { billingMode } from "../types/tables.ts";

const globalTableName = field("GlobalTableName", bareTableName);
const ofGlobalTable = { globalTable: "GlobalTableName" };
const described = object({ GlobalTableDescription: ref("GlobalTableDescription") });
const settings = ref("GlobalTableSettings");
const autoScaling = object({ TableAutoScalingDescription: ref("TableAutoScaling") });
const autoScalingReads = [
  "application-autoscaling:DescribeScalableTargets",
  "application-autoscaling:DescribeScalingPolicies",
];

/** Global tables of 2017 have operations of their own; those of 2019 are replicas in `UpdateTable`. */
export const globalTableOperations: readonly Operation[] = [
  call("CreateGlobalTable", {
    input: [globalTableName, field("ReplicationGroup", array(ref("ReplicaRegion"), { min: 1 }))],
    output: described,
    faults: faults("LimitExceededException", "GlobalTableAlreadyExistsException", "TableNotFoundException"),
    asynchronous: true,
    produces: { globalTable: "request GlobalTableName" },
    consumes: { table: "GlobalTableName" },
    price: "write",
  }),
  call("UpdateGlobalTable", {
    input: [globalTableName, field("ReplicaUpdates", array(ref("ReplicaUpdate"), { min: 1 }))],
    output: described,
    faults: faults(
      "GlobalTableNotFoundException",
      "ReplicaAlreadyExistsException",
      "ReplicaNotFoundException",
      "TableNotFoundException",
    ),
    asynchronous: true,
    produces: { replica: "request ReplicaUpdates[].Create.RegionName" },
    consumes: ofGlobalTable,
    price: "write",
  }),
  call("DescribeGlobalTable", {
    input: [globalTableName],
    output: described,
    faults: faults("GlobalTableNotFoundException"),
    consumes: ofGlobalTable,
    price: "read",
  }),
  call("ListGlobalTables", {
    input: [
      field("ExclusiveStartGlobalTableName?", bareTableName),
      field("Limit?", int({ min: 1 })),
      field("RegionName?", regionName),
    ],
    output: object({
      GlobalTables: array(ref("GlobalTable")),
      "LastEvaluatedGlobalTableName?": bareTableName,
    }),
    faults: faults(),
    produces: {
      globalTable: "body GlobalTables[].GlobalTableName",
      globalTableMarker: "body LastEvaluatedGlobalTableName",
    },
    consumes: { globalTableMarker: "ExclusiveStartGlobalTableName" },
    price: "list",
  }),
  call("DescribeGlobalTableSettings", {
    input: [globalTableName],
    output: settings,
    faults: faults("GlobalTableNotFoundException"),
    consumes: ofGlobalTable,
    price: "read",
  }),
  call("UpdateGlobalTableSettings", {
    input: [
      globalTableName,
      field("GlobalTableBillingMode?", billingMode),
      field("GlobalTableProvisionedWriteCapacityUnits?", atLeastOne),
      field("GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate?", ref("AutoScalingUpdate")),
      field(
        "GlobalTableGlobalSecondaryIndexSettingsUpdate?",
        array(ref("GlobalTableIndexSettingsUpdate"), { min: 1, max: 20 }),
      ),
      field("ReplicaSettingsUpdate?", array(ref("ReplicaSettingsUpdate"), { min: 1, max: 50 })),
    ],
    output: settings,
    faults: faults(
      "GlobalTableNotFoundException",
      "ReplicaNotFoundException",
      "IndexNotFoundException",
      "LimitExceededException",
      "ResourceInUseException",
    ),
    asynchronous: true,
    consumes: ofGlobalTable,
    price: "write",
  }),
  call("DescribeTableReplicaAutoScaling", {
    input: [tableName],
    output: autoScaling,
    faults: faults("ResourceNotFoundException"),
    consumes: ofTable,
    rights: ["dynamodb:DescribeTableReplicaAutoScaling", ...autoScalingReads],
    price: "read",
  }),
  call("UpdateTableReplicaAutoScaling", {
    input: [
      tableName,
      field("GlobalSecondaryIndexUpdates?", array(ref("IndexAutoScalingUpdate"), { min: 1, max: 20 })),
      field("ProvisionedWriteCapacityAutoScalingUpdate?", ref("AutoScalingUpdate")),
      field("ReplicaUpdates?", array(ref("ReplicaAutoScalingUpdate"), { min: 1 })),
    ],
    output: autoScaling,
    faults: faults("ResourceNotFoundException", "ResourceInUseException", "LimitExceededException"),
    asynchronous: true,
    consumes: ofTable,
    rights: [
      "dynamodb:UpdateTableReplicaAutoScaling",
      ...autoScalingReads,
      "application-autoscaling:DeleteScalingPolicy",
      "application-autoscaling:DeregisterScalableTarget",
      "application-autoscaling:PutScalingPolicy",
      "application-autoscaling:RegisterScalableTarget",
    ],
    price: "write",
  }),
];
