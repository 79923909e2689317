import { array, object, oneOf, string, type Types } from "../../../model/index.ts";
import { indexName, kinesisStreamArn, tableName, timestamp } from "./names.ts";

const destinationStatus = oneOf("ENABLING", "ACTIVE", "DISABLING", "DISABLED", "ENABLE_FAILED", "UPDATING");
const precision = { "ApproximateCreationDateTimePrecision?": oneOf("MILLISECOND", "MICROSECOND") };

/** The answer to a change of a destination repeats the settings that the request named. */
const destination = {
  TableName: tableName,
  StreamArn: kinesisStreamArn,
  DestinationStatus: destinationStatus,
};

export const streamingConfiguration = object(precision);
export const insightsMode = oneOf("ACCESSED_AND_THROTTLED_KEYS", "THROTTLED_KEYS");

const insights = {
  TableName: tableName,
  "IndexName?": indexName,
  ContributorInsightsStatus: oneOf("ENABLING", "ENABLED", "DISABLING", "DISABLED", "FAILED"),
  "ContributorInsightsMode?": insightsMode,
};

export const streamingAndInsightsTypes: Types = {
  KinesisDestinationSwitched: object({
    ...destination,
    "EnableKinesisStreamingConfiguration?": streamingConfiguration,
  }),
  KinesisDestinationUpdated: object({
    ...destination,
    "UpdateKinesisStreamingConfiguration?": streamingConfiguration,
  }),
  KinesisDestinations: object({
    TableName: tableName,
    KinesisDataStreamDestinations: array(
      object({
        StreamArn: kinesisStreamArn,
        DestinationStatus: destinationStatus,
        "DestinationStatusDescription?": string(),
        ...precision,
      }),
    ),
  }),
  ContributorInsightsSummary: object(insights),
  ContributorInsightsDescription: object({
    ...insights,
    "ContributorInsightsRuleList?": array(
      string({ pattern: "[A-Za-z0-9][\\w.-]{0,126}[A-Za-z0-9]", example: "DynamoDBContributorInsights-PKC" }),
    ),
    "LastUpdateDateTime?": timestamp,
    "FailureException?": object({ "ExceptionName?": string(), "ExceptionDescription?": string() }),
  }),
};
