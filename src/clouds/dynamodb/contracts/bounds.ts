import type { Contract, Input } from "../../../model/index.ts";
import { at, listOf } from "../../shared/contract-conditions.ts";
import { limit, modelled, refinement } from "./limit.ts";
import { madeTable, users, usersArn } from "./tracked.ts";

/** What the model says of a member, and how a request that breaks it is told so. */
interface Bound {
  readonly breaks: (value: unknown) => boolean;
  readonly says: string;
  /** A value beyond it, and one on it. */
  readonly beyond: unknown;
  readonly on: unknown;
}

/** A member of requests with its bound, by the name of its shape in the model. */
interface Bounded {
  readonly id: string;
  readonly says: string;
  readonly operations: readonly string[];
  /** `Tags[].Key`: of each tag its key. */
  readonly member: string;
  readonly shape: string;
  readonly bound: Bound;
  /** What else an example says. */
  readonly beside?: Input;
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" || Array.isArray(value) ? value.length : undefined;
}

function least(min: number, beyond: unknown, on: unknown): Bound {
  const says = `Member must have ${kindOf(on)} greater than or equal to ${min}`;
  return { breaks: (value) => (sizeOf(value) ?? min) < min, says, beyond, on };
}

function most(max: number, beyond: unknown, on: unknown): Bound {
  const says = `Member must have ${kindOf(on)} less than or equal to ${max}`;
  return { breaks: (value) => (sizeOf(value) ?? max) > max, says, beyond, on };
}

function kindOf(value: unknown): string {
  return typeof value === "number" ? "value" : "length";
}

function among(...values: readonly string[]): Bound {
  return {
    breaks: (value) => typeof value === "string" && !values.includes(value),
    says: `Member must satisfy enum value set: [${values.join(", ")}]`,
    beyond: "OTHER",
    on: values[0],
  };
}

const plain: Bound = {
  breaks: (value) => typeof value === "string" && /[^\w.-]/.test(value),
  says: "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+",
  beyond: "my name",
  on: "my-name",
};

/** What stands at the path of a member, for each item of the lists on it. */
function valuesAt(input: unknown, member: string): readonly unknown[] {
  const [own = "", ...rest] = member.split("[].");
  const value = at(input, own);
  if (rest.length === 0) return value === undefined || value === null ? [] : [value];
  return listOf(value).flatMap((item) => valuesAt(item, rest.join("[].")));
}

/** The request that an example is, with this value for the member. */
function withValue(beside: Input, member: string, value: unknown): Input {
  const [own = "", ...rest] = member.split("[].");
  if (rest.length > 0) return { ...beside, [own]: [withValue({}, rest.join("[]."), value)] };
  const [first = "", ...inner] = own.split(".");
  const part = beside[first] as Input | undefined;
  return {
    ...beside,
    [first]: inner.length === 0 ? value : withValue(part ?? {}, inner.join("."), value),
  };
}

/** `Tags[].Key` is `tags.1.member.key` to the service. */
function inAnswers(member: string): string {
  return member
    .replaceAll("[]", ".1.member")
    .replaceAll(/(^|\.)([A-Z])/g, (_, dot, letter) => `${dot}${letter.toLowerCase()}`);
}

function bounded({ id, says, operations, member, shape, bound, beside = {} }: Bounded): Contract {
  return limit({
    id,
    says,
    ...modelled(shape),
    on: operations,
    when: (input) => valuesAt(input, member).some(bound.breaks),
    message: refinement(inAnswers(member), "…", bound.says),
    breaks: withValue(beside, member, bound.beyond),
    keeps: withValue(beside, member, bound.on),
  });
}

const statement = "SELECT * FROM users WHERE id='1'";
const statements = (count: number) => Array.from({ length: count }, () => ({ Statement: statement }));
const backupArn = `${usersArn}/backup/01`;
const key = { ...users, Key: { id: { S: "1" } } };

