import type { Input } from "./default-value.ts";
import type { Operation, Parameter } from "./operation.ts";
import { readScalar, readXml } from "./read-xml.ts";
import { present, resolve, type Types } from "./types.ts";

/** A request taken apart, as far as an operation's parameters stand in it. */
export interface RequestParts {
  /** From the service's root, still percent-encoded. */
  readonly path: string;
  readonly query: ReadonlyMap<string, string>;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Absent where it is not known. */
  readonly body?: Uint8Array;
}

/**
 * The parameters of a request by their API names: what {@link writeRequest} has written, read again. What does not fit
 * its type stays as the text that it is, so that it can be judged.
 *
 * @example
 * readInput(operationOf("azure-queue", "Queue_Delete"), { path: "/jobs", query: new Map(), headers: {} }, types);
 * // { queueName: "jobs" }
 */
export function readInput(operation: Operation, parts: RequestParts, types: Types): Input {
  const inPath = pathValues(operation.http.path, parts.path);
  const fields = fieldsOf(operation, parts, types);
  const found = operation.parameters.flatMap((parameter) => {
    const value = valueIn(parameter, operation, parts, { inPath, fields }, types);
    return value === undefined ? [] : [[parameter.name, value] as const];
  });
  return Object.fromEntries(found);
}

interface ReadAhead {
  readonly inPath: ReadonlyMap<string, string>;
  readonly fields: Readonly<Record<string, unknown>>;
}

function valueIn(
  parameter: Parameter,
  operation: Operation,
  parts: RequestParts,
  { inPath, fields }: ReadAhead,
  types: Types,
): unknown {
  const { in: place, wire } = parameter;
  const scalar = (text: string | undefined) =>
    text === undefined ? undefined : readScalar(text, resolve(present(parameter.type), types));
  switch (place) {
    case "path":
      return inPath.get(wire);
    case "query":
      return scalar(parts.query.get(wire) ?? withoutCase(parts.query, wire));
    case "header":
      return scalar(parts.headers[wire.toLowerCase()]);
    case "headers":
      return familyOf(parts.headers, wire.toLowerCase());
    case "field":
      return fields[wire];
    case "body":
      return bodyOf(parameter, operation, parts, types);
  }
}

function withoutCase(query: ReadonlyMap<string, string>, wanted: string): string | undefined {
  const lower = wanted.toLowerCase();
  for (const [name, value] of query) if (name.toLowerCase() === lower) return value;
  return undefined;
}

function familyOf(headers: RequestParts["headers"], prefix: string): Record<string, string> | undefined {
  const family = Object.entries(headers)
    .filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value]);
  return family.length === 0 ? undefined : Object.fromEntries(family);
}

function textOf({ body }: RequestParts): string | undefined {
  return body === undefined || body.length === 0 ? undefined : Buffer.from(body).toString("utf8");
}

function fieldsOf(
  operation: Operation,
  parts: RequestParts,
  types: Types,
): Readonly<Record<string, unknown>> {
  const members = operation.parameters.filter((parameter) => parameter.in === "field");
  const text = members.length === 0 ? undefined : textOf(parts);
  if (text === undefined) return {};
  if (operation.bodyFormat === "json") return objectOf(readJson(text));
  const fields = Object.fromEntries(members.map(({ wire, type }) => [wire, type]));
  return objectOf(readXml(text, { kind: "object", open: false, fields }, types));
}

function bodyOf({ type }: Parameter, { bodyFormat }: Operation, parts: RequestParts, types: Types): unknown {
  if (bodyFormat === "bytes" || bodyFormat === "multipart" || bodyFormat === "none") return parts.body;
  const text = textOf(parts);
  if (text === undefined) return undefined;
  return bodyFormat === "json" ? readJson(text) : readXml(text, type, types);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

const patterns = new Map<string, { readonly pattern: RegExp; readonly names: readonly string[] }>();

/** What stands in the places of a path's template. */
function pathValues(template: string, path: string): ReadonlyMap<string, string> {
  const { pattern, names } = patternOf(template);
  const found = pattern.exec(path) ?? pattern.exec(decoded(path));
  return new Map(names.map((name, at) => [name, unquoted(template, name, decoded(found?.[at + 1] ?? ""))]));
}

/** Inside of quotes, as in `Tables('{table}')`, a quote is doubled. */
function unquoted(template: string, name: string, text: string): string {
  return template.includes(`'{${name}}'`) ? text.replaceAll("''", "'") : text;
}

function patternOf(template: string) {
  const known = patterns.get(template);
  if (known !== undefined) return known;
  const names: string[] = [];
  const source = template.split(/(\{[^}]+\})/).map((part) => {
    if (!part.startsWith("{")) return RegExp.escape(part);
    names.push(part.replace(/[{}+]/g, ""));
    return part.endsWith("+}") ? "([^]+)" : "([^/]*)";
  });
  const made = { pattern: new RegExp(`^${source.join("")}/?$`, "i"), names };
  patterns.set(template, made);
  return made;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
