import * as sdk from "@aws-sdk/client-s3";
import { s3 } from "../../../src/clouds/s3/index.ts";
import {
  defaultInput,
  type Operation,
  present,
  resolve,
  type Type,
  validate,
} from "../../../src/model/index.ts";

type SdkCall = (endpoint: string) => Promise<unknown>;
type Command = Parameters<sdk.S3Client["send"]>[0];
type CommandClass = new (input: Readonly<Record<string, unknown>>) => Command;

const commands = sdk as unknown as Readonly<Record<string, CommandClass | undefined>>;
const { types } = s3;

/** Operation to the call of `@aws-sdk/client-s3` that performs it with no more than it needs. */
export const s3Calls: Readonly<Record<string, SdkCall>> = Object.fromEntries(
  s3.operations.flatMap((operation) => {
    const Command = commands[`${operation.name}Command`];
    return Command === undefined ? [] : [[operation.name, performing(operation, Command)]];
  }),
);

function performing(operation: Operation, Command: CommandClass): SdkCall {
  const values = defaultInput(operation, types);
  const given = operation.parameters.filter(({ name }) => values[name] !== undefined);
  const input = Object.fromEntries(given.map(({ name, type }) => [name, sdkValue(type, values[name])]));
  const uploads = operation.parameters.some(({ name }) => name === "Body");
  return async (endpoint) => {
    const client = new sdk.S3Client({
      endpoint,
      region: "us-east-1",
      credentials: { accessKeyId: "touchstone", secretAccessKey: "touchstone" },
      forcePathStyle: true,
      // The route of an object's function would go before an address, which is no host name.
      disableHostPrefix: true,
      maxAttempts: 1,
    });
    try {
      return await client.send(new Command(uploads ? { ...input, Body: "touchstone" } : input));
    } finally {
      client.destroy();
    }
  };
}

/** The same value as the SDK takes it: it wants dates where the wire has their text. */
function sdkValue(declared: Type, value: unknown): unknown {
  const type = resolve(present(declared), types);
  switch (type.kind) {
    case "string":
      return type.format === "date-time" || type.format === "http-date" ? new Date(String(value)) : value;
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
