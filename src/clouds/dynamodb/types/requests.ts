import { array, bool, map, object, oneOf, ref, string, type Types } from "../../../model/index.ts";
import { exactlyOne } from "./exactly-one.ts";
import { attributeName, expression, table, tableName } from "./names.ts";

export const attributesToGet = array(attributeName, { min: 1 });
export const projection = expression("id");
export const condition = expression("attribute_exists(id)");
export const update = expression("REMOVE note");
export const onFailedCondition = oneOf("ALL_OLD", "NONE");
export const statement = string({
  minLength: 1,
  maxLength: 8192,
  example: `SELECT * FROM "touchstone" WHERE id = 'a'`,
});
export const statementParameters = array(ref("AttributeValue"), { min: 1 });
/** An answer for each statement or item, in their order. */
export const itemResponses = array(object({ "Item?": ref("Attributes") }), { max: 100 });

const names = { "ExpressionAttributeNames?": ref("ExpressionNames") };
const variables = { ...names, "ExpressionAttributeValues?": ref("ExpressionValues") };
const refusal = { "ReturnValuesOnConditionCheckFailure?": onFailedCondition };
const conditional = { "ConditionExpression?": condition, ...variables, ...refusal };
const keyed = { TableName: table, Key: ref("Key") };
const writes = array(ref("WriteRequest"), { min: 1, max: 25 });
const prepared = { Statement: statement, "Parameters?": statementParameters, ...refusal };

/** The parts of requests that act on many items. */
export const requestTypes: Types = {
  KeysAndAttributes: object({
    Keys: array(ref("Key"), { min: 1, max: 100 }),
    "AttributesToGet?": attributesToGet,
    "ConsistentRead?": bool(),
    "ProjectionExpression?": projection,
    ...names,
  }),
  KeysByTable: map(ref("KeysAndAttributes"), { names: table, minFields: 1, maxFields: 100 }),
  WriteRequest: exactlyOne({
    PutRequest: object({ Item: ref("Item") }),
    DeleteRequest: object({ Key: ref("Key") }),
  }),
  WritesByTable: map(writes, { names: table, minFields: 1, maxFields: 25 }),
  ItemsByTable: map(array(ref("Attributes")), { names: table }),
  UnprocessedKeys: map(ref("KeysAndAttributes"), { names: table, maxFields: 100 }),
  UnprocessedWrites: map(writes, { names: table, maxFields: 25 }),

  TransactGetItem: object({ Get: object({ ...keyed, "ProjectionExpression?": projection, ...names }) }),
  TransactWriteItem: exactlyOne({
    Put: object({ TableName: table, Item: ref("Item"), ...conditional }),
    Update: object({ ...keyed, UpdateExpression: update, ...conditional }),
    Delete: object({ ...keyed, ...conditional }),
    ConditionCheck: object({ ...keyed, ConditionExpression: condition, ...variables, ...refusal }),
  }),

  BatchStatement: object({ ...prepared, "ConsistentRead?": bool() }),
  TransactionStatement: object(prepared),
  BatchStatementAnswer: object({
    "TableName?": tableName,
    "Item?": ref("Attributes"),
    "Error?": object({
      "Code?": oneOf(
        "ConditionalCheckFailed",
        "ItemCollectionSizeLimitExceeded",
        "RequestLimitExceeded",
        "ValidationError",
        "ProvisionedThroughputExceeded",
        "TransactionConflict",
        "ThrottlingError",
        "InternalServerError",
        "ResourceNotFound",
        "AccessDenied",
        "DuplicateItem",
      ),
      "Message?": string(),
      "Item?": ref("Attributes"),
    }),
  }),
};
