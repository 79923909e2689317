import { type Call, type Caller, type HttpRequest, readInput } from "../model/index.ts";
import { withoutChunks } from "../wire/index.ts";
import type { ServiceName } from "./service-names.ts";
import { interfaceOf, operationOf, recognizerOf } from "./services.ts";
import { azureAccount } from "./shared/azure-address.ts";
import type { Addressing } from "./shared/recognizer.ts";
import { readRequest, type WireRequest } from "./shared/wire-request.ts";

/**
 * A request as contracts see it: the parameters of its operation by the interface's names, from path, query, headers and
 * body. A body that is announced and not given is not known.
 *
 * @example
 * readCall("azure-queue", "Queue_Delete", { method: "DELETE", url: "http://127.0.0.1:10001/devstoreaccount1/jobs", headers });
 */
export function readCall(
  service: ServiceName,
  operationName: string,
  request: HttpRequest,
  addressing?: Addressing,
): Call {
  const wire = readRequest(request);
  const operation = operationOf(service, operationName);
  const body = contentOf(request, wire);
  const path = pathOf(service, operationName, wire, addressing);
  const account = service.startsWith("azure-") ? accountOf(wire, path) : undefined;
  const unknown =
    body === undefined && announcesBody(wire)
      ? operation.parameters.filter(({ in: place }) => place === "field" || place === "body")
      : undefined;
  const parts = {
    path: inRoot(service, operationName, path),
    query: wire.query,
    headers: wire.headers,
    ...(body !== undefined && { body }),
  };
  return {
    operation: operationName,
    input: readInput(operation, parts, interfaceOf(service).types),
    caller: callerOf(service, wire),
    ...(account !== undefined && { account }),
    headers: wire.headers,
    query: wire.query,
    ...(body !== undefined && { body }),
    ...(unknown !== undefined && { unknown: new Set(unknown.map(({ name }) => name)) }),
  };
}

/** Whether the head of a request says that something comes behind it. */
function announcesBody({ headers }: WireRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** The path from the service's root by the reading in which the request performs the operation. */
function pathOf(
  service: ServiceName,
  operation: string,
  wire: WireRequest,
  addressing: Addressing | undefined,
): string {
  const { readings, recognize } = recognizerOf(service);
  const paths = readings(wire, addressing);
  return paths.find((one) => recognize(wire, one)?.name === operation) ?? paths[0] ?? "/";
}

/** A blob without a container is in the root container. */
function inRoot(service: ServiceName, operation: string, path: string): string {
  const isBlob = service === "azure-blob" && /\/\{blob\+\}/.test(operationOf(service, operation).http.path);
  return isBlob && /^\/[^/]+$/.test(path) ? `/$root${path}` : path;
}

/** The account that the host begins with, or what stands before the path from the service's root. */
function accountOf({ host, path: whole }: WireRequest, path: string): string | undefined {
  const [first = ""] = whole.replace(/^\/+/, "").split("/");
  const isInPath = whole.replace(/^\/{2,}/, "/") !== path;
  return (azureAccount(host) ?? (isInPath ? first : undefined))?.replace(/-secondary$/, "");
}

/** The body without Amazon's own chunks. */
function contentOf({ body }: HttpRequest, { headers }: WireRequest): Buffer | undefined {
  if (body === undefined) return undefined;
  const bytes = Buffer.from(body);
  const isChunked = /^STREAMING-/.test(headers["x-amz-content-sha256"] ?? "");
  return isChunked ? (withoutChunks(bytes) ?? bytes) : bytes;
}

/** By these a query says who signs it: one that has only some of them is signed wrongly, and not unsigned. */
const signing = ["X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Signature", "AWSAccessKeyId", "Signature"];

function callerOf(service: ServiceName, { headers, query }: WireRequest): Caller {
  const authorization = headers["authorization"] ?? "";
  if (/^Bearer /i.test(authorization)) return "token";
  if (authorization !== "") return "key";
  if (service.startsWith("azure-")) return query.has("sig") ? "sas" : "anonymous";
  return signing.some((name) => query.has(name)) ? "key" : "anonymous";
}
