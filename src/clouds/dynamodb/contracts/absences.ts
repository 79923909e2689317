import {
  type Call,
  type Contract,
  contract,
  type Evidence,
  fault,
  type Input,
  success,
  type Tracker,
} from "../../../model/index.ts";
import { awsSnapshot, dynamodbModelPage } from "../../shared/amazon-sources.ts";
import {
  type Holders,
  holdersOf,
  isMissing,
  isUnknownOperation,
  madeTable,
  noTable,
  table,
  tableOf,
  unknownOperation,
  users,
  usersArn,
} from "./tracked.ts";

/** What is never there, since the emulator cannot make it, is answered as something that is not there. */
function neverThere(operation: string, code: string, message: string): Contract {
  return contract({
    id: `dynamodb/${kebab(operation)}-of-nothing-is-${kebab(code.replace("Exception", ""))}`,
    says: `${operation} of something that is not there is answered ${code}`,
    on: [operation],
    asksFirst: true,
    when: isUnknownOperation,
    answer: fault(400, code, message),
    evidence: dynamodbModelPage(operation),
    breaks: unknownOperation,
    keeps: { answered: { status: 400, code: "ValidationException" } },
  });
}

/** A list of what the emulator cannot make is empty. */
function emptyList(operation: string, member: string): Contract {
  return contract({
    id: `dynamodb/${kebab(operation)}-is-answered`,
    says: `${operation} lists nothing where nothing was made`,
    on: [operation],
    asksFirst: true,
    when: isUnknownOperation,
    answer: success(200, { body: JSON.stringify({ [member]: [] }) }),
    evidence: dynamodbModelPage(operation),
    breaks: unknownOperation,
    keeps: { answered: { status: 200 } },
  });
}

/** Operations on a table that is not there. */
function needsTable(
  operation: string,
  evidence: Evidence = dynamodbModelPage(operation),
  input: Input = users,
): Contract {
  return contract({
    id: `dynamodb/${kebab(operation)}-needs-a-table`,
    says: `${operation} is about a table that is there`,
    on: [operation],
    asksFirst: true,
    track: { table },
    when: (situation) => isUnknownOperation(situation) && isMissing(situation.table, situation),
    answer: noTable,
    evidence,
    breaks: { input, ...unknownOperation },
    keeps: { input, after: [madeTable], ...unknownOperation },
  });
}

/** Backups, and what is restored from them, have a code of their own for tables that are not there. */
function needsSourceTable(operation: string): Contract {
  return contract({
    id: `dynamodb/${kebab(operation)}-needs-a-source-table`,
    says: `${operation} is about a table that is there`,
    on: [operation],
    asksFirst: true,
    track: { table },
    when: (situation) => isUnknownOperation(situation) && isMissing(situation.table, situation),
    answer: ({ input }) =>
      fault(400, "TableNotFoundException", `Table not found: ${String(input["TableName"] ?? "")}`),
    evidence: dynamodbModelPage(operation),
    breaks: { input: users, ...unknownOperation },
    keeps: { input: users, after: [madeTable], ...unknownOperation },
  });
}

/** The table that another one is made of, or data are taken from. */
function sourceOf(call: Call): string | undefined {
  const { input } = call;
  const source = ["SourceTableName", "SourceTableArn", "GlobalTableName"]
    .map((name) => input[name])
    .find((value) => typeof value === "string");
  return source === undefined ? tableOf(call) : String(source).replace(/^arn:.*:table\//, "");
}

/** Whether that table is there. */
const source: Tracker<Holders> = holdersOf("tables that others are made of", sourceOf);

/** What is made of a table needs that to be there. */
function needsSource(operation: string, named: Input, message: (name: string) => string): Contract {
  return contract({
    id: `dynamodb/${kebab(operation)}-needs-a-source`,
    says: `${operation} is about a table that is there`,
    on: [operation],
    asksFirst: true,
    track: { source },
    when: (situation) => {
      const input = { TableName: sourceOf(situation.call) };
      const call = { ...situation.call, input };
      return isUnknownOperation(situation) && isMissing(situation.source, { ...situation, call });
    },
    answer: ({ call }) => fault(400, "TableNotFoundException", message(sourceOf(call) ?? "")),
    evidence: dynamodbModelPage(operation),
    breaks: { input: named, ...unknownOperation },
    keeps: { input: named, after: [madeTable], ...unknownOperation },
  });
}

function kebab(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, "-$&").toLowerCase();
}

const notFound = (name: string) => `Table not found: ${name}`;
const streamed = {
  ...users,
  UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: "MICROSECOND" },
};
const noBackup = "Backup not found";
const noGlobalTable = "Global table not found";

export const absenceContracts: readonly Contract[] = [
  neverThere("DescribeBackup", "BackupNotFoundException", noBackup),
  neverThere("DeleteBackup", "BackupNotFoundException", noBackup),
  neverThere("RestoreTableFromBackup", "BackupNotFoundException", noBackup),
  neverThere("DescribeGlobalTable", "GlobalTableNotFoundException", noGlobalTable),
  neverThere("DescribeGlobalTableSettings", "GlobalTableNotFoundException", noGlobalTable),
  neverThere("UpdateGlobalTable", "GlobalTableNotFoundException", noGlobalTable),
  neverThere("UpdateGlobalTableSettings", "GlobalTableNotFoundException", noGlobalTable),
  neverThere("DescribeImport", "ImportNotFoundException", "Import not found"),
  neverThere("DescribeExport", "ExportNotFoundException", "Export not found"),
  emptyList("ListBackups", "BackupSummaries"),
  emptyList("ListContributorInsights", "ContributorInsightsSummaries"),
  emptyList("ListExports", "ExportSummaries"),
  emptyList("ListImports", "ImportSummaryList"),
  emptyList("ListGlobalTables", "GlobalTables"),
  needsTable(
    "EnableKinesisStreamingDestination",
    awsSnapshot("dynamodb", "test_kinesis_streaming_destination_crud", "enable-bad-table"),
  ),
  needsTable(
    "DisableKinesisStreamingDestination",
    awsSnapshot("dynamodb", "test_kinesis_streaming_destination_crud", "disable-bad-table"),
  ),
  needsTable("UpdateContributorInsights"),
  needsTable("DescribeContributorInsights"),
  needsTable("UpdateTableReplicaAutoScaling"),
  needsTable("DescribeTableReplicaAutoScaling"),
  needsTable("DescribeKinesisStreamingDestination"),
  needsTable("UpdateTimeToLive"),
  needsSourceTable("DescribeContinuousBackups"),
  needsSourceTable("UpdateContinuousBackups"),
  needsSourceTable("CreateBackup"),
  needsSource(
    "RestoreTableToPointInTime",
    { SourceTableName: "users", TargetTableName: "restored" },
    notFound,
  ),
  needsSource("ExportTableToPointInTime", { TableArn: usersArn, S3Bucket: "photos" }, notFound),
  needsSource("CreateGlobalTable", { GlobalTableName: "users" }, notFound),
  needsTable("UpdateKinesisStreamingDestination", undefined, streamed),
  needsTable("PutResourcePolicy", undefined, { ResourceArn: usersArn }),
  needsTable("GetResourcePolicy", undefined, { ResourceArn: usersArn }),
  needsTable("DeleteResourcePolicy", undefined, { ResourceArn: usersArn }),
];
