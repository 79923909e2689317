import { type Contract, type Input, recorded } from "../../../model/index.ts";
import { awsSnapshot } from "../../shared/amazon-sources.ts";
import { at, listOf, numberOf, textOf } from "../../shared/contract-conditions.ts";
import { isOutside, limit, modelled, refinement } from "./limit.ts";
import { users } from "./tracked.ts";

const key = (index: number) => ({ id: { S: String(index) } });
const keys = (count: number) => ({
  RequestItems: { users: { Keys: Array.from({ length: count }, (_, index) => key(index)) } },
});
const puts = (count: number) => ({
  RequestItems: {
    users: Array.from({ length: count }, (_, index) => ({ PutRequest: { Item: key(index) } })),
  },
});

/** How many things a batch has over all of its tables. */
function countOf(input: Input, member?: string): number {
  const tables = Object.values((input["RequestItems"] ?? {}) as object);
  return tables.reduce(
    (sum: number, each: unknown) => sum + listOf(member === undefined ? each : at(each, member)).length,
    0,
  );
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

const writes = (count: number) => ({
  TransactItems: Array.from({ length: count }, (_, index) => ({
    Put: { TableName: "users", Item: key(index) },
  })),
});
const gets = (count: number) => ({
  TransactItems: Array.from({ length: count }, (_, index) => ({
    Get: { TableName: "users", Key: key(index) },
  })),
});
const precision = "ApproximateCreationDateTimePrecision";
const streamed = (value?: string) => ({
  ...users,
  StreamArn: "arn:aws:kinesis:us-east-1:111122223333:stream/changes",
  ...(value !== undefined && { UpdateKinesisStreamingConfiguration: { [precision]: value } }),
});

const expressions = [
  "ConditionExpression",
  "UpdateExpression",
  "ProjectionExpression",
  "FilterExpression",
  "KeyConditionExpression",
];
const longest = "attribute_exists(id)";

export const limitContracts: readonly Contract[] = [
  limit({
    id: "at-most-100-keys-are-got-at-once",
    ...modelled("BatchGetItem"),
    says: "a batch reads at most 100 items",
    on: ["BatchGetItem"],
    when: (input) => countOf(input, "Keys") > 100,
    message: "Too many items requested for the BatchGetItem call",
    breaks: keys(101),
    keeps: keys(100),
  }),
  limit({
    id: "at-most-25-items-are-written-at-once",
    ...modelled("WriteRequests"),
    says: "a batch writes at most 25 items",
    on: ["BatchWriteItem"],
    when: (input) => countOf(input) > 25,
    message: "Too many items requested for the BatchWriteItem call",
    breaks: puts(26),
    keeps: puts(25),
  }),
  limit({
    id: "at-most-100-writes-are-one-transaction",
    ...modelled("TransactWriteItemList"),
    says: "a transaction writes at most 100 items",
    on: ["TransactWriteItems"],
    when: (input) => listOf(input["TransactItems"]).length > 100,
    message: refinement("transactItems", "[…]", "Member must have length less than or equal to 100"),
    breaks: writes(101),
    keeps: writes(100),
  }),
  limit({
    id: "at-most-100-reads-are-one-transaction",
    ...modelled("TransactGetItemList"),
    says: "a transaction reads at most 100 items",
    on: ["TransactGetItems"],
    when: (input) => listOf(input["TransactItems"]).length > 100,
    message: refinement("transactItems", "[…]", "Member must have length less than or equal to 100"),
    breaks: gets(101),
    keeps: gets(100),
  }),
  limit({
    id: "at-most-100-tables-are-listed-at-once",
    ...modelled("ListTablesInputLimit"),
    says: "1 to 100 tables are listed at once",
    on: ["ListTables"],
    when: (input) => isOutside(numberOf(input, "Limit"), 1, 100),
    message: refinement("limit", "101", "Member must have value less than or equal to 100"),
    breaks: { Limit: 101 },
    keeps: { Limit: 100 },
  }),
  limit({
    id: "limit-is-at-least-one",
    ...modelled("PositiveIntegerObject"),
    says: "a page has at least one item",
    on: ["Query", "Scan"],
    when: (input) => (numberOf(input, "Limit") ?? 1) < 1,
    message: refinement("limit", "0", "Member must have value greater than or equal to 1"),
    breaks: { ...users, Limit: 0 },
    keeps: { ...users, Limit: 1 },
  }),
  limit({
    id: "segment-is-one-of-the-segments",
    ...modelled("ScanInput.Segment"),
    says: "a scan's segment is one of its segments",
    on: ["Scan"],
    when: (input) =>
      (numberOf(input, "Segment") ?? 0) >= (numberOf(input, "TotalSegments") ?? Number.POSITIVE_INFINITY),
    message: "The Segment parameter is zero-based and must be less than parameter TotalSegments",
    breaks: { ...users, Segment: 4, TotalSegments: 4 },
    keeps: { ...users, Segment: 3, TotalSegments: 4 },
  }),
  limit({
    id: "segment-comes-with-how-many-there-are",
    ...modelled("ScanInput.Segment"),
    says: "who scans a segment says how many there are",
    on: ["Scan"],
    when: (input) => input["Segment"] !== undefined && input["TotalSegments"] === undefined,
    message:
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
    breaks: { ...users, Segment: 0 },
    keeps: { ...users, Segment: 0, TotalSegments: 4 },
  }),
  limit({
    id: "projected-attributes-are-those-of-an-index",
    ...modelled("QueryInput.Select"),
    says: "all projected attributes are selected only from an index",
    on: ["Query", "Scan"],
    when: (input) => input["Select"] === "ALL_PROJECTED_ATTRIBUTES" && input["IndexName"] === undefined,
    message: "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName",
    breaks: { ...users, Select: "ALL_PROJECTED_ATTRIBUTES" },
    keeps: { ...users, Select: "ALL_PROJECTED_ATTRIBUTES", IndexName: "by-age" },
  }),
  limit({
    id: "projection-selects-specific-attributes",
    ...modelled("QueryInput.Select"),
    says: "who says which attributes to return selects nothing else",
    on: ["Query", "Scan"],
    when: (input) =>
      textOf(input, "ProjectionExpression") !== "" &&
      input["Select"] !== undefined &&
      input["Select"] !== "SPECIFIC_ATTRIBUTES",
    message: "Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES",
    breaks: { ...users, ProjectionExpression: "id", Select: "ALL_ATTRIBUTES" },
    keeps: { ...users, ProjectionExpression: "id", Select: "SPECIFIC_ATTRIBUTES" },
  }),
  limit({
    id: "write-of-a-batch-is-one-action",
    ...modelled("WriteRequest.PutRequest"),
    says: "each write of a batch puts or deletes an item, and not both",
    on: ["BatchWriteItem"],
    when: (input) =>
      Object.values((input["RequestItems"] ?? {}) as object)
        .flatMap(listOf)
        .some((write) => isGiven(at(write, "PutRequest")) && isGiven(at(write, "DeleteRequest"))),
    message: "Exactly one of PutRequest and DeleteRequest must be given for each item of a table",
    breaks: { RequestItems: { users: [{ PutRequest: { Item: key(1) }, DeleteRequest: { Key: key(1) } }] } },
    keeps: { RequestItems: { users: [{ PutRequest: { Item: key(1) } }] } },
  }),
  limit({
    id: "expression-has-at-most-4-kib",
    says: "an expression has at most 4,096 bytes",
    on: ["PutItem", "UpdateItem", "DeleteItem", "GetItem", "Query", "Scan"],
    when: (input) => expressions.some((name) => Buffer.byteLength(textOf(input, name)) > 4096),
    message: "Expression size has exceeded the maximum allowed size",
    breaks: {
      ...users,
      ConditionExpression: longest.padEnd(4097),
      ProjectionExpression: longest.padEnd(4097),
    },
    keeps: {
      ...users,
      ConditionExpression: longest.padEnd(4096),
      ProjectionExpression: longest.padEnd(4096),
    },
    evidence: recorded(
      "the service's answer to the tests of github.com/paritysuite/dynamodb-conformance, tier3/limits/expressionSize",
    ),
  }),
  limit({
    id: "put-returns-old-values-or-none",
    ...modelled("PutItemInput.ReturnValues"),
    says: "who puts an item gets its old values, or none",
    on: ["PutItem", "DeleteItem"],
    when: (input) =>
      input["ReturnValues"] !== undefined && !["NONE", "ALL_OLD"].includes(textOf(input, "ReturnValues")),
    message: "ReturnValues can only be ALL_OLD or NONE",
    breaks: { ...users, ReturnValues: "UPDATED_NEW" },
    keeps: { ...users, ReturnValues: "ALL_OLD" },
  }),
  limit({
    id: "statement-parameters-are-not-empty",
    says: "a statement has parameters, or none are given",
    on: ["ExecuteStatement"],
    when: (input) => Array.isArray(input["Parameters"]) && input["Parameters"].length === 0,
    message: refinement("parameters", "[]", "Member must have length greater than or equal to 1"),
    breaks: { Statement: "SELECT * FROM users", Parameters: [] },
    keeps: { Statement: "SELECT * FROM users WHERE id=?", Parameters: [{ S: "1" }] },
    evidence: awsSnapshot(
      "dynamodb",
      "test_dynamodb_execute_statement_empy_parameter",
      "invalid-param-error",
    ),
  }),
  limit({
    id: "streaming-update-says-something",
    says: "who updates a streaming destination says what is to change",
    on: ["UpdateKinesisStreamingDestination"],
    when: (input) => Object.keys((input["UpdateKinesisStreamingConfiguration"] ?? {}) as object).length === 0,
    message:
      "Streaming destination cannot be updated with given parameters: UpdateKinesisStreamingConfiguration cannot be null or contain only null values",
    breaks: streamed(),
    keeps: streamed("MICROSECOND"),
    evidence: awsSnapshot("dynamodb", "test_kinesis_streaming_destination_crud", "update-missing-params"),
  }),
  limit({
    id: "streaming-precision-is-one-of-two",
    says: "what is streamed is timed in milliseconds or microseconds",
    on: ["UpdateKinesisStreamingDestination"],
    when: (input) => {
      const given = at(input, `UpdateKinesisStreamingConfiguration.${precision}`);
      return given !== undefined && given !== "MILLISECOND" && given !== "MICROSECOND";
    },
    message: refinement(
      `updateKinesisStreamingConfiguration.approximateCreationDateTimePrecision`,
      "SECOND",
      "Member must satisfy enum value set: [MILLISECOND, MICROSECOND]",
    ),
    breaks: streamed("SECOND"),
    keeps: streamed("MICROSECOND"),
    evidence: awsSnapshot("dynamodb", "test_kinesis_streaming_destination_crud", "update-bad-precision"),
  }),
];
