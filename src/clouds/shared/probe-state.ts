import type { Input } from "../../model/index.ts";
import { interfaceOf, operationOf } from "../services.ts";
import { isSuccess } from "./is-success.ts";
import { type Told, toldBy, type Values, type Words } from "./probe-answer.ts";
import { lackingOf } from "./probe-lacking.ts";
import type { Clients } from "./sdk-clients.ts";
import type { Answered, CallResult } from "./sdk-result.ts";
import { statusAndCode } from "./status-and-code.ts";

/** Data that can be compared and stored. */
export type Plain = null | boolean | number | string | readonly Plain[] | PlainFields;

/** Fields in the order of their names. */
export interface PlainFields {
  readonly [name: string]: Plain;
}

/**
 * What is visible of a service's state, without what differs each time. A part that is not there is
 * `{ absent: "404 NoSuchTagSet" }`, one that could not be read `{ unreadable: "501 NotImplemented" }`.
 */
export type State = PlainFields;

/** Reads parts of a state. */
export interface Reader {
  /** The part that an operation shows, by what is picked from its answer; why not, where there is none. */
  read(operation: string, input: Input, pick: (told: Told, answer: Answered) => unknown): Promise<Plain>;
}

export interface ReaderOptions {
  /** How states name what stands in headers. */
  readonly words: Words;
  /** Fields that say nothing about the state, wherever they stand. */
  readonly dropped: ReadonlySet<string>;
  /** Which reads are made; those that are not leave their part unreadable. */
  readonly wanted: (operation: string) => boolean;
}

/**
 * Reads past the SDK: what a state is does not depend on what an SDK makes of it, and a state takes many requests, each of
 * which costs a fraction of what an SDK's does.
 */
export function reader(clients: Clients, { dropped, words, wanted }: ReaderOptions): Reader {
  const { service } = clients;
  const { types } = interfaceOf(service);
  const lacking = lackingOf(clients);
  return {
    async read(name, input, pick) {
      if (!wanted(name)) return { unreadable: "it was not asked for" };
      const lacks = lacking.said(name);
      if (lacks !== undefined) return { unreadable: lacks };
      const result = await asked(clients, name, input);
      if (result.kind !== "answered") return { unreadable: `${result.kind}: ${result.message}` };
      const said = statusAndCode(result);
      lacking.note(name, result, said);
      if (result.status === 404 || isMissing(result.code)) return { absent: said };
      if (!isSuccess(result)) return { unreadable: said };
      const told = toldBy(operationOf(service, name), result, types, words);
      return typeof told === "string"
        ? { unreadable: `${said}: ${told}` }
        : plain(pick(told, result), dropped);
    },
  };
}

/** What failed in passing is asked once more. */
async function asked(clients: Clients, operation: string, input: Input): Promise<CallResult> {
  const result = await clients.call(operation, input, { via: "raw" });
  const isPassing = result.kind === "failed" || (result.kind === "answered" && passing.has(result.status));
  return isPassing ? clients.call(operation, input, { via: "raw" }) : result;
}

const passing = new Set([429, 500, 502, 503, 504]);

/** DynamoDB says it without a 404. */
function isMissing(code: string | undefined): boolean {
  return code === "ResourceNotFoundException" || code === "PolicyNotFoundException";
}

/** What users have named themselves: nothing is dropped from it. */
class UsersOwn {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

export function usersOwn(value: unknown): unknown {
  return new UsersOwn(value);
}

const nothing: ReadonlySet<string> = new Set();
const ownFields = new Set(["metadata", "Metadata", "tags"]);

/** Whether a part is there and was read. */
export function isRead(part: Plain): boolean {
  return !(isFields(part) && ("unreadable" in part || "absent" in part) && Object.keys(part).length === 1);
}

/** Whether a part says that there is none. */
export function isAbsent(part: Plain): boolean {
  return isFields(part) && "absent" in part && Object.keys(part).length === 1;
}

/** All parts together. */
export async function gathered(parts: Readonly<Record<string, Promise<Plain>>>): Promise<PlainFields> {
  const entries = Object.entries(parts).map(async ([name, part]) => [name, await part] as const);
  return sorted(Object.fromEntries(await Promise.all(entries)));
}

/** A list as fields by what names its items; of several with one name, all are kept. */
export function byName<Item>(
  items: readonly Item[] | undefined,
  name: (item: Item) => string,
  value: (item: Item) => unknown,
): Record<string, unknown> {
  const groups = Map.groupBy(items ?? [], name);
  return Object.fromEntries(
    [...groups].map(([key, group]) => [key, group.length === 1 ? group.map(value)[0] : group.map(value)]),
  );
}

export function valuesOf(value: unknown): Values {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

export function listOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.map(valuesOf) : [];
}

/** A value as plain data: dates and bytes as text, fields in order, without what is dropped. */
export function plain(value: unknown, dropped: ReadonlySet<string>): Plain {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "no date" : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (value instanceof UsersOwn) return plain(value.value, nothing);
  if (value instanceof Set) return plain([...value], dropped);
  if (Array.isArray(value)) return value.map((item) => plain(item, dropped));
  const entries = Object.entries(value).filter(
    ([name, part]) => part !== undefined && typeof part !== "function" && !dropped.has(name),
  );
  return sorted(
    Object.fromEntries(
      entries.map(([name, part]) => [name, plain(part, ownFields.has(name) ? nothing : dropped)]),
    ),
  );
}

function sorted(fields: PlainFields): PlainFields {
  return Object.fromEntries(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

export function isFields(part: Plain | undefined): part is PlainFields {
  return typeof part === "object" && part !== null && !Array.isArray(part);
}
