import { type HttpShape, type ShapeDetails, shape } from "./http-shape.ts";
import type { ResourcePaths } from "./resource-path.ts";
import type { Type } from "./types.ts";

/**
 * Where a parameter stands: `headers` is a family of headers with a common prefix, `field` is a
 * member of the body, `body` is the body itself.
 */
export type Place = "path" | "query" | "header" | "headers" | "field" | "body";

/**
 * One thing that a request is made of.
 *
 * @example
 * operationOf("azure-blob", "Blob_Delete").parameters.find(({ name }) => name === "leaseId");
 * // { name: "leaseId", in: "header", wire: "x-ms-lease-id", required: false, type: { kind: "string", format: "guid" } }
 */
export interface Parameter {
  /** As its owner's SDKs name it: `leaseId`, `Bucket`. */
  readonly name: string;
  readonly in: Place;
  /** Its name on the wire: `x-ms-lease-id`; for `headers` the prefix, for XML bodies the root element. */
  readonly wire: string;
  readonly required: boolean;
  readonly type: Type;
}

/** A refusal that the owner documents for an operation. */
export interface Fault {
  readonly status: number;
  readonly code: string;
}

/** What a success looks like. */
export interface Output {
  readonly status: number;
  /** Other statuses that are successes too, such as 206 for a range. */
  readonly alsoStatus: readonly number[];
  readonly headers: Readonly<Record<string, Type>>;
  readonly body: Type;
}

/**
 * What the price of a call is looked up by. On Azure it is the class of its price list, which need not be what the call
 * does: making a container is charged as a `list`, and what the list calls "other", writes among it, as a `read`. On AWS,
 * whose bill has other classes, it is what the call does; `list` is every read that goes on from page to page.
 */
export type PriceClass = "read" | "write" | "list" | "iterative-write" | "delete";

/**
 * What a caller must show:
 * - `all-rights`: it holds all of the rights;
 * - `any-right`: it holds the one that the request's content asks for, such as a statement's first word;
 * - `parts`: for each part of the request the one that the part asks for;
 * - `account-key`: the account's key, or a role that allows the call; no shared access signature will do;
 * - `token`: a token of the caller's own identity, and nothing else.
 */
export type AuthorizedBy = "all-rights" | "any-right" | "parts" | "account-key" | "token";

/** Who may call an operation. */
export interface Authorization {
  readonly by: AuthorizedBy;
  /**
   * The rights that `by` speaks of. AWS: IAM actions, `s3:PutObject`. Azure: what a SAS must grant, resource type
   * (s service, c container, o object) and permission, `o:w`.
   */
  readonly rights: readonly string[];
  /** Whether an anonymous call can succeed where the owner made the data public. */
  readonly anonymous: boolean;
}

/**
 * One API of an interface, with all that is known of it.
 *
 * @example
 * const { http, faults } = operationOf("azure-queue", "Queue_Create");
 * describeShape(http); // "PUT /{queueName}"
 * faults.find(({ code }) => code === "QueueBeingDeleted"); // { status: 409, code: "QueueBeingDeleted" }
 */
export interface Operation {
  readonly name: string;
  readonly kind: "request-response" | "one-way";
  readonly http: HttpShape;
  readonly bodyFormat: "none" | "xml" | "json" | "bytes" | "multipart";
  readonly parameters: readonly Parameter[];
  /** Groups of parameters, by their API names, of which at least one must be given. */
  readonly needs: readonly (readonly string[])[];
  /** Groups of parameters, bytes and ranges of them, that have to be equally long. */
  readonly sameLength: readonly (readonly string[])[];
  readonly output: Output;
  readonly faults: readonly Fault[];
  readonly readOnly: boolean;
  /** The effect goes on after the answer: a deletion, a copy, a table being made. */
  readonly asynchronous: boolean;
  /** Resource to where it is found: `request PATH` (from a parameter), `header NAME` or `body PATH` of the answer. */
  readonly produces: ResourcePaths;
  /** Resource to the paths, each from a parameter, where the request names one. */
  readonly consumes: ResourcePaths;
  readonly authorization: Authorization;
  readonly price: PriceClass;
  /** `shape`: known by name and HTTP shape only. */
  readonly detail: "full" | "shape";
  /** The operation that has replaced this one and looks the same on the wire. */
  readonly twinOf?: string;
}

