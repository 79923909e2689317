import { printable } from "../model/index.ts";
import { type Identification, type IdentifyOptions, identify } from "./identify.ts";
import { withoutMembers } from "./json-members.ts";

/** A line with what was found in it, or what is wrong with it. */
export type IdentifiedLine =
  | { readonly line: string; readonly identification: Identification; readonly problem?: never }
  | { readonly problem: string };

/**
 * Names the request on one line of JSON, and gives the line back with `service`, `operation` and perhaps `reason`.
 *
 * @example
 * identifyLine('{"method":"GET","url":"https://acme.blob.core.windows.net/photos/a.png"}');
 * // { line: '{"method":"GET",…,"service":"azure-blob","operation":"Blob_Download"}', identification: {…} }
 */
export function identifyLine(line: string, options: IdentifyOptions = {}): IdentifiedLine {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch (error) {
    return { problem: `not JSON (${printable((error as Error).message)})` };
  }
  if (!isRecord(record)) return { problem: "not an object {method, url, headers, body?}" };
  const { method, url, headers } = record;
  if (!isText(method)) return { problem: whyNoText("method", method) };
  if (!isText(url)) return { problem: whyNoText("url", url) };
  const read = readHeaders(headers ?? {});
  if (read === undefined) return { problem: "has headers that are neither an object nor a list of pairs" };
  const identification = identify({ method, url, headers: read }, options);
  return { line: withIdentification(line, record, identification), identification };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function whyNoText(name: string, value: unknown): string {
  if (value === undefined || value === null) return `has no ${name}`;
  if (value === "") return `has an empty ${name}`;
  const kind = Array.isArray(value) ? "list" : typeof value;
  return `has a ${name} that is not a string, but ${kind === "object" ? "an" : "a"} ${kind}`;
}

/**
 * The line is added to, byte for byte; if it already has such fields, they alone are taken out. A reason is the
 * user's own, and stays, unless we have one to give or gave this one before.
 */
function withIdentification(line: string, record: Record<string, unknown>, found: Identification): string {
  const { service, operation, reason } = found;
  const added = reason === undefined ? { service, operation } : { service, operation, reason };
  const old = ["service", "operation"].filter((name) => Object.hasOwn(record, name));
  const answeredBefore = record["operation"] === null;
  if (Object.hasOwn(record, "reason") && (reason !== undefined || answeredBefore)) old.push("reason");
  const kept = old.length === 0 ? line : withoutMembers(line, old);
  const end = kept.lastIndexOf("}");
  return `${kept.slice(0, end).trimEnd()},${JSON.stringify(added).slice(1)}`;
}

/** Headers as an object, repeated ones joined, from an object or a list of pairs. */
function readHeaders(headers: unknown): Record<string, string> | undefined {
  if (Array.isArray(headers)) return headers.every(isPair) ? fromPairs(headers) : undefined;
  if (!isRecord(headers)) return undefined;
  if (isPlain(headers)) return headers;
  const plain: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    plain[name] = Array.isArray(value) ? value.join(", ") : String(value);
  }
  return plain;
}

/** Nearly always so, and then there is nothing to copy. */
function isPlain(headers: Record<string, unknown>): headers is Record<string, string> {
  for (const name in headers) if (typeof headers[name] !== "string") return false;
  return true;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Pair = readonly [string, unknown] | { readonly name: string; readonly value: unknown };

function isPair(value: unknown): value is Pair {
  if (Array.isArray(value)) return typeof value[0] === "string";
  return isRecord(value) && typeof value["name"] === "string";
}

function fromPairs(pairs: readonly Pair[]): Record<string, string> {
  const entries = pairs.map((pair) => ("name" in pair ? ([pair.name, pair.value] as const) : pair));
  const joined = new Map<string, string>();
  for (const [given, value] of entries) {
    const name = given.toLowerCase();
    const before = joined.get(name);
    joined.set(name, before === undefined ? String(value) : `${before}, ${String(value)}`);
  }
  return Object.fromEntries(joined);
}
