import * as dynamodb from "@aws-sdk/client-dynamodb";
import * as s3 from "@aws-sdk/client-s3";
import { AzureNamedKeyCredential, TableClient, TableServiceClient } from "@azure/data-tables";
import { BlobServiceClient, StorageSharedKeyCredential } from "@azure/storage-blob";
import { StorageSharedKeyCredential as QueueCredential, QueueServiceClient } from "@azure/storage-queue";
import {
  type CallExpression,
  type Expression,
  type RecordedArgument,
  type ServiceName,
  writtenCall,
} from "../../src/clouds/index.ts";
import type { Reachable } from "../../src/lab/index.ts";
import type { RecordedCall } from "./recorded-calls.ts";

/** A vendor's client, and the classes of its package. */
interface Sdk {
  readonly client: unknown;
  readonly classes: object;
}

/** The vendors' clients as they come, but that nothing is tried again: that would be waited for. */
const sdks: Readonly<Record<ServiceName, (endpoint: string, id: string, secret: string) => Sdk>> = {
  "azure-blob": (endpoint, id, secret) => ({
    client: new BlobServiceClient(endpoint, new StorageSharedKeyCredential(id, secret), once),
    classes: {},
  }),
  "azure-queue": (endpoint, id, secret) => ({
    client: new QueueServiceClient(endpoint, new QueueCredential(id, secret), once),
    classes: {},
  }),
  "azure-table": (endpoint, id, secret) => {
    const credential = new AzureNamedKeyCredential(id, secret);
    const options = { retryOptions: { maxRetries: 0 }, allowInsecureConnection: true };
    return {
      client: {
        service: new TableServiceClient(endpoint, credential, options),
        table: (name: string) => new TableClient(endpoint, name, credential, options),
      },
      classes: {},
    };
  },
  s3: (endpoint, accessKeyId, secretAccessKey) => ({
    client: new s3.S3Client({
      ...amazon,
      endpoint,
      credentials: { accessKeyId, secretAccessKey },
      forcePathStyle: true,
    }),
    classes: s3,
  }),
  dynamodb: (endpoint, accessKeyId, secretAccessKey) => ({
    client: new dynamodb.DynamoDBClient({
      ...amazon,
      endpoint,
      credentials: { accessKeyId, secretAccessKey },
    }),
    classes: dynamodb,
  }),
};

const once = { retryOptions: { maxTries: 1 } };
const amazon = { region: "us-east-1", maxAttempts: 1 };

/** A call of a vendor's SDK. */
export interface BareCall {
  /** Makes it, and reads the answer, whatever that says; tells whether the connection broke instead. */
  make(): Promise<"over" | "broken">;
  /** It is there to see whether a table can be used. */
  readonly isLook: boolean;
}

/** Makes of generated calls those that a program without anything of ours would make: the owner's that go through the SDK. */
export function bareSdk(
  service: ServiceName,
  { endpoint, credentials }: Pick<Reachable, "endpoint" | "credentials">,
): (calls: readonly RecordedCall[]) => Promise<readonly BareCall[]> {
  const sdk = sdks[service](endpoint, credentials?.id ?? "", credentials?.secret ?? "");
  return async (calls) => {
    const bare: BareCall[] = [];
    for (const { caller, operation, input, options } of calls) {
      if (caller !== "owner" || options?.via === "raw") continue;
      const written = await writtenCall(service, operation, input);
      if (written.via !== "sdk") continue;
      bare.push({ make: () => made(written.calls, sdk), isLook: options === undefined });
    }
    return bare;
  };
}

async function made(calls: readonly CallExpression[], sdk: Sdk): Promise<"over" | "broken"> {
  const known = new Map<Expression, unknown>();
  try {
    for (const call of calls) await read(await value(call, sdk, known));
  } catch (error) {
    // Most generated calls are refused, and some are not even sent.
    if (breaks.has(String(Reflect.get(Object(error), "code")))) return "broken";
  }
  return "over";
}

/** What Node says where somebody has died who was asked, or is not there. */
const breaks = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"]);

/** What a download gives is read to its end, so that its connection can be used again. */
async function read(answer: unknown): Promise<void> {
  const { readableStreamBody: blob, Body: object = blob } = Object(answer) as Record<string, unknown>;
  if (typeof object !== "object" || object === null || !(Symbol.asyncIterator in object)) return;
  for await (const _ of object as AsyncIterable<unknown>);
}

function value(expression: Expression, sdk: Sdk, known: Map<Expression, unknown>): unknown {
  if (expression.is === "client") return sdk.client;
  if (known.has(expression)) return known.get(expression);
  const given = evaluated(expression, sdk, known);
  known.set(expression, given);
  return given;
}

function evaluated(
  expression: Exclude<Expression, { is: "client" }>,
  sdk: Sdk,
  known: Map<Expression, unknown>,
): unknown {
  const given = (args: readonly RecordedArgument[]) =>
    args.map((arg) => ("value" in arg ? arg.value : value(arg.expression, sdk, known)));
  if (expression.is === "new") {
    const Class = Reflect.get(sdk.classes, expression.name) as new (...args: readonly unknown[]) => object;
    return new Class(...given(expression.args));
  }
  const of = Object(value(expression.of, sdk, known)) as object;
  const member: unknown = Reflect.get(of, expression.name);
  if (expression.is === "member") return member;
  return Reflect.apply(member as (...args: readonly unknown[]) => unknown, of, given(expression.args));
}
