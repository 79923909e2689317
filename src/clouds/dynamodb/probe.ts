import type { Scope } from "../scope.ts";
import { amazonWords, type Values } from "../shared/probe-answer.ts";
import type { Reads } from "../shared/probe-reads.ts";
import type { Shown, Wanted } from "../shared/probe-shown.ts";
import {
  byName,
  gathered,
  isFields,
  isRead,
  listOf,
  type Plain,
  plain,
  type Reader,
  reader,
  type State,
  usersOwn,
  valuesOf,
} from "../shared/probe-state.ts";
import type { Clients } from "../shared/sdk-clients.ts";

/** Times, identifiers, and counts that the service brings up to date only now and then. */
const dropped = new Set(
  (
    "CreationDateTime LastUpdateToPayPerRequestDateTime LastIncreaseDateTime LastDecreaseDateTime TableId " +
    "TableArn IndexArn LatestStreamArn LatestStreamLabel ItemCount TableSizeBytes IndexSizeBytes IndexStatus " +
    "LastUpdateDateTime EarliestRestorableDateTime LatestRestorableDateTime RevisionId LastUpdateDateTime"
  ).split(" "),
);

/** A table that is being made or changed is there already; how long that takes is no part of its state. */
const passing = new Set(["CREATING", "UPDATING", "ACTIVE"]);

/** What may be another after what. */
export const dynamodbShown: Shown = {
  DescribeTimeToLive: { after: /TimeToLive/ },
  DescribeContinuousBackups: { after: /ContinuousBackups/ },
  DescribeKinesisStreamingDestination: { after: /Kinesis/ },
  DescribeContributorInsights: { after: /ContributorInsights/ },
  ListTagsOfResource: { after: /Tag/, afterOptions: /^CreateTable$|^RestoreTable/ },
  GetResourcePolicy: { after: /ResourcePolicy/, afterOptions: /^CreateTable$/ },
};

export const dynamodbReads: Reads = {
  tables: "ListTables",
  description: "DescribeTable",
  timeToLive: "DescribeTimeToLive",
  backups: "DescribeContinuousBackups",
  kinesis: "DescribeKinesisStreamingDestination",
  insights: "DescribeContributorInsights",
  tags: "ListTagsOfResource",
  policy: "GetResourcePolicy",
  items: "Scan",
};

/** Reads an account or a table. */
export async function probeDynamodb(clients: Clients, [table]: Scope, wanted: Wanted): Promise<State> {
  const from = reader(clients, { words: amazonWords, dropped, wanted });
  if (table === undefined) {
    return gathered({ tables: from.read("ListTables", {}, ({ body }) => valuesOf(body)["TableNames"]) });
  }
  const of = { TableName: table };
  let ResourceArn: unknown;
  const description = await from.read("DescribeTable", of, ({ body }) => {
    const { TableStatus, ...rest } = valuesOf(valuesOf(body)["Table"]);
    ResourceArn = rest["TableArn"];
    return { ...inOrder(rest), ...(!passing.has(String(TableStatus)) && { TableStatus }) };
  });
  if (!isRead(description)) return { description };
  return gathered({
    description: Promise.resolve(description),
    timeToLive: from.read("DescribeTimeToLive", of, ({ body }) => valuesOf(body)["TimeToLiveDescription"]),
    backups: from.read(
      "DescribeContinuousBackups",
      of,
      ({ body }) => valuesOf(body)["ContinuousBackupsDescription"],
    ),
    kinesis: from.read("DescribeKinesisStreamingDestination", of, ({ body }) =>
      listOf(valuesOf(body)["KinesisDataStreamDestinations"]),
    ),
    insights: from.read(
      "DescribeContributorInsights",
      of,
      ({ body }) => valuesOf(body)["ContributorInsightsStatus"],
    ),
    tags: tags(from, { ResourceArn }),
    policy: from.read("GetResourcePolicy", { ResourceArn }, ({ body }) => valuesOf(body)["Policy"]),
    items: items(from, of, description),
  });
}

function tags(from: Reader, input: Values): Promise<Plain> {
  return from.read("ListTagsOfResource", input, ({ body }) =>
    byName(
      listOf(valuesOf(body)["Tags"]),
      ({ Key }) => String(Key),
      ({ Value }) => Value,
    ),
  );
}

/** Lists whose order means nothing, by name. */
function inOrder(description: Values): Values {
  const named = (list: unknown, field: string) =>
    byName(
      listOf(list),
      (item) => String(item[field]),
      (item) => item,
    );
  return {
    ...description,
    AttributeDefinitions: named(description["AttributeDefinitions"], "AttributeName"),
    GlobalSecondaryIndexes: named(description["GlobalSecondaryIndexes"], "IndexName"),
    LocalSecondaryIndexes: named(description["LocalSecondaryIndexes"], "IndexName"),
  };
}

/** The items of the first page, by their keys: a scan gives them in no order. */
function items(from: Reader, of: Values, description: Plain): Promise<Plain> {
  const schema = isFields(description) ? description["KeySchema"] : undefined;
  const keys = listOf(schema).map(({ AttributeName }) => String(AttributeName));
  return from.read("Scan", { ...of, ConsistentRead: true }, ({ body }) =>
    byName(
      listOf(valuesOf(body)["Items"]),
      (item) => JSON.stringify(keys.map((key) => plain(item[key], new Set()))),
      (item) => usersOwn(withSetsInOrder(item)),
    ),
  );
}

/** A set has no order; a list has. */
function withSetsInOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(withSetsInOrder);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const isSet = Array.isArray(part) && /^[SNB]S$/.test(name);
      return [name, isSet ? part.map((one) => plain(one, new Set())).toSorted() : withSetsInOrder(part)];
    }),
  );
}
