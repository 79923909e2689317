import {
  type HttpRequest,
  type Input,
  type Operation,
  TouchstoneError,
  writeRequest,
} from "../model/index.ts";
import { azureBlobSdk } from "./azure-blob/sdk/index.ts";
import { azureQueueSdk } from "./azure-queue/sdk.ts";
import { azureTableSdk } from "./azure-table/sdk.ts";
import { dynamodbSdk } from "./dynamodb/sdk.ts";
import { s3Sdk } from "./s3/sdk.ts";
import type { ServiceName } from "./service-names.ts";
import { interfaceOf, operationOf } from "./services.ts";
import { isAllowedHost } from "./shared/allowed-hosts.ts";
import { isLoopback } from "./shared/loopback.ts";
import { refusalInBody } from "./shared/refusal-in-body.ts";
import type {
  CallOptions,
  Clients,
  ClientsOptions,
  OpenSdk,
  SdkDriver,
  WrittenSdkCall,
} from "./shared/sdk-clients.ts";
import type { Route } from "./shared/sdk-result.ts";
import { watched } from "./shared/sdk-watch.ts";

const drivers: Readonly<Record<ServiceName, SdkDriver>> = {
  "azure-blob": azureBlobSdk,
  "azure-queue": azureQueueSdk,
  "azure-table": azureTableSdk,
  s3: s3Sdk,
  dynamodb: dynamodbSdk,
};

/**
 * How an operation is reached: through the vendor's JavaScript SDK, or by a request of our own where the SDK has no call.
 *
 * @example
 * routeOf("azure-blob", "Blob_SetExpiry"); // "raw"
 */
export function routeOf(service: ServiceName, operation: string): Route {
  return drivers[service].reached(operationOf(service, operation)) ? "sdk" : "raw";
}

/**
 * Calls of a service on a target, on somebody's behalf.
 *
 * @example
 * using clients = await clientsFor("azure-queue", { endpoint, caller: { as: "owner", id, secret } });
 * const result = await clients.call("Queue_Create", { queueName: "jobs" });
 * if (result.kind === "answered") console.log(result.status); // 201
 */
export async function clientsFor(service: ServiceName, options: ClientsOptions): Promise<Clients> {
  requireAllowedHost(options);
  const sdk = await drivers[service].open(options);
  const { types } = interfaceOf(service);
  return {
    service,
    endpoint: options.endpoint,
    async call(name: string, input: Input, { via = "sdk", signal }: CallOptions = {}) {
      const operation = operationOf(service, name);
      const start = via === "sdk" ? started(sdk, operation, input) : undefined;
      const refusalIn = (body: Uint8Array) => refusalInBody(operation, body, types);
      return start === undefined
        ? watched("raw", () => sdk.raw(operation, input), { refusalIn, signal })
        : watched("sdk", start, { refusalIn, signal });
    },
    send: (request) => sdk.send(request),
    [Symbol.dispose]: () => sdk[Symbol.dispose](),
  };
}

/** How a call would be made, for others to make it: by the SDK's methods, or as a request that is still to be signed. */
export type WrittenCall =
  | WrittenSdkCall
  | { readonly via: "raw"; readonly request: HttpRequest }
  /** The call fails before the SDK has seen it: nothing would be sent. */
  | { readonly via: "masked"; readonly message: string };

/**
 * Writes down how `clientsFor` would perform an operation, and sends nothing.
 *
 * @example
 * const written = await writtenCall("dynamodb", "DeleteTable", { TableName: "photos" });
 * written.via === "sdk" && written.calls[0]?.name; // "send"
 */
export async function writtenCall(
  service: ServiceName,
  name: string,
  input: Input,
  { via = "sdk", cwd }: CallOptions & { readonly cwd?: string } = {},
): Promise<WrittenCall> {
  const operation = operationOf(service, name);
  try {
    const call = via === "sdk" ? await drivers[service].written(operation, input, cwd) : undefined;
    return call ?? { via: "raw", request: unsignedRequest(service, name, input) };
  } catch (error) {
    if (error instanceof TouchstoneError && error.code !== "TS_MISSING_PARAMETER") throw error;
    return { via: "masked", message: String(error) };
  }
}

/** The request that `clientsFor` would send for the account's owner, whole but for what signs it; none where none is sent. */
export async function writtenRequest(
  service: ServiceName,
  name: string,
  input: Input,
  options: CallOptions & { readonly cwd?: string } = {},
): Promise<HttpRequest | { readonly message: string }> {
  const call = await writtenCall(service, name, input, options);
  if (call.via === "masked") return call;
  if (call.request === undefined) return unsignedRequest(service, name, input);
  if (call.via === "raw") return call.request;
  // Emulators refuse versions that are newer than themselves, and SDKs always name their newest.
  const { "x-ms-version": version = "" } = drivers[service].rawHeaders(operationOf(service, name));
  return { ...call.request, headers: { ...call.request.headers, "x-ms-version": version } };
}

/** The request that performs an operation, whole but for what signs it: host, date, length and signature. */
function unsignedRequest(service: ServiceName, name: string, input: Input): HttpRequest {
  const operation = operationOf(service, name);
  const { headers, ...request } = writeRequest(operation, input, interfaceOf(service).types);
  const given = new Set(Object.keys(headers).map((header) => header.toLowerCase()));
  const own = Object.entries(headers).filter(([header]) => header.toLowerCase() !== "content-length");
  const more = Object.entries(drivers[service].rawHeaders(operation)).filter(
    ([header]) => !given.has(header.toLowerCase()),
  );
  return { ...request, headers: Object.fromEntries([...more, ...own]) };
}

/** Calls change what they reach: no other machine is reached by mistake. */
function requireAllowedHost({ endpoint, allowHosts = [] }: ClientsOptions): void {
  const { hostname } = new URL(endpoint);
  if (isLoopback(hostname) || isAllowedHost(hostname, allowHosts)) return;
  throw new TouchstoneError("TS_HOST_NOT_ALLOWED", `${hostname} is not this machine, and is not allowed`, {
    hint: `If it may be called, allow it: allowHosts: ["${hostname}"]`,
  });
}

/** A value that is nothing like what it should be may fail already on its way into the SDK's form. */
function started(sdk: OpenSdk, operation: Operation, input: Input): (() => Promise<unknown>) | undefined {
  try {
    return sdk.start(operation, input);
  } catch (error) {
    return () => Promise.reject(error);
  }
}