/** Limits of the model that requests meet before anything is looked up. */
export const boundContracts: readonly Contract[] = [
  bounded({
    id: "backup-name-has-at-least-3-characters",
    says: "a backup's name has at least 3 characters",
    operations: ["CreateBackup"],
    member: "BackupName",
    shape: "BackupName",
    bound: least(3, "ab", "abc"),
    beside: users,
  }),
  bounded({
    id: "backup-name-has-at-most-255-characters",
    says: "a backup's name has at most 255 characters",
    operations: ["CreateBackup"],
    member: "BackupName",
    shape: "BackupName",
    bound: most(255, "b".repeat(256), "b".repeat(255)),
    beside: users,
  }),
  bounded({
    id: "backup-name-has-plain-characters",
    says: "a backup's name has letters, digits, _ . and -",
    operations: ["CreateBackup"],
    member: "BackupName",
    shape: "BackupName",
    bound: plain,
    beside: users,
  }),
  bounded({
    id: "backup-is-named-by-its-arn",
    says: "the ARN of a backup has at least 37 characters",
    operations: ["DescribeBackup", "DeleteBackup", "RestoreTableFromBackup"],
    member: "BackupArn",
    shape: "BackupArn",
    bound: least(37, "backup", backupArn),
    beside: { TargetTableName: "restored" },
  }),
  bounded({
    id: "export-is-named-by-its-arn",
    says: "the ARN of an export has at least 37 characters",
    operations: ["DescribeExport"],
    member: "ExportArn",
    shape: "ExportArn",
    bound: least(37, "export", `${usersArn}/export/01`),
  }),
  bounded({
    id: "import-is-named-by-its-arn",
    says: "the ARN of an import has at least 37 characters",
    operations: ["DescribeImport"],
    member: "ImportArn",
    shape: "ImportArn",
    bound: least(37, "import", `${usersArn}/import/01`),
  }),
  bounded({
    id: "stream-is-named-by-its-arn",
    says: "the ARN of a stream has at least 37 characters",
    operations: [
      "EnableKinesisStreamingDestination",
      "DisableKinesisStreamingDestination",
      "UpdateKinesisStreamingDestination",
    ],
    member: "StreamArn",
    shape: "StreamArn",
    bound: least(37, "stream", "arn:aws:kinesis:us-east-1:111122223333:stream/changes"),
    beside: {
      ...users,
      UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: "MICROSECOND" },
    },
  }),
  bounded({
    id: "at-least-one-backup-is-listed-at-once",
    says: "a page of backups has at least one",
    operations: ["ListBackups"],
    member: "Limit",
    shape: "BackupsInputLimit",
    bound: least(1, 0, 1),
  }),
  bounded({
    id: "at-most-100-backups-are-listed-at-once",
    says: "a page of backups has at most 100",
    operations: ["ListBackups"],
    member: "Limit",
    shape: "BackupsInputLimit",
    bound: most(100, 101, 100),
  }),
  bounded({
    id: "at-least-one-export-is-listed-at-once",
    says: "a page of exports has at least one",
    operations: ["ListExports"],
    member: "MaxResults",
    shape: "ListExportsMaxLimit",
    bound: least(1, 0, 1),
  }),
  bounded({
    id: "at-most-25-exports-are-listed-at-once",
    says: "a page of exports has at most 25",
    operations: ["ListExports"],
    member: "MaxResults",
    shape: "ListExportsMaxLimit",
    bound: most(25, 26, 25),
  }),
  bounded({
    id: "at-least-one-import-is-listed-at-once",
    says: "a page of imports has at least one",
    operations: ["ListImports"],
    member: "PageSize",
    shape: "ListImportsMaxLimit",
    bound: least(1, 0, 1),
  }),
  bounded({
    id: "at-most-25-imports-are-listed-at-once",
    says: "a page of imports has at most 25",
    operations: ["ListImports"],
    member: "PageSize",
    shape: "ListImportsMaxLimit",
    bound: most(25, 26, 25),
  }),
  bounded({
    id: "at-least-one-global-table-is-listed-at-once",
    says: "a page of global tables has at least one",
    operations: ["ListGlobalTables"],
    member: "Limit",
    shape: "PositiveIntegerObject",
    bound: least(1, 0, 1),
  }),
  bounded({
    id: "at-most-100-insights-are-listed-at-once",
    says: "a page of contributor insights has at most 100",
    operations: ["ListContributorInsights"],
    member: "MaxResults",
    shape: "ListContributorInsightsLimit",
    bound: most(100, 101, 100),
  }),
  bounded({
    id: "insights-are-enabled-or-disabled",
    says: "contributor insights are enabled or disabled",
    operations: ["UpdateContributorInsights"],
    member: "ContributorInsightsAction",
    shape: "ContributorInsightsAction",
    bound: among("ENABLE", "DISABLE"),
    beside: users,
  }),
  bounded({
    id: "recovery-goes-back-at-least-a-day",
    says: "a table can be recovered for at least a day",
    operations: ["UpdateContinuousBackups"],
    member: "PointInTimeRecoverySpecification.RecoveryPeriodInDays",
    shape: "RecoveryPeriodInDays",
    bound: least(1, 0, 1),
    beside: { ...users, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  }),
  bounded({
    id: "recovery-goes-back-at-most-35-days",
    says: "a table can be recovered for at most 35 days",
    operations: ["UpdateContinuousBackups"],
    member: "PointInTimeRecoverySpecification.RecoveryPeriodInDays",
    shape: "RecoveryPeriodInDays",
    bound: most(35, 36, 35),
    beside: { ...users, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
  }),
  bounded({
    id: "time-to-live-is-in-an-attribute",
    says: "the attribute with an item's time to live has a name",
    operations: ["UpdateTimeToLive"],
    member: "TimeToLiveSpecification.AttributeName",
    shape: "TimeToLiveAttributeName",
    bound: least(1, "", "t"),
    beside: { ...users, TimeToLiveSpecification: { Enabled: true } },
  }),
  bounded({
    id: "time-to-live-is-in-a-short-attribute",
    says: "the attribute with an item's time to live has a name of at most 255 characters",
    operations: ["UpdateTimeToLive"],
    member: "TimeToLiveSpecification.AttributeName",
    shape: "TimeToLiveAttributeName",
    bound: most(255, "t".repeat(256), "t".repeat(255)),
    beside: { ...users, TimeToLiveSpecification: { Enabled: true } },
  }),
  bounded({
    id: "statement-is-not-empty",
    says: "a statement says something",
    operations: ["ExecuteStatement"],
    member: "Statement",
    shape: "PartiQLStatement",
    bound: least(1, "", statement),
  }),
  bounded({
    id: "statement-has-at-most-8192-characters",
    says: "a statement has at most 8,192 characters",
    operations: ["ExecuteStatement"],
    member: "Statement",
    shape: "PartiQLStatement",
    bound: most(8192, statement.padEnd(8193), statement.padEnd(8192)),
  }),
  bounded({
    id: "statement-has-pages-of-at-least-one",
    says: "a page of what a statement selects has at least one item",
    operations: ["ExecuteStatement"],
    member: "Limit",
    shape: "PositiveIntegerObject",
    bound: least(1, 0, 1),
    beside: { Statement: statement },
  }),
  bounded({
    id: "batch-of-statements-is-not-empty",
    says: "a batch of statements has at least one",
    operations: ["BatchExecuteStatement"],
    member: "Statements",
    shape: "PartiQLBatchRequest",
    bound: least(1, [], statements(1)),
  }),
  bounded({
    id: "at-most-25-statements-are-one-batch",
    says: "a batch has at most 25 statements",
    operations: ["BatchExecuteStatement"],
    member: "Statements",
    shape: "PartiQLBatchRequest",
    bound: most(25, statements(26), statements(25)),
  }),
  bounded({
    id: "transaction-of-statements-is-not-empty",
    says: "a transaction of statements has at least one",
    operations: ["ExecuteTransaction"],
    member: "TransactStatements",
    shape: "ParameterizedStatements",
    bound: least(1, [], statements(1)),
  }),
  bounded({
    id: "at-most-100-statements-are-one-transaction",
    says: "a transaction has at most 100 statements",
    operations: ["ExecuteTransaction"],
    member: "TransactStatements",
    shape: "ParameterizedStatements",
    bound: most(100, statements(101), statements(100)),
  }),
  bounded({
    id: "transaction-writes-something",
    says: "a transaction writes at least one item",
    operations: ["TransactWriteItems"],
    member: "TransactItems",
    shape: "TransactWriteItemList",
    bound: least(1, [], [{ Delete: key }]),
  }),
  bounded({
    id: "transaction-reads-something",
    says: "a transaction reads at least one item",
    operations: ["TransactGetItems"],
    member: "TransactItems",
    shape: "TransactGetItemList",
    bound: least(1, [], [{ Get: key }]),
  }),
  bounded({
    id: "token-of-a-transaction-is-not-empty",
    says: "a token by which a transaction is known again says something",
    operations: ["TransactWriteItems", "ExecuteTransaction"],
    member: "ClientRequestToken",
    shape: "ClientRequestToken",
    bound: least(1, "", "a"),
    beside: { TransactItems: [{ Delete: key }], TransactStatements: statements(1) },
  }),
  bounded({
    id: "token-of-a-transaction-has-at-most-36-characters",
    says: "a token by which a transaction is known again has at most 36 characters",
    operations: ["TransactWriteItems", "ExecuteTransaction"],
    member: "ClientRequestToken",
    shape: "ClientRequestToken",
    bound: most(36, "a".repeat(37), "a".repeat(36)),
    beside: { TransactItems: [{ Delete: key }], TransactStatements: statements(1) },
  }),
  bounded({
    id: "item-is-returned-where-its-condition-fails-or-not",
    says: "where its condition fails, an item is returned as it was, or not",
    operations: ["PutItem", "UpdateItem", "DeleteItem", "ExecuteStatement"],
    member: "ReturnValuesOnConditionCheckFailure",
    shape: "ReturnValuesOnConditionCheckFailure",
    bound: among("ALL_OLD", "NONE"),
    beside: { ...key, Item: key.Key, Statement: statement },
  }),
  bounded({
    id: "table-class-is-one-of-two",
    says: "a table is of one of two classes",
    operations: ["CreateTable", "UpdateTable"],
    member: "TableClass",
    shape: "TableClass",
    bound: among("STANDARD", "STANDARD_INFREQUENT_ACCESS"),
    beside: madeTable.input,
  }),
  bounded({
    id: "key-attribute-has-at-most-255-characters",
    says: "the name of a key's attribute has at most 255 characters",
    operations: ["CreateTable"],
    member: "KeySchema[].AttributeName",
    shape: "KeySchemaAttributeName",
    bound: most(255, "k".repeat(256), "k".repeat(255)),
    beside: madeTable.input,
  }),
  bounded({
    id: "tag-key-of-a-new-table-has-at-most-128-characters",
    says: "a tag's key has at most 128 characters, also where a table is made with it",
    operations: ["CreateTable"],
    member: "Tags[].Key",
    shape: "TagKeyString",
    bound: most(128, "k".repeat(129), "k".repeat(128)),
    beside: madeTable.input,
  }),
  bounded({
    id: "tag-value-of-a-new-table-has-at-most-256-characters",
    says: "a tag's value has at most 256 characters, also where a table is made with it",
    operations: ["CreateTable"],
    member: "Tags[].Value",
    shape: "TagValueString",
    bound: most(256, "v".repeat(257), "v".repeat(256)),
    beside: madeTable.input,
  }),
  bounded({
    id: "scan-has-at-most-1000000-segments",
    says: "a scan has at most 1,000,000 segments",
    operations: ["Scan"],
    member: "TotalSegments",
    shape: "ScanTotalSegments",
    bound: most(1_000_000, 1_000_001, 1_000_000),
    beside: { ...users, Segment: 0 },
  }),
];
