import {
  type Input,
  type Interface,
  type Operation,
  present,
  resolve,
  type Type,
  validate,
} from "../../../src/model/index.ts";

type SdkCall = (endpoint: string) => Promise<unknown>;
type CommandClass<Command> = new (input: Input) => Command;

/** What Amazon's clients have in common. */
interface Client<Command> {
  readonly send: (command: Command) => Promise<unknown>;
  readonly destroy: () => void;
}

/** How one of Amazon's SDKs is called. */
export interface AmazonSdk<Command> {
  readonly service: Interface;
  /** The SDK's exports, among which is a class `NameCommand` for every operation that it reaches. */
  readonly exports: object;
  readonly client: (endpoint: string) => Client<Command>;
  /** The values to call an operation with, as the interface has them. */
  readonly input: (operation: Operation) => Input;
  /** The date that a scalar of the interface stands for, if it stands for one: SDKs want dates as such. */
  readonly date: (declared: Type, value: unknown) => Date | undefined;
}

export const amazonClientOptions = {
  region: "us-east-1",
  credentials: { accessKeyId: "touchstone", secretAccessKey: "touchstone" },
  maxAttempts: 1,
};

/** Operation to the SDK's call that performs it, for every operation that the SDK has a command for. */
export function amazonCalls<Command>(sdk: AmazonSdk<Command>): Readonly<Record<string, SdkCall>> {
  const commands = sdk.exports as Readonly<Record<string, CommandClass<Command> | undefined>>;
  return Object.fromEntries(
    sdk.service.operations.flatMap((operation) => {
      const Command = commands[`${operation.name}Command`];
      return Command === undefined ? [] : [[operation.name, performing(operation, Command, sdk)]];
    }),
  );
}

function performing<Command>(
  operation: Operation,
  Command: CommandClass<Command>,
  sdk: AmazonSdk<Command>,
): SdkCall {
  const values = sdk.input(operation);
  const given = operation.parameters.filter(({ name }) => values[name] !== undefined);
  const input = Object.fromEntries(given.map(({ name, type }) => [name, sdkValue(type, values[name], sdk)]));
  return async (endpoint) => {
    const client = sdk.client(endpoint);
    try {
      return await client.send(new Command(input));
    } finally {
      client.destroy();
    }
  };
}

/** The same value as the SDK takes it. */
function sdkValue<Command>(declared: Type, value: unknown, sdk: AmazonSdk<Command>): unknown {
  const { types } = sdk.service;
  const bare = present(declared);
  const type = resolve(bare, types);
  switch (type.kind) {
    case "union": {
      const fitting = type.of.find((alternative) => validate(alternative, value, types).length === 0);
      return fitting === undefined ? value : sdkValue(fitting, value, sdk);
    }
    case "array":
      return (value as unknown[]).map((item) => sdkValue(type.items, item, sdk));
    case "object": {
      const { fields, rest = { kind: "any" } } = type;
      const given = Object.entries(value as Readonly<Record<string, unknown>>);
      return Object.fromEntries(
        given.map(([name, part]) => [name, sdkValue(fields[name] ?? rest, part, sdk)]),
      );
    }
    default:
      return sdk.date(bare, value) ?? value;
  }
}
