import { array, field, int, type Operation, object, oneOf, ref } from "../../../model/index.ts";
import { call } from "../call.ts";
import { faults } from "../faults.ts";
import { ofTable, optionalIndexName, optionalTableName, tableName } from "../parameters.ts";
import { kinesisStreamArn, nextToken } from "../types/names.ts";
import { insightsMode, streamingConfiguration } from "../types/streaming-and-insights.ts";

const streamArn = field("StreamArn", kinesisStreamArn);
const ofDestination = { table: "TableName", kinesisDestination: "StreamArn" };
const ofIndex = { table: "TableName", index: "IndexName" };
const enableConfiguration = field("EnableKinesisStreamingConfiguration?", streamingConfiguration);
const existing = faults("ResourceNotFoundException");

/** Changes of a destination are under way when the answer comes. */
const destinationChange = {
  faults: faults("LimitExceededException", "ResourceInUseException", "ResourceNotFoundException"),
  asynchronous: true,
} as const;

export const streamingAndInsightsOperations: readonly Operation[] = [
  call("EnableKinesisStreamingDestination", {
    ...destinationChange,
    input: [tableName, streamArn, enableConfiguration],
    output: ref("KinesisDestinationSwitched"),
    produces: { kinesisDestination: "request StreamArn" },
    consumes: { table: "TableName", kinesisStream: "StreamArn" },
    price: "write",
  }),
  call("UpdateKinesisStreamingDestination", {
    ...destinationChange,
    input: [tableName, streamArn, field("UpdateKinesisStreamingConfiguration?", streamingConfiguration)],
    output: ref("KinesisDestinationUpdated"),
    consumes: ofDestination,
    price: "write",
  }),
  call("DisableKinesisStreamingDestination", {
    ...destinationChange,
    input: [tableName, streamArn, enableConfiguration],
    output: ref("KinesisDestinationSwitched"),
    consumes: ofDestination,
    price: "delete",
  }),
  call("DescribeKinesisStreamingDestination", {
    input: [tableName],
    output: ref("KinesisDestinations"),
    faults: existing,
    produces: { kinesisDestination: "body KinesisDataStreamDestinations[].StreamArn" },
    consumes: ofTable,
    price: "read",
  }),
  call("DescribeContributorInsights", {
    input: [tableName, optionalIndexName],
    output: ref("ContributorInsightsDescription"),
    faults: existing,
    consumes: ofIndex,
    price: "read",
  }),
  call("UpdateContributorInsights", {
    input: [
      tableName,
      optionalIndexName,
      field("ContributorInsightsAction", oneOf("ENABLE", "DISABLE")),
      field("ContributorInsightsMode?", insightsMode),
    ],
    output: ref("ContributorInsightsSummary"),
    faults: existing,
    asynchronous: true,
    produces: { contributorInsights: "request TableName" },
    consumes: ofIndex,
    price: "write",
  }),
  call("ListContributorInsights", {
    input: [
      optionalTableName,
      field("NextToken?", nextToken),
      field("MaxResults?", int({ min: 0, max: 100 })),
    ],
    output: object({
      ContributorInsightsSummaries: array(ref("ContributorInsightsSummary"), { max: 100 }),
      "NextToken?": nextToken,
    }),
    faults: existing,
    produces: { insightsMarker: "body NextToken" },
    consumes: { ...ofTable, insightsMarker: "NextToken" },
    price: "list",
  }),
];
