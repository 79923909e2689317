import * as sdk from "@aws-sdk/client-dynamodb";
import { dynamodb } from "../../../src/clouds/dynamodb/index.ts";
import {
  defaultValue,
  type Operation,
  present,
  resolve,
  type Type,
  validate,
} from "../../../src/model/index.ts";

type SdkCall = (endpoint: string) => Promise<unknown>;
type Command = Parameters<sdk.DynamoDBClient["send"]>[0];
type CommandClass = new (input: Readonly<Record<string, unknown>>) => Command;

const commands = sdk as unknown as Readonly<Record<string, CommandClass | undefined>>;
const { types } = dynamodb;

/** Operation to the call of `@aws-sdk/client-dynamodb` that performs it with a value for every parameter. */
export const dynamodbCalls: Readonly<Record<string, SdkCall>> = Object.fromEntries(
  dynamodb.operations.flatMap((operation) => {
    const Command = commands[`${operation.name}Command`];
    return Command === undefined ? [] : [[operation.name, performing(operation, Command)]];
  }),
);

function performing({ parameters }: Operation, Command: CommandClass): SdkCall {
  const input = Object.fromEntries(
    parameters.map(({ name, type }) => [name, sdkValue(type, defaultValue(present(type), types))]),
  );
  return async (endpoint) => {
    const client = new sdk.DynamoDBClient({
      endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "touchstone", secretAccessKey: "touchstone" },
      maxAttempts: 1,
    });
    try {
      return await client.send(new Command(input));
    } finally {
      client.destroy();
    }
  };
}

/** The same value as the SDK takes it: it wants dates where the wire has seconds. */
function sdkValue(declared: Type, value: unknown): unknown {
  const bare = present(declared);
  if (bare.kind === "ref" && bare.name === "Timestamp") return new Date(Number(value) * 1000);
  const type = resolve(bare, types);
  switch (type.kind) {
    case "union": {
      const fitting = type.of.find((alternative) => validate(alternative, value, types).length === 0);
      return fitting === undefined ? value : sdkValue(fitting, value);
    }
    case "array":
      return (value as unknown[]).map((item) => sdkValue(type.items, item));
    case "object": {
      const { fields, rest = { kind: "any" } } = type;
      const given = Object.entries(value as Readonly<Record<string, unknown>>);
      return Object.fromEntries(given.map(([name, part]) => [name, sdkValue(fields[name] ?? rest, part)]));
    }
    default:
      return value;
  }
}
