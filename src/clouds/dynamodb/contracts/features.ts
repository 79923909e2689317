import {
  type Contract,
  contract,
  documented,
  fault,
  type Input,
  inferred,
  settingOf,
  success,
} from "../../../model/index.ts";
import { awsSnapshot, dynamodbModelPage } from "../../shared/amazon-sources.ts";
import { at, textOf } from "../../shared/contract-conditions.ts";
import { ownTableOf, untilOthersChange } from "./own-tables.ts";
import { isUnknownOperation, madeTable, making, unknownOperation, users, usersArn } from "./tracked.ts";

/** Whether a table can be recovered, and how far back. */
interface Recovery {
  readonly isEnabled: boolean;
  readonly days: number;
}

function recoveryOf(input: Input): Recovery {
  const days = at(input, "PointInTimeRecoverySpecification.RecoveryPeriodInDays");
  return {
    isEnabled: at(input, "PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled") === true,
    days: typeof days === "number" ? days : 35,
  };
}

/** Off from the making, until it is turned on. */
const recovery = untilOthersChange(
  settingOf({
    name: "point-in-time recovery of tables",
    key: ownTableOf,
    set: ["CreateTable", "UpdateContinuousBackups"],
    cleared: [...making.filter((operation) => operation !== "CreateTable"), "DeleteTable"],
    value: ({ call: { input } }) => recoveryOf(input),
  }),
);

function backupsOf({ isEnabled, days }: Recovery, now: number): string {
  const seconds = Math.floor(now / 1000);
  return JSON.stringify({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: "ENABLED",
      PointInTimeRecoveryDescription: isEnabled
        ? {
            PointInTimeRecoveryStatus: "ENABLED",
            RecoveryPeriodInDays: days,
            EarliestRestorableDateTime: seconds,
            LatestRestorableDateTime: seconds,
          }
        : { PointInTimeRecoveryStatus: "DISABLED" },
    },
  });
}

const exported = { TableArn: usersArn, S3Bucket: "photos" };
const recoverable = {
  operation: "UpdateContinuousBackups",
  input: { ...users, PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
};

export const featureContracts: readonly Contract[] = [
  contract({
    id: "dynamodb/tables-are-backed-up-continuously",
    says: "continuous backups are on for all tables, point-in-time recovery where it was asked for",
    on: ["DescribeContinuousBackups"],
    asksFirst: true,
    track: { recovery },
    when: (situation) => isUnknownOperation(situation) && situation.recovery !== undefined,
    answer: ({ now, recovery = recoveryOf({}) }) => success(200, { body: backupsOf(recovery, now) }),
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
    answer: ({ input, now }) => success(200, { body: backupsOf(recoveryOf(input), now) }),
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
          ContributorInsightsStatus: "DISABLED",
        }),
      }),
    evidence: awsSnapshot(
      "dynamodb",
      "test_dynamodb_describe_contributor_insights",
      "describe-contributor-insights-disabled",
    ),
    breaks: { input: users, after: [madeTable], ...unknownOperation },
    keeps: { input: users, answered: { status: 200 } },
  }),
  contract({
    id: "dynamodb/export-needs-recovery",
    says: "a table is exported only with point-in-time recovery",
    on: ["ExportTableToPointInTime"],
    asksFirst: true,
    track: { recovery },
    when: (situation) => isUnknownOperation(situation) && situation.recovery?.isEnabled === false,
    answer: ({ input }) =>
      fault(
        400,
        "PointInTimeRecoveryUnavailableException",
        `Point in time recovery is not enabled for table '${textOf(input, "TableArn").replace(/^.*\//, "")}'`,
      ),
    evidence: dynamodbModelPage("ExportTableToPointInTime"),
    breaks: { input: exported, after: [madeTable], ...unknownOperation },
    keeps: { input: exported, after: [madeTable, recoverable], ...unknownOperation },
  }),
  contract({
    id: "dynamodb/table-is-streamed-nowhere-unless-asked-for",
    says: "a table is streamed to no destination unless one was enabled",
    on: ["DescribeKinesisStreamingDestination"],
    asksFirst: true,
    when: isUnknownOperation,
    answer: ({ input }) =>
      success(200, {
        body: JSON.stringify({ TableName: textOf(input, "TableName"), KinesisDataStreamDestinations: [] }),
      }),
    evidence: dynamodbModelPage("DescribeKinesisStreamingDestination"),
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
    evidence: inferred(
      "that it is answered is documented; what is said of a table without replicas was not seen",
    ),
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
        AccountMaxReadCapacityUnits: 20_000,
        AccountMaxWriteCapacityUnits: 20_000,
        TableMaxReadCapacityUnits: 10_000,
        TableMaxWriteCapacityUnits: 10_000,
      }),
    }),
    // The numbers are those of the page's example: they differ by account.
    evidence: documented(
      "DescribeLimits, in the Amazon DynamoDB Developer Guide",
      "https://github.com/awsdocs/amazon-dynamodb-developer-guide/blob/master/doc_source/API_DescribeLimits.md",
      "AccountMaxReadCapacityUnits",
    ),
    breaks: unknownOperation,
    keeps: { answered: { status: 200 } },
  }),
];
