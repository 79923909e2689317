import {
  type Contract,
  contract,
  fault,
  type Input,
  inferred,
  settingOf,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot, dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { at, listOf, textOf } from "../../shared/contract-conditions.ts";
import {
  described,
  documentOf,
  isUnknownOperation,
  madeTable,
  tableOf,
  unknownOperation,
  users,
  usersArn,
} from "./tracked.ts";

/** How a table was last described by the emulator. */
const description: Tracker<Readonly<Record<string, unknown>>> = settingOf({
  name: "descriptions of tables",
  key: tableOf,
  set: ["CreateTable", "DescribeTable", "UpdateTable"],
  cleared: ["DeleteTable"],
  value: ({ answered }) => {
    const document = documentOf(answered.text);
    const found = document["TableDescription"] ?? document["Table"];
    return typeof found === "object" && found !== null
      ? Object.fromEntries(Object.entries(found))
      : undefined;
  },
  readsAnswer: true,
});

/** What is said of a table that emulators may not keep. */
interface Extras {
  readonly DeletionProtectionEnabled?: unknown;
  readonly TableClass?: unknown;
}

const extras: Tracker<Extras> = {
  name: "what emulators do not keep of tables",
  operations: ["CreateTable", "UpdateTable", "DeleteTable"],
  key: tableOf,
  next(before = {}, { call: { operation, input } }) {
    if (operation === "DeleteTable") return undefined;
    return { ...before, ...extrasOf(input) };
  },
};

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

const recovery = settingOf({
  name: "point-in-time recovery of tables",
  key: tableOf,
  set: ["UpdateContinuousBackups"],
  cleared: ["DeleteTable"],
  value: ({ call: { input } }) => ({
    isEnabled: at(input, "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled") === true,
  }),
});

const createdTags = settingOf({
  name: "tags that tables were made with",
  key: tableOf,
  set: ["CreateTable"],
  cleared: ["DeleteTable", "UntagResource", "TagResource"],
  value: ({ call: { input } }) => listOf(input["Tags"]),
});

function backupsOf(isEnabled: boolean, now: number): string {
  const seconds = Math.floor(now / 1000);
  return JSON.stringify({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: "ENABLED",
      PointInTimeRecoveryDescription: isEnabled
        ? {
            PointInTimeRecoveryStatus: "ENABLED",
            RecoveryPeriodInDays: 35,
            EarliestRestorableDateTime: seconds,
            LatestRestorableDateTime: seconds,
          }
        : { PointInTimeRecoveryStatus: "DISABLED" },
    },
  });
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
    when: ({ answered }) => answered.status === 200 && lacksExtras(answered.text),
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
    id: "dynamodb/protection-and-class-are-updated",
    says: "a table's protection from deletion and its class can be changed alone",
    on: ["UpdateTable"],
    asksFirst: true,
    track: { description, extras },
    when: ({ input, answered, description }) =>
      answered.code === "ValidationException" &&
      description !== undefined &&
      Object.keys(extrasOf(input)).length > 0 &&
      Object.keys(input).length === Object.keys(extrasOf(input)).length + 1,
    answer: ({ input, description, extras }) =>
      success(200, {
        body: JSON.stringify({
          TableDescription: withExtras(description, { ...extras, ...extrasOf(input) }),
        }),
      }),
    evidence: dynamodbModelPage,
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
    answer: ({ call }) =>
      fault(
        400,
        "ValidationException",
        `Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first. (${tableOf(call)})`,
      ),
    evidence: inferred("that is what the protection is documented for; its refusal was not seen"),
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
    when: ({ answered, createdTags = [] }) =>
      answered.status === 200 &&
      createdTags.length > 0 &&
      listOf(documentOf(answered.text)["Tags"]).length === 0,
    answer: ({ createdTags = [] }) => success(200, { body: JSON.stringify({ Tags: createdTags }) }),
    evidence: dynamodbModelPage,
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
  contract({
    id: "dynamodb/tables-are-backed-up-continuously",
    says: "continuous backups are on for all tables, point-in-time recovery where it was asked for",
    on: ["DescribeContinuousBackups"],
    asksFirst: true,
    track: { recovery },
    when: isUnknownOperation,
    answer: ({ now, recovery }) => success(200, { body: backupsOf(recovery?.isEnabled === true, now) }),
    evidence: awsSnapshot("dynamodb", "test_continuous_backup_update", "describe-continuous-backup"),
    breaks: { input: users, after: [madeTable], ...unknownOperation },
    keeps: { input: users, after: [madeTable], answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/point-in-time-recovery-is-updated",
    says: "point-in-time recovery can be turned on and off",
    on: ["UpdateContinuousBackups"],
    asksFirst: true,
    track: { recovery },
    when: isUnknownOperation,
    answer: ({ input, now }) =>
      success(200, {
        body: backupsOf(
          at(input, "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled") === true,
          now,
        ),
      }),
    evidence: awsSnapshot("dynamodb", "test_continuous_backup_update", "update-continuous-backup"),
    breaks: { input: users, after: [madeTable], ...unknownOperation },
    keeps: { input: users, after: [madeTable], answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/insights-are-off-unless-asked-for",
    says: "a table has no contributor insights unless they were asked for",
    on: ["DescribeContributorInsights"],
    asksFirst: true,
    when: isUnknownOperation,
    answer: ({ input }) =>
      success(200, {
        body: JSON.stringify({
          TableName: textOf(input, "TableName"),
          ContributorInsightsRuleList: [],
          ContributorInsightsStatus: "DISABLED",
        }),
      }),
    evidence: dynamodbModelPage,
    breaks: { input: users, after: [madeTable], ...unknownOperation },
    keeps: { input: users, answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/replicas-are-described",
    says: "the scaling of a table without replicas is described",
    on: ["DescribeTableReplicaAutoScaling"],
    asksFirst: true,
    when: isUnknownOperation,
    answer: ({ input }) =>
      success(200, {
        body: JSON.stringify({
          TableAutoScalingDescription: {
            TableName: textOf(input, "TableName"),
            TableStatus: "ACTIVE",
            Replicas: [],
          },
        }),
      }),
    evidence: dynamodbModelPage,
    breaks: { input: users, after: [madeTable], ...unknownOperation },
    keeps: { input: users, answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/limits-are-told",
    says: "an account's limits are told",
    on: ["DescribeLimits"],
    asksFirst: true,
    when: isUnknownOperation,
    answer: success(200, {
      body: JSON.stringify({
        AccountMaxReadCapacityUnits: 80_000,
        AccountMaxWriteCapacityUnits: 80_000,
        TableMaxReadCapacityUnits: 40_000,
        TableMaxWriteCapacityUnits: 40_000,
      }),
    }),
    evidence: inferred("that it is answered is documented; the numbers differ by account"),
    breaks: unknownOperation,
    keeps: { answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/policy-that-is-not-set-is-not-found",
    says: "a table without a policy of its own has none to read or delete",
    on: ["GetResourcePolicy"],
    asksFirst: true,
    when: isUnknownOperation,
    answer: ({ input }) =>
      fault(
        400,
        "PolicyNotFoundException",
        `Resource-based policy not found for the provided ResourceArn: ${textOf(input, "ResourceArn")}`,
      ),
    evidence: dynamodbModelPage,
    breaks: { input: { ResourceArn: usersArn }, ...unknownOperation },
    keeps: { input: { ResourceArn: usersArn }, answered: { status: 200 } },
  }),
];
