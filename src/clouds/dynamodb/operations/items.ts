import { array, bool, double, field, int, type Operation, object, oneOf, ref } from "../../../model/index.ts";
import { call } from "../call.ts";
import { batchWriteFaults, readFaults, searchFaults, writeFaults } from "../faults.ts";
import {
  consistentRead,
  expressionNames,
  expressionValues,
  key,
  ofItem,
  ofTable,
  oldProjection,
  paging,
  projectionExpression,
  returnConsumedCapacity,
  returnItemCollectionMetrics,
  tableName,
  writeCondition,
} from "../parameters.ts";
import { expression, indexName } from "../types/names.ts";
import { update } from "../types/requests.ts";

const consumed = { "ConsumedCapacity?": ref("ConsumedCapacity") };
const written = object({
  "Attributes?": ref("Attributes"),
  "ItemCollectionMetrics?": ref("ItemCollectionMetrics"),
  ...consumed,
});
const page = object({
  "Items?": array(ref("Attributes")),
  Count: int({ min: 0 }),
  ScannedCount: int({ min: 0 }),
  "LastEvaluatedKey?": ref("StartKey"),
  ...consumed,
});

const keyCondition = expression("id = :id");
const oldValues = field("ReturnValues?", oneOf("NONE", "ALL_OLD"));
const anyValues = field("ReturnValues?", oneOf("NONE", "ALL_OLD", "UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"));
const onWrite = [...writeCondition, returnConsumedCapacity, returnItemCollectionMetrics];
const paged = {
  output: page,
  faults: readFaults,
  produces: { itemMarker: "body LastEvaluatedKey", itemKey: "body Items[]" },
  consumes: { table: "TableName", index: "IndexName", itemMarker: "ExclusiveStartKey" },
  price: "list",
} as const;

export const itemOperations: readonly Operation[] = [
  call("GetItem", {
    input: [
      tableName,
      key,
      consistentRead,
      projectionExpression,
      expressionNames,
      returnConsumedCapacity,
      oldProjection,
    ],
    output: object({ "Item?": ref("Attributes"), ...consumed }),
    faults: readFaults,
    consumes: ofItem,
    price: "read",
  }),
  call("PutItem", {
    input: [tableName, field("Item", ref("Item")), oldValues, ...onWrite],
    output: written,
    faults: writeFaults,
    produces: { itemKey: "request Item" },
    consumes: ofTable,
    price: "write",
  }),
  call("UpdateItem", {
    input: [
      tableName,
      key,
      field("UpdateExpression?", update),
      anyValues,
      ...onWrite,
      field("AttributeUpdates?", ref("AttributeUpdates")),
    ],
    output: written,
    faults: writeFaults,
    produces: { itemKey: "request Key" },
    consumes: ofItem,
    price: "write",
  }),
  call("DeleteItem", {
    input: [tableName, key, oldValues, ...onWrite],
    output: written,
    faults: writeFaults,
    consumes: ofItem,
    price: "delete",
  }),
  call("Query", {
    needs: ["KeyConditionExpression or KeyConditions"],
    ...paged,
    input: [
      ...paging,
      field("KeyConditionExpression?", keyCondition),
      field("ScanIndexForward?", bool()),
      field("KeyConditions?", ref("KeyConditions")),
      field("QueryFilter?", ref("Conditions")),
    ],
  }),
  call("Scan", {
    ...paged,
    input: [
      ...paging,
      field("Segment?", int({ min: 0, max: 999_999 })),
      field("TotalSegments?", int({ min: 1, max: 1_000_000 })),
      field("ScanFilter?", ref("Conditions")),
    ],
  }),
  call("SearchVectors", {
    input: [
      tableName,
      field("IndexName", indexName),
      field("SearchVector", array(ref("AttributeValue"), { min: 1, max: 4096 })),
      field("TopK", int({ min: 1 })),
      field("SearchConditionExpression?", keyCondition),
      projectionExpression,
      expressionNames,
      expressionValues,
      returnConsumedCapacity,
    ],
    output: object({
      "SearchResults?": array(object({ "Item?": ref("Attributes"), "Score?": double() })),
      "ConsumedCapacity?": ref("VectorCapacity"),
    }),
    faults: searchFaults,
    consumes: { table: "TableName", index: "IndexName" },
    price: "list",
  }),
  call("BatchGetItem", {
    input: [field("RequestItems", ref("KeysByTable")), returnConsumedCapacity],
    output: object({
      Responses: ref("ItemsByTable"),
      UnprocessedKeys: ref("UnprocessedKeys"),
      "ConsumedCapacity?": ref("ConsumedCapacities"),
    }),
    faults: readFaults,
    consumes: { table: "RequestItems[name]", itemKey: "RequestItems[].Keys[]" },
    price: "read",
  }),
  call("BatchWriteItem", {
    input: [field("RequestItems", ref("WritesByTable")), returnConsumedCapacity, returnItemCollectionMetrics],
    output: object({
      UnprocessedItems: ref("UnprocessedWrites"),
      "ItemCollectionMetrics?": ref("ItemCollectionMetricsByTable"),
      "ConsumedCapacity?": ref("ConsumedCapacities"),
    }),
    faults: batchWriteFaults,
    produces: { itemKey: "request RequestItems[][].PutRequest.Item" },
    consumes: { table: "RequestItems[name]", itemKey: "RequestItems[][].DeleteRequest.Key" },
    price: "iterative-write",
  }),
];
