import * as sdk from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../../src/clouds/dynamodb/index.ts";
import { defaultValue, present } from "../../../src/model/index.ts";
import { amazonCalls, amazonClientOptions } from "./amazon-calls.ts";

/** Every operation of `@aws-sdk/client-dynamodb`, with a value for every parameter. */
export const dynamodbCalls = amazonCalls<Parameters<sdk.DynamoDBClient["send"]>[0]>({
  service: dynamodb,
  exports: sdk,
  client: (endpoint) => new sdk.DynamoDBClient({ ...amazonClientOptions, endpoint }),
  input: ({ parameters }) =>
    Object.fromEntries(
      parameters.map(({ name, type }) => [name, defaultValue(present(type), dynamodb.types)]),
    ),
  // On the wire a time is a number of seconds.
  date: (declared, value) =>
    declared.kind === "ref" && declared.name === "Timestamp" ? new Date(Number(value) * 1000) : undefined,
});