/** What a row of an operation table says; the rest follows from it. */
export interface OperationRow extends ShapeDetails {
  readonly input?: readonly Parameter[];
  /** Each entry names parameters of which one must be given: `A or B`. */
  readonly needs?: readonly string[];
  /** Each entry names bytes and ranges that have to be equally long: `A and B`. */
  readonly sameLength?: readonly string[];
  readonly status?: number;
  readonly alsoStatus?: readonly number[];
  readonly outputHeaders?: Readonly<Record<string, Type>>;
  readonly output?: Type;
  readonly bodyFormat?: Operation["bodyFormat"];
  readonly faults?: readonly Fault[];
  readonly readOnly?: boolean;
  readonly asynchronous?: boolean;
  readonly oneWay?: true;
  readonly produces?: Readonly<Record<string, string | readonly string[]>>;
  readonly consumes?: Readonly<Record<string, string | readonly string[]>>;
  readonly rights?: readonly string[];
  /** What the rights stand for; the caller needs all of them where nothing is said. */
  readonly authorizedBy?: AuthorizedBy;
  readonly anonymous?: boolean;
  readonly price: PriceClass;
  readonly detail?: Operation["detail"];
  readonly twinOf?: string;
}

/**
 * One row of an interface's table of operations.
 *
 * @example
 * operation("Queue_Delete", "DELETE /{queueName}", {
 *   input: [queueName, timeout], status: 204, faults: [queueNotFound],
 *   consumes: { queue: "queueName" }, rights: ["c:d"], price: "delete",
 * });
 */
export function operation(name: string, line: string, row: OperationRow): Operation {
  const http = shape(line, row);
  const parameters = row.input ?? [];
  return {
    name,
    kind: row.oneWay ? "one-way" : "request-response",
    http,
    bodyFormat: row.bodyFormat ?? inferredBodyFormat(parameters),
    parameters,
    needs: (row.needs ?? []).map((line) => line.split(" or ")),
    sameLength: (row.sameLength ?? []).map((line) => line.split(" and ")),
    output: {
      status: row.status ?? 200,
      alsoStatus: row.alsoStatus ?? [],
      headers: row.outputHeaders ?? {},
      body: row.output ?? { kind: "void" },
    },
    faults: row.faults ?? [],
    readOnly: row.readOnly ?? (http.method === "GET" || http.method === "HEAD"),
    asynchronous: row.asynchronous ?? false,
    produces: pathLists(row.produces),
    consumes: pathLists(row.consumes),
    authorization: {
      by: row.authorizedBy ?? "all-rights",
      rights: row.rights ?? [],
      anonymous: row.anonymous ?? false,
    },
    price: row.price,
    detail: row.detail ?? "full",
    ...(row.twinOf === undefined ? {} : { twinOf: row.twinOf }),
  };
}

function pathLists(paths: OperationRow["produces"] = {}): ResourcePaths {
  return Object.fromEntries(
    Object.entries(paths).map(([resource, path]) => [resource, typeof path === "string" ? [path] : path]),
  );
}

function inferredBodyFormat(parameters: readonly Parameter[]): Operation["bodyFormat"] {
  const body = parameters.find((parameter) => parameter.in === "body");
  if (body !== undefined) return body.type.kind === "bytes" ? "bytes" : "xml";
  return parameters.some((parameter) => parameter.in === "field") ? "json" : "none";
}

/** Takes a wire name, with `?` behind it if the parameter may be left out, a type, and the API's own name. */
type ParameterBuilder = (wire: string, type: Type, name?: string) => Parameter;

function parameterIn(place: Place): ParameterBuilder {
  return (marked, type, name) => {
    const required = !marked.endsWith("?");
    const wire = required ? marked : marked.slice(0, -1);
    return { name: name ?? apiName(wire), in: place, wire, required, type };
  };
}

/** `x-ms-lease-id` is `leaseId` to the SDKs. */
function apiName(wire: string): string {
  return wire
    .replace(/^x-(ms|amz)-/i, "")
    .replace(/-+([a-z0-9])/gi, (_, letter: string) => letter.toUpperCase())
    .replace(/-+$/, "")
    .replace(/^[A-Z](?=[a-z])/, (letter) => (wire.includes("-") ? letter.toLowerCase() : letter));
}

/** @example path("queueName", storageName) */
export const path: ParameterBuilder = parameterIn("path");
/** @example query("maxresults?", int({ min: 1, max: 5000 }), "maxPageSize") */
export const query: ParameterBuilder = parameterIn("query");
/** @example header("x-ms-lease-id?", guid) */
export const header: ParameterBuilder = parameterIn("header");
/** @example headers("x-ms-meta-?", map(string()), "metadata") */
export const headers: ParameterBuilder = parameterIn("headers");
/** @example field("TableName", string({ minLength: 3, maxLength: 255 })) */
export const field: ParameterBuilder = parameterIn("field");
/** @example body("QueueMessage", ref("QueueMessage"), "queueMessage") */
export const body: ParameterBuilder = parameterIn("body");
