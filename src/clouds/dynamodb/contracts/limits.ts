import {
  type Contract,
  contract,
  documented,
  type Evidence,
  fault,
  type Input,
  inferred,
} from "../../../model/index.ts";
import { awsSnapshot, dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { at, listOf, numberOf, textOf } from "../../shared/contract-conditions.ts";
import { isMissing, madeTable, noTable, ownTable, table, users, usersArn } from "./tracked.ts";

function invalid(message: string) {
  return fault(400, "ValidationException", message);
}

/** A refinement of the model that a request breaks is answered with its name. */
function refinement(member: string, value: string, says: string): string {
  return `1 validation error detected: Value '${value}' at '${member}' failed to satisfy constraint: ${says}`;
}

interface Limit {
  readonly id: string;
  readonly says: string;
  readonly on: readonly string[];
  readonly when: (input: Input) => boolean;
  readonly message: string;
  readonly breaks: Input;
  readonly keeps: Input;
  readonly evidence: Evidence;
}

/**
 * A limit that the model has. Of what is beyond one, the guide says that it is a ValidationException ("Error handling", at
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html).
 */
function modelled(at: string): { readonly evidence: Evidence } {
  return { evidence: dynamodbModelPage(at) };
}

/** A member that is null is as if it was not there. */
function withoutNulls(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
}

function limit({ id, says, on, when, message, breaks, keeps, evidence }: Limit): Contract {
  return contract({
    id: `dynamodb/${id}`,
    says,
    on,
    when: ({ input }) => when(withoutNulls(input)),
    answer: invalid(message),
    evidence,
    breaks: { input: breaks },
    keeps: { input: keeps },
  });
}

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
const tags = (count: number) => ({
  ResourceArn: usersArn,
  Tags: Array.from({ length: count }, (_, index) => ({ Key: `k${index}`, Value: "v" })),
});

const precision = "ApproximateCreationDateTimePrecision";
const streamed = (value?: string) => ({
  ...users,
  StreamArn: "arn:aws:kinesis:us-east-1:111122223333:stream/changes",
  ...(value !== undefined && { UpdateKinesisStreamingConfiguration: { [precision]: value } }),
});

/** The guide's rules for names; an ARN, which the model takes as well, has its own. */
const naming: Evidence = documented(
  "Supported data types and naming rules, in the Amazon DynamoDB Developer Guide",
  "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/HowItWorks.NamingRulesDataTypes.html",
  "Table names and index names must be between 3 and 255 characters long",
);

function isArn(input: Input): boolean {
  return textOf(input, "TableName").startsWith("arn:");
}

const throughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };

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
    id: "table-name-has-3-to-255-characters",
    evidence: naming,
    says: "a table's name has 3 to 255 characters",
    on: ["CreateTable"],
    when: (input) => !isArn(input) && isOutside(textOf(input, "TableName").length, 3, 255),
    message: "TableName must be at least 3 characters long and at most 255 characters long",
    breaks: { ...madeTable.input, TableName: "ab" },
    keeps: { ...madeTable.input, TableName: "abc" },
  }),
  limit({
    id: "table-name-has-plain-characters",
    evidence: naming,
    says: "a table's name has letters, digits, _ . and -",
    on: ["CreateTable"],
    when: (input) => !isArn(input) && /[^\w.-]/.test(textOf(input, "TableName")),
    message: refinement("tableName", "…", "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"),
    breaks: { ...madeTable.input, TableName: "my table" },
    keeps: { ...madeTable.input, TableName: "my-table" },
  }),
  limit({
    id: "throughput-is-not-provisioned-on-demand",
    says: "a table that is paid per request has no provisioned throughput",
    on: ["CreateTable"],
    when: (input) =>
      input["BillingMode"] === "PAY_PER_REQUEST" && input["ProvisionedThroughput"] !== undefined,
    message:
      "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST",
    breaks: { ...madeTable.input, ProvisionedThroughput: throughput },
    keeps: madeTable.input,
    evidence: awsSnapshot("dynamodb", "test_dynamodb_pay_per_request", "Error"),
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
  limit({
    id: "tag-key-has-at-most-128-characters",
    ...modelled("TagKeyString"),
    says: "a tag's key has at most 128 characters",
    on: ["TagResource"],
    when: (input) => listOf(input["Tags"]).some((tag) => String(at(tag, "Key") ?? "").length > 128),
    message: refinement("tags.1.member.key", "…", "Member must have length less than or equal to 128"),
    breaks: { ResourceArn: usersArn, Tags: [{ Key: "k".repeat(129), Value: "v" }] },
    keeps: { ResourceArn: usersArn, Tags: [{ Key: "k".repeat(128), Value: "v" }] },
  }),
  limit({
    id: "tag-value-has-at-most-256-characters",
    ...modelled("TagValueString"),
    says: "a tag's value has at most 256 characters",
    on: ["TagResource"],
    when: (input) => listOf(input["Tags"]).some((tag) => String(at(tag, "Value") ?? "").length > 256),
    message: refinement("tags.1.member.value", "…", "Member must have length less than or equal to 256"),
    breaks: { ResourceArn: usersArn, Tags: [{ Key: "k", Value: "v".repeat(257) }] },
    keeps: { ResourceArn: usersArn, Tags: [{ Key: "k", Value: "v".repeat(256) }] },
  }),
  limit({
    id: "table-has-at-most-50-tags",
    says: "a table has at most 50 tags",
    on: ["TagResource"],
    when: (input) => listOf(input["Tags"]).length > 50,
    message: "One or more parameter values were invalid: Too many tags",
    breaks: tags(51),
    keeps: tags(50),
    evidence: inferred("the limit is documented; which of two codes it has was not seen"),
  }),
  limit({
    id: "resource-policy-is-not-empty",
    says: "a policy of a table's own says something",
    on: ["PutResourcePolicy"],
    when: (input) => input["Policy"] === "",
    message: "Policy must not be empty",
    breaks: { ResourceArn: usersArn, Policy: "" },
    keeps: { ResourceArn: usersArn, Policy: "{}" },
    evidence: inferred("its code was not seen"),
  }),
  contract({
    id: "dynamodb/table-is-made-once",
    says: "a table that is there is not made again",
    on: ["CreateTable"],
    track: { ownTable },
    when: ({ ownTable }) => ownTable === "there",
    answer: ({ input }) =>
      fault(400, "ResourceInUseException", `Table already exists: ${textOf(input, "TableName")}`),
    evidence: awsSnapshot("dynamodb", "test_create_duplicate_table", "Error"),
    breaks: { input: madeTable.input, after: [madeTable] },
    keeps: { input: madeTable.input },
  }),
  contract({
    id: "dynamodb/missing-table-is-not-deleted",
    says: "a table that is not there is not deleted",
    on: ["DeleteTable"],
    asksFirst: true,
    track: { table },
    // What the emulator has deleted was there, whoever has made it.
    when: (situation) =>
      situation.answered.status >= 400 &&
      situation.table === undefined &&
      isMissing(situation.table, situation),
    answer: noTable,
    evidence: awsSnapshot("dynamodb", "test_table_crud", "delete-non-existent-table"),
    breaks: { input: users, answered: { status: 400, code: "ResourceNotFoundException" } },
    keeps: { input: users, after: [madeTable] },
  }),
];

function isOutside(value: number | undefined, min: number, max: number): boolean {
  return value !== undefined && (value < min || value > max);
}
