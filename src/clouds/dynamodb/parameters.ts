import { bool, field, int, oneOf, type Parameter, ref, string } from "../../model/index.ts";
import { indexName, table } from "./types/names.ts";
import { attributesToGet, condition, onFailedCondition, projection } from "./types/requests.ts";

export const tableName = field("TableName", table);
export const optionalTableName = field("TableName?", table);
export const optionalIndexName = field("IndexName?", indexName);
export const key = field("Key", ref("Key"));

export const returnConsumedCapacity = field("ReturnConsumedCapacity?", oneOf("INDEXES", "TOTAL", "NONE"));
export const returnItemCollectionMetrics = field("ReturnItemCollectionMetrics?", oneOf("SIZE", "NONE"));
export const returnOnFailedCondition = field("ReturnValuesOnConditionCheckFailure?", onFailedCondition);

export const consistentRead = field("ConsistentRead?", bool());
export const projectionExpression = field("ProjectionExpression?", projection);
export const expressionNames = field("ExpressionAttributeNames?", ref("ExpressionNames"));
export const expressionValues = field("ExpressionAttributeValues?", ref("ExpressionValues"));
/** How requests named attributes before there were expressions. */
export const oldProjection = field("AttributesToGet?", attributesToGet);
const oldOperator = field("ConditionalOperator?", oneOf("AND", "OR"));

/** What makes a write depend on the item as it is. */
export const writeCondition: readonly Parameter[] = [
  field("ConditionExpression?", condition),
  expressionNames,
  expressionValues,
  returnOnFailedCondition,
  field("Expected?", ref("ExpectedValues")),
  oldOperator,
];

/** What queries and scans have in common. */
export const paging: readonly Parameter[] = [
  tableName,
  optionalIndexName,
  field("Select?", oneOf("ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "SPECIFIC_ATTRIBUTES", "COUNT")),
  field("Limit?", int({ min: 1 })),
  field("ExclusiveStartKey?", ref("StartKey")),
  field("FilterExpression?", condition),
  projectionExpression,
  expressionNames,
  expressionValues,
  consistentRead,
  returnConsumedCapacity,
  oldProjection,
  oldOperator,
];

/** Makes a transaction idempotent for ten minutes. */
export const clientRequestToken = field(
  "ClientRequestToken?",
  string({ minLength: 1, maxLength: 36, example: "1f812371-a41d-49e6-b123-f4b542e851c5" }),
);

/** Resources that operations name by these parameters. */
export const ofTable = { table: "TableName" };
export const ofItem = { table: "TableName", itemKey: "Key" };
