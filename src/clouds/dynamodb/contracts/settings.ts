import {
  type Contract,
  contract,
  fault,
  type Input,
  inferred,
  type Situation,
  settingOf,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot, dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import { ownTableOf, untilOthersChange } from "./own-tables.ts";
import { described, documentOf, madeTable, making, users, usersArn } from "./tracked.ts";

/** How a table was last described by the emulator. */
const description: Tracker<Readonly<Record<string, unknown>>> = untilOthersChange(
  settingOf({
    name: "descriptions of tables",
    key: ownTableOf,
    set: ["CreateTable", "DescribeTable", "UpdateTable"],
    cleared: [...making.filter((operation) => operation !== "CreateTable"), "DeleteTable"],
    value: ({ answered }) => {
      const document = documentOf(answered.text);
      const found = document["TableDescription"] ?? document["Table"];
      return typeof found === "object" && found !== null
        ? Object.fromEntries(Object.entries(found))
        : undefined;
    },
    readsAnswer: true,
  }),
);

/** What is said of a table that emulators may not keep. */
interface Extras {
  readonly DeletionProtectionEnabled?: unknown;
  readonly TableClass?: unknown;
}

const extras: Tracker<Extras> = untilOthersChange({
  name: "what emulators do not keep of tables",
  operations: [...making, "UpdateTable", "DeleteTable"],
  key: ownTableOf,
  next(before = {}, { call: { operation, input } }) {
    if (operation === "CreateTable") return { DeletionProtectionEnabled: false, ...extrasOf(input) };
    return operation === "UpdateTable" ? { ...before, ...extrasOf(input) } : undefined;
  },
});

function extrasOf({ DeletionProtectionEnabled, TableClass }: Input): Extras {
  return {
    ...(DeletionProtectionEnabled !== undefined && { DeletionProtectionEnabled }),
    ...(TableClass !== undefined && { TableClass }),
  };
}

/** What a description says besides what the emulator has put there. */
function withExtras(table: unknown, extras: Extras = {}): Readonly<Record<string, unknown>> {
  const { TableClass, DeletionProtectionEnabled = false } = extras;
  return {
    ...(table as object),
    DeletionProtectionEnabled,
    ...(TableClass !== undefined && { TableClassSummary: { TableClass } }),
  };
}

/** The tags that a table was made with and still has. */
const createdTags: Tracker<readonly unknown[]> = untilOthersChange({
  name: "tags that tables were made with",
  operations: [...making, "TagResource", "UntagResource", "DeleteTable"],
  key: ownTableOf,
  next(before = [], { call: { operation, input } }) {
    if (operation === "CreateTable") return listOf(input["Tags"]);
    // What is tagged anew is the emulator's to tell.
    const changed =
      operation === "UntagResource"
        ? listOf(input["TagKeys"])
        : listOf(input["Tags"]).map((tag) => at(tag, "Key"));
    return operation.endsWith("agResource")
      ? before.filter((tag) => !changed.includes(at(tag, "Key")))
      : undefined;
  },
});

/** The tags of the making that an answer lacks. */
function lackingTags(text: string | undefined, created: readonly unknown[] = []): readonly unknown[] {
  const told = listOf(documentOf(text)["Tags"]).map((tag) => at(tag, "Key"));
  return created.filter((tag) => !told.includes(at(tag, "Key")));
}

/**
 * Whether it is known if a table is protected: one that was made before we came, or with another key, may be, and the emulator
 * not say so.
 */
function isProtectionKnown({ call }: Situation, extras: Extras = {}): boolean {
  return (
    call.operation === "CreateTable" ||
    { ...extras, ...extrasOf(call.input) }.DeletionProtectionEnabled !== undefined
  );
}

function lacksExtras(text: string | undefined): boolean {
  const table = documentOf(text)["Table"] ?? documentOf(text)["TableDescription"];
  return table !== undefined && at(table, "DeletionProtectionEnabled") === undefined;
}

const tagged = {
  ...madeTable,
  input: { ...madeTable.input, Tags: [{ Key: "team", Value: "a" }] },
};

export const settingContracts: readonly Contract[] = [
  contract({
    id: "dynamodb/tables-say-whether-they-are-protected",
    says: "a table's description says whether it is protected from deletion",
    on: ["DescribeTable", "CreateTable"],
    asksFirst: true,
    track: { extras },
    when: (situation) =>
      situation.answered.status === 200 &&
      lacksExtras(situation.answered.text) &&
      isProtectionKnown(situation, situation.extras),
    answer: ({ call, answered, extras = {} }) => {
      const document = documentOf(answered.text);
      const member = document["Table"] === undefined ? "TableDescription" : "Table";
      const table = withExtras(document[member], { ...extras, ...extrasOf(call.input) });
      return success(200, { body: JSON.stringify({ ...document, [member]: table }) });
    },
    evidence: awsSnapshot("dynamodb", "test_table_crud", "create-table"),
    breaks: {
      input: madeTable.input,
      after: [madeTable],
      answered: { status: 200, text: JSON.stringify({ Table: described }) },
    },
    keeps: {
      input: madeTable.input,
      answered: {
        status: 200,
        text: JSON.stringify({ Table: { ...described, DeletionProtectionEnabled: false } }),
      },
    },
  }),
  contract({
    id: "dynamodb/table-is-described-by-its-arn",
    says: "a table may be named by its ARN",
    on: ["DescribeTable"],
    asksFirst: true,
    track: { description, extras },
    // Only the emulator knows when a table has become active: before it has said so, it is not for us to say.
    when: (situation) =>
      situation.answered.code === "ValidationException" &&
      textOf(situation.input, "TableName").startsWith("arn:") &&
      situation.description?.["TableStatus"] === "ACTIVE" &&
      isProtectionKnown(situation, situation.extras),
    answer: ({ description, extras }) =>
      success(200, { body: JSON.stringify({ Table: withExtras(description, extras) }) }),
    evidence: dynamodbModelPage("DescribeTableInput.TableName"),
    breaks: {
      input: { TableName: usersArn },
      after: [madeTable],
      answered: { status: 400, code: "ValidationException" },
    },
    keeps: { input: { TableName: usersArn }, answered: { status: 400, code: "ValidationException" } },
  }),
  contract({
    id: "dynamodb/protection-and-class-are-updated",
    says: "a table's protection from deletion and its class can be changed alone",
    on: ["UpdateTable"],
    asksFirst: true,
    track: { description, extras },
    when: (situation) => {
      const { input, answered, description, extras } = situation;
      const changed = Object.keys(extrasOf(input)).length;
      return (
        answered.code === "ValidationException" &&
        description !== undefined &&
        changed > 0 &&
        Object.keys(input).length === changed + 1 &&
        isProtectionKnown(situation, extras)
      );
    },
    answer: ({ input, description, extras }) =>
      success(200, {
        body: JSON.stringify({
          TableDescription: withExtras(description, { ...extras, ...extrasOf(input) }),
        }),
      }),
    evidence: dynamodbModelPage("UpdateTableInput.DeletionProtectionEnabled"),
    breaks: {
      input: { ...users, DeletionProtectionEnabled: true },
      after: [madeTable],
      answered: { status: 400, code: "ValidationException" },
    },
    keeps: {
      input: { ...users, DeletionProtectionEnabled: true },
      after: [madeTable],
      answered: { status: 200 },
    },
  }),
  contract({
    id: "dynamodb/protected-table-is-not-deleted",
    says: "a table that is protected from deletion is not deleted",
    on: ["DeleteTable"],
    track: { extras },
    when: ({ extras }) => extras?.DeletionProtectionEnabled === true,
    answer: fault(
      400,
      "ValidationException",
      "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.",
    ),
    evidence: inferred(
      "that is what the protection is documented for, and the message is quoted in github.com/nubo-db/dynoxide/issues/46; the refusal's code stands only in a mock, in github.com/ekristen/aws-nuke, resources/dynamodb-tables_mock_test.go",
    ),
    breaks: {
      input: users,
      after: [{ ...madeTable, input: { ...madeTable.input, DeletionProtectionEnabled: true } }],
    },
    keeps: { input: users, after: [madeTable] },
  }),
  contract({
    id: "dynamodb/tags-of-the-making-are-kept",
    says: "a table has the tags that it was made with",
    on: ["ListTagsOfResource"],
    asksFirst: true,
    track: { createdTags },
    when: ({ answered, createdTags }) =>
      answered.status === 200 && lackingTags(answered.text, createdTags).length > 0,
    answer: ({ answered, createdTags }) => {
      const document = documentOf(answered.text);
      const tags = [...lackingTags(answered.text, createdTags), ...listOf(document["Tags"])];
      return success(200, { body: JSON.stringify({ ...document, Tags: tags }) });
    },
    evidence: dynamodbModelPage("CreateTableInput.Tags"),
    breaks: {
      input: { ResourceArn: usersArn },
      after: [tagged],
      answered: { status: 200, text: '{"Tags":[]}' },
    },
    keeps: {
      input: { ResourceArn: usersArn },
      after: [madeTable],
      answered: { status: 200, text: '{"Tags":[]}' },
    },
  }),
];
