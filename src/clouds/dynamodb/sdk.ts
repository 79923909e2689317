import { type AmazonSdk, openAmazon, writtenAmazonCall } from "../shared/sdk-amazon.ts";
import type { SdkDriver } from "../shared/sdk-clients.ts";
import { dynamodb } from "./interface.ts";

const sdk: AmazonSdk = {
  service: "dynamodb",
  interface: dynamodb,
  package: "@aws-sdk/client-dynamodb",
  client: "DynamoDBClient",
  settings: { accountIdEndpointMode: "disabled" },
  // On the wire a time is a number of seconds.
  date: (declared, value) =>
    declared.kind === "ref" && declared.name === "Timestamp" && typeof value === "number"
      ? new Date(value * 1000)
      : undefined,
};

/** Drives the operations of DynamoDB through `@aws-sdk/client-dynamodb`, which reaches all of them. */
export const dynamodbSdk: SdkDriver = {
  reached: () => true,
  open: (options) => openAmazon(sdk, options),
  written: async (operation, input) => writtenAmazonCall(sdk, operation, input),
  rawHeaders: () => ({}),
};
