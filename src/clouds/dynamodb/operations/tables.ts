import { array, bool, field, int, type Operation, object, ref, string } from "../../../model/index.ts";
import { call } from "../call.ts";
import { faults } from "../faults.ts";
import { ofTable, tableName } from "../parameters.ts";
import {
  atLeastOne,
  attributeDefinitions,
  globalIndexes,
  localIndexes,
  tableKey,
  vectorIndexes,
} from "../types/indexes.ts";
import { tableName as bareTableName, tableArn } from "../types/names.ts";
import {
  billingMode,
  multiRegionConsistency,
  resourcePolicy,
  settingsReplication,
  tableClass,
  tags,
} from "../types/tables.ts";

/** What can be given when a table is made and changed later. */
const settings = [
  field("BillingMode?", billingMode),
  field("ProvisionedThroughput?", ref("ProvisionedThroughput")),
  field("OnDemandThroughput?", ref("OnDemandThroughput")),
  field("WarmThroughput?", ref("WarmThroughput")),
  field("StreamSpecification?", ref("StreamSpecification")),
  field("SSESpecification?", ref("SSESpecification")),
  field("TableClass?", tableClass),
  field("DeletionProtectionEnabled?", bool()),
  field("GlobalTableSettingsReplicationMode?", settingsReplication),
];
const changed = object({ TableDescription: ref("TableDescription") });
const existing = faults("ResourceNotFoundException");
const changing = faults("ResourceNotFoundException", "ResourceInUseException", "LimitExceededException");

export const tableOperations: readonly Operation[] = [
  /** The vendor lets definitions and keys be left out for a replica of another account's table only. */
  call("CreateTable", {
    needs: ["BillingMode or ProvisionedThroughput"],
    input: [
      tableName,
      field("AttributeDefinitions", attributeDefinitions),
      field("KeySchema", tableKey),
      field("LocalSecondaryIndexes?", localIndexes),
      field("GlobalSecondaryIndexes?", globalIndexes),
      field("VectorIndexes?", vectorIndexes),
      ...settings,
      field("Tags?", tags),
      field("ResourcePolicy?", resourcePolicy),
      field("GlobalTableSourceArn?", tableArn),
    ],
    output: changed,
    faults: faults("ResourceInUseException", "LimitExceededException"),
    asynchronous: true,
    produces: {
      table: "request TableName",
      tableArn: "body TableDescription.TableArn",
      index: "request GlobalSecondaryIndexes[].IndexName",
      stream: "body TableDescription.LatestStreamArn",
    },
    price: "write",
  }),
  call("UpdateTable", {
    input: [
      tableName,
      field("AttributeDefinitions?", attributeDefinitions),
      field("GlobalSecondaryIndexUpdates?", array(ref("GlobalSecondaryIndexUpdate"), { max: 20 })),
      field("VectorIndexUpdates?", array(ref("VectorIndexUpdate"))),
      ...settings,
      field("ReplicaUpdates?", array(ref("ReplicationGroupUpdate"), { min: 1 })),
      field("MultiRegionConsistency?", multiRegionConsistency),
      field("GlobalTableWitnessUpdates?", array(ref("WitnessUpdate"), { min: 1, max: 1 })),
    ],
    output: changed,
    faults: changing,
    asynchronous: true,
    produces: {
      index: "request GlobalSecondaryIndexUpdates[].Create.IndexName",
      stream: "body TableDescription.LatestStreamArn",
    },
    consumes: ofTable,
    price: "write",
  }),
  call("DeleteTable", {
    input: [tableName],
    output: changed,
    faults: changing,
    asynchronous: true,
    consumes: ofTable,
    price: "delete",
  }),
  call("DescribeTable", {
    input: [tableName],
    output: object({ Table: ref("TableDescription") }),
    faults: existing,
    produces: { tableArn: "body Table.TableArn", stream: "body Table.LatestStreamArn" },
    consumes: ofTable,
    price: "read",
  }),
  call("ListTables", {
    input: [field("ExclusiveStartTableName?", bareTableName), field("Limit?", int({ min: 1, max: 100 }))],
    output: object({
      TableNames: array(bareTableName, { max: 100 }),
      "LastEvaluatedTableName?": bareTableName,
    }),
    faults: faults(),
    produces: { table: "body TableNames[]", tableMarker: "body LastEvaluatedTableName" },
    consumes: { tableMarker: "ExclusiveStartTableName" },
    price: "list",
  }),
  call("DescribeTimeToLive", {
    input: [tableName],
    output: object({ TimeToLiveDescription: ref("TimeToLiveDescription") }),
    faults: existing,
    consumes: ofTable,
    price: "read",
  }),
  call("UpdateTimeToLive", {
    input: [tableName, field("TimeToLiveSpecification", ref("TimeToLiveSpecification"))],
    output: object({ TimeToLiveSpecification: ref("TimeToLiveSpecification") }),
    faults: changing,
    asynchronous: true,
    produces: { timeToLive: "request TimeToLiveSpecification.AttributeName" },
    consumes: ofTable,
    price: "write",
  }),
  call("DescribeLimits", {
    output: object({
      AccountMaxReadCapacityUnits: atLeastOne,
      AccountMaxWriteCapacityUnits: atLeastOne,
      TableMaxReadCapacityUnits: atLeastOne,
      TableMaxWriteCapacityUnits: atLeastOne,
    }),
    faults: faults(),
    price: "read",
  }),
  call("DescribeEndpoints", {
    output: object({
      Endpoints: array(object({ Address: string({ minLength: 1 }), CachePeriodInMinutes: atLeastOne })),
    }),
    faults: faults(),
    price: "read",
  }),
];
