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
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { isOutside, limit, modelled, refinement } from "./limit.ts";
import { ownTable } from "./own-tables.ts";
import { documentOf, isMissing, madeTable, noTable, table, users, usersArn } from "./tracked.ts";

const tags = (count: number) => ({
  ResourceArn: usersArn,
  Tags: Array.from({ length: count }, (_, index) => ({ Key: `k${index}`, Value: "v" })),
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

/** Refusals of which the name of a test tells, in a suite that runs against the real service; the code was not seen. */
function conformance(test: string, file: string): Evidence {
  return inferred(
    `github.com/paritysuite/dynamodb-conformance has met it, tier1/${file}: ${test}; the refusal's code was not seen`,
  );
}

const streamed = (StreamSpecification: Input) => ({ ...madeTable.input, StreamSpecification });
const indexed = (Projection: Input) => ({
  ...madeTable.input,
  GlobalSecondaryIndexes: [
    { IndexName: "by-id", KeySchema: [{ AttributeName: "id", KeyType: "HASH" }], Projection },
  ],
});

function projectionsOf(input: Input): readonly unknown[] {
  return ["GlobalSecondaryIndexes", "LocalSecondaryIndexes"]
    .flatMap((name) => listOf(input[name]))
    .map((index) => at(index, "Projection"));
}

function includesNone(projection: unknown): boolean {
  const names = at(projection, "NonKeyAttributes");
  return at(projection, "ProjectionType") === "INCLUDE" && (names === undefined || names === null);
}

const withoutIndex = (IndexName: string) => ({
  ...users,
  GlobalSecondaryIndexUpdates: [{ Delete: { IndexName } }],
});

function deletedIndexes(input: Input): readonly string[] {
  return listOf(input["GlobalSecondaryIndexUpdates"])
    .map((update) => at(update, "Delete.IndexName"))
    .filter((name) => typeof name === "string");
}

/** The indexes of a table's description; one that is being deleted is still there. */
function indexesIn(text: string | undefined): readonly unknown[] {
  const indexes = listOf(at(documentOf(text), "TableDescription.GlobalSecondaryIndexes"));
  return indexes.map((index) => at(index, "IndexName"));
}

const throughput = { ReadCapacityUnits: 1, WriteCapacityUnits: 1 };

/** What is said of a whole table, and of its tags and its policy. */
export const tableContracts: readonly Contract[] = [
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
    id: "stream-that-is-off-has-no-view",
    says: "what is written to a stream is said only where there is one",
    on: ["CreateTable"],
    when: (input) =>
      at(input, "StreamSpecification.StreamEnabled") === false &&
      at(input, "StreamSpecification.StreamViewType") !== undefined,
    message:
      "One or more parameter values were invalid: StreamSpecification.StreamViewType cannot be specified when StreamEnabled is false",
    breaks: streamed({ StreamEnabled: false, StreamViewType: "KEYS_ONLY" }),
    keeps: streamed({ StreamEnabled: true, StreamViewType: "KEYS_ONLY" }),
    evidence: conformance(
      "rejects StreamSpecification with StreamEnabled false plus a StreamViewType",
      "createTable/basic",
    ),
  }),
  limit({
    id: "index-that-includes-attributes-names-them",
    says: "an index that includes some attributes besides its keys names them",
    on: ["CreateTable"],
    when: (input) => projectionsOf(input).some((projection) => includesNone(projection)),
    message:
      "One or more parameter values were invalid: ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
    breaks: indexed({ ProjectionType: "INCLUDE" }),
    keeps: indexed({ ProjectionType: "INCLUDE", NonKeyAttributes: ["name"] }),
    evidence: conformance("rejects a GSI INCLUDE projection without NonKeyAttributes", "createTable/basic"),
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
    // What is missing in a request is told before.
    when: ({ ownTable, input }) =>
      ownTable === "there" && input["KeySchema"] !== undefined && input["AttributeDefinitions"] !== undefined,
    answer: ({ input }) =>
      fault(400, "ResourceInUseException", `Table already exists: ${textOf(input, "TableName")}`),
    evidence: awsSnapshot("dynamodb", "test_create_duplicate_table", "Error"),
    breaks: { input: madeTable.input, after: [madeTable] },
    keeps: { input: madeTable.input },
  }),
  contract({
    id: "dynamodb/missing-index-is-not-deleted",
    says: "an index that is not there is not deleted",
    on: ["UpdateTable"],
    asksFirst: true,
    when: ({ input, answered }) =>
      answered.status === 200 &&
      deletedIndexes(input).some((name) => !indexesIn(answered.text).includes(name)),
    answer: fault(
      400,
      "ResourceNotFoundException",
      "Requested resource not found: One or more indexes not found",
    ),
    evidence: dynamodbModelPage("UpdateTable"),
    breaks: {
      input: withoutIndex("by-age"),
      after: [madeTable],
      answered: { status: 200, text: '{"TableDescription":{}}' },
    },
    keeps: {
      input: withoutIndex("by-age"),
      after: [madeTable],
      answered: {
        status: 200,
        text: '{"TableDescription":{"GlobalSecondaryIndexes":[{"IndexName":"by-age"}]}}',
      },
    },
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
      situation.answered.code !== "ValidationException" &&
      situation.table === undefined &&
      isMissing(situation.table, situation),
    answer: noTable,
    evidence: awsSnapshot("dynamodb", "test_table_crud", "delete-non-existent-table"),
    breaks: { input: users, answered: { status: 400, code: "ResourceNotFoundException" } },
    keeps: { input: users, after: [madeTable] },
  }),
];
