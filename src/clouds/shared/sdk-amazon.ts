import { Readable } from "node:stream";
import {
  type Input,
  type Interface,
  type Operation,
  present,
  resolve,
  type Type,
  validate,
} from "../../model/index.ts";
import { HttpClient } from "../../wire/index.ts";
import type { AmazonCredentials } from "./amazon-signer.ts";
import { amazonHandler } from "./sdk-amazon-handler.ts";
import { rawAmazon } from "./sdk-amazon-raw.ts";
import { collected } from "./sdk-body.ts";
import {
  type Caller,
  type ClientsOptions,
  defaultPatience,
  defaultRegion,
  type OpenSdk,
  type WrittenSdkCall,
} from "./sdk-clients.ts";
import { loadSdk } from "./sdk-load.ts";
import { RawSender } from "./sdk-raw.ts";
import type { Expression } from "./sdk-recorded.ts";
import { givingUp } from "./sdk-watch.ts";
import { wrongAmazonSecret } from "./sdk-wrong-key.ts";

/** How one of Amazon's SDKs is driven: every operation is a class of its own. */
export interface AmazonSdk {
  readonly service: "s3" | "dynamodb";
  readonly interface: Interface;
  readonly package: string;
  readonly client: string;
  /** What the client is told besides. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** The date that a scalar of the interface stands for, if it stands for one: SDKs want dates as such. */
  readonly date: (declared: Type, value: unknown) => Date | undefined;
}

interface AnyClient {
  readonly config: object;
  send(command: object, options?: { readonly abortSignal?: AbortSignal }): Promise<unknown>;
  destroy(): void;
}

type Exports = Readonly<Record<string, (new (input: object) => object) | undefined>>;

export async function openAmazon(sdk: AmazonSdk, options: ClientsOptions): Promise<OpenSdk> {
  const { endpoint, caller, cwd, region = defaultRegion, patience = defaultPatience } = options;
  const exports = await loadSdk<Exports>(sdk.package, cwd);
  const Client = exports[sdk.client] as new (settings: object) => AnyClient;
  const credentials = credentialsOf(caller);
  const http = new HttpClient({ patience });
  const client = new Client({
    region,
    endpoint,
    credentials: credentials ?? { accessKeyId: "anonymous", secretAccessKey: "anonymous" },
    ...(credentials === undefined && { signer: unsigned }),
    logger: silent,
    requestHandler: amazonHandler(http, sdk.service),
    ...sdk.settings,
  });
  await retryPromptly(client);
  const raw = rawAmazon(
    { service: sdk.service, types: sdk.interface.types, region, endpoint, credentials },
    new RawSender(http),
  );
  return {
    ...raw,
    start(operation, input) {
      const Command = exports[`${operation.name}Command`];
      if (Command === undefined) return undefined;
      return async () => {
        const signal = givingUp();
        const command = new Command(sdkInput(operation, input, sdk));
        return read(await client.send(command, signal && { abortSignal: signal }));
      };
    },
    [Symbol.dispose]() {
      client.destroy();
      http[Symbol.dispose]();
    },
  };
}

/** `client.send(new XCommand(input))`: what stands in a command goes over the wire as it is. */
export function writtenAmazonCall(sdk: AmazonSdk, operation: Operation, input: Input): WrittenSdkCall {
  const command: Expression = {
    is: "new",
    name: `${operation.name}Command`,
    args: [{ value: sdkInput(operation, input, sdk) }],
  };
  return {
    via: "sdk",
    calls: [{ is: "call", of: { is: "client" }, name: "send", args: [{ expression: command }] }],
    added: { headers: {}, query: {} },
  };
}

function credentialsOf(caller: Caller): AmazonCredentials | undefined {
  if (caller.as === "owner") {
    const { id, secret, session } = caller;
    return {
      accessKeyId: id,
      secretAccessKey: secret,
      ...(session !== undefined && { sessionToken: session }),
    };
  }
  if (caller.as === "wrong-key") return { accessKeyId: caller.id, secretAccessKey: wrongAmazonSecret };
  return undefined;
}

/** What the SDK would say to a console says its answer too. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

/** Who is nobody signs nothing. */
const unsigned = { sign: async (request: unknown) => request };

interface RetryStrategy {
  acquireInitialRetryToken(scope: string): Promise<object>;
  refreshRetryTokenForRetry(token: object, error: object): Promise<object>;
  recordSuccess(token: object): void;
  retryBackoffStrategy?: { computeNextBackoffDelay(): number; setDelayBase(): void };
}

/** The SDK decides by itself what it tries again, but does not wait; and calls before do not use up its quota. */
async function retryPromptly({ config }: AnyClient): Promise<void> {
  const { retryStrategy } = config as { retryStrategy: () => Promise<RetryStrategy> };
  const own = await retryStrategy();
  own.retryBackoffStrategy = { computeNextBackoffDelay: () => 0, setDelayBase: () => {} };
  const prompt: RetryStrategy = {
    acquireInitialRetryToken: (scope) => own.acquireInitialRetryToken(scope),
    async refreshRetryTokenForRetry(token, error) {
      // What was not answered at all would not be the next time.
      if (isTimeout(error)) throw new Error("no answer in time");
      const next = await own.refreshRetryTokenForRetry(token, { ...error, retryAfterHint: undefined });
      own.recordSuccess(next);
      return next;
    },
    recordSuccess: (token) => own.recordSuccess(token),
  };
  Object.assign(config, { retryStrategy: async () => prompt });
}

function isTimeout({ error }: { readonly error?: unknown }): boolean {
  return error instanceof Error && "code" in error && error.code === "ETIMEDOUT";
}

/** An output whose content was read to the end: only then the SDK has compared it with its checksum. */
async function read(output: unknown): Promise<unknown> {
  if (typeof output !== "object" || output === null || !("Body" in output)) return output;
  const { Body, ...rest } = output;
  if (Body instanceof Readable) await collected(Body);
  return rest;
}

/** The values that an operation has parameters for, as the SDK takes them; a length is what the body has. */
function sdkInput({ parameters }: Operation, input: Input, sdk: AmazonSdk): object {
  const given = parameters.filter(
    ({ name, wire }) => input[name] !== undefined && wire.toLowerCase() !== "content-length",
  );
  return Object.fromEntries(given.map(({ name, type }) => [name, sdkValue(type, input[name], sdk)]));
}

function sdkValue(declared: Type, value: unknown, sdk: AmazonSdk): unknown {
  const { types } = sdk.interface;
  const bare = present(declared);
  const type = resolve(bare, types);
  if (type.kind === "union") {
    const fitting = type.of.find((alternative) => validate(alternative, value, types).length === 0);
    return fitting === undefined ? value : sdkValue(fitting, value, sdk);
  }
  if (type.kind === "array" && Array.isArray(value)) {
    return value.map((item) => sdkValue(type.items, item, sdk));
  }
  if (
    type.kind === "object" &&
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Uint8Array)
  ) {
    const { fields, rest = { kind: "any" } } = type;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        sdkValue(Object.hasOwn(fields, name) ? (fields[name] ?? rest) : rest, part, sdk),
      ]),
    );
  }
  return sdk.date(bare, value) ?? value;
}
