import type { HttpRequest } from "../model/index.ts";
import type { ServiceName } from "./service-names.ts";
import { recognizerOf } from "./services.ts";
import { decodePath, readRequest } from "./shared/wire-request.ts";

/** A resource by its place, from the outside in: `["photos", "a.png"]`; nothing is the whole account. */
export type Scope = readonly string[];

/**
 * The resources that a request touches. Requests whose scopes lie in each other depend on each other's order; where it
 * is not certain how far a request reaches, its scope is the wider one.
 */
export function scopesOf(service: ServiceName, request: HttpRequest): readonly Scope[] {
  if (service === "dynamodb") return dynamodbScopes(request.body);
  const wire = readRequest(request);
  const [path = "/"] = recognizerOf(service).readings(wire);
  const own =
    service === "azure-table" ? entityScope(decodePath(path), request) : scopeIn(service, decodePath(path));
  const source = wire.headers["x-ms-copy-source"] ?? wire.headers["x-amz-copy-source"];
  return source === undefined ? [own] : [own, []];
}

function scopeIn(service: ServiceName, path: string): Scope {
  const [top = "", ...rest] = path.replace(/^\/+/, "").split("/");
  if (service === "azure-queue") return top === "" ? [] : [top];
  const key = rest.join("/");
  return top === "" ? [] : key === "" ? [top] : [top, key];
}

/** An entity that is put into a table has its keys in its body, and a table that is made its name. */
function entityScope(path: string, { method, body }: HttpRequest): Scope {
  const top = path.replace(/^\/+/, "").split("/")[0] ?? "";
  const scope = tableScope(top);
  if (method.toUpperCase() !== "POST" || scope.length > 1 || top.startsWith("$")) return scope;
  const { PartitionKey: partition, RowKey: row, TableName: table } = fieldsOf(body);
  if (scope.length === 0) return typeof table === "string" ? [table.toLowerCase()] : scope;
  if (typeof partition !== "string" || typeof row !== "string") return scope;
  return [...scope, `PartitionKey='${doubled(partition)}',RowKey='${doubled(row)}'`];
}

function doubled(text: string): string {
  return text.replaceAll("'", "''");
}

/** `users`, `users()`, `users(PartitionKey='a',RowKey='b')`, `Tables('users')`; batches and lists are the account's. */
function tableScope(top: string): Scope {
  const [, name = "", keys = ""] = /^([A-Za-z][A-Za-z0-9]*)(?:\((.*)\))?$/s.exec(top) ?? [];
  if (name.toLowerCase() !== "tables") {
    return name === "" ? [] : keys === "" ? [name.toLowerCase()] : [name.toLowerCase(), keys];
  }
  const [, table] = /^'([A-Za-z0-9]+)'$/.exec(keys) ?? [];
  return table === undefined ? [] : [table.toLowerCase()];
}

/** A request that names one table is the table's; any other is the account's. */
function dynamodbScopes(body: HttpRequest["body"]): readonly Scope[] {
  const { TableName: table } = fieldsOf(body);
  return typeof table === "string" ? [[table]] : [[]];
}

function fieldsOf(body: HttpRequest["body"]): Readonly<Record<string, unknown>> {
  try {
    const document: unknown = JSON.parse(String(body ?? ""));
    return typeof document === "object" && document !== null
      ? Object.fromEntries(Object.entries(document))
      : {};
  } catch {
    return {};
  }
}
