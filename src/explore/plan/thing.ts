import { isDeepStrictEqual } from "node:util";
import { isFromAnswer } from "../sequence.ts";

/** Something that a draft's steps have made, by the name that later steps call it. */
export interface Thing {
  readonly resource: string;
  readonly value: unknown;
  /** What it lies in, or was made with, by resource. */
  readonly among: ReadonlyMap<string, unknown>;
}

/** Whether a thing can be called by it: a text, or a structure such as a key. */
export function isName(value: unknown): value is string | Readonly<Record<string, unknown>> {
  if (typeof value === "string") return true;
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isFromAnswer(value);
}

/** Whether the things of a list have names of their own, which one name for all would take from them. */
export function areSeveral(values: readonly unknown[]): boolean {
  return values.some((value) => !isDeepStrictEqual(value, values[0]));
}

/** Of a structure, what a plain one has as well: the rest of an item is not its key. */
export function pick(value: unknown, plain: unknown): unknown {
  if (!isName(value) || !isName(plain) || typeof value === "string" || typeof plain === "string")
    return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(plain, name)));
}

/** The same structure with another text in it. */
export function renamed(value: unknown, number: number): unknown {
  if (typeof value === "string") return numbered(value, number);
  if (!isName(value) || typeof value === "string") return value;
  const [first, ...others] = Object.entries(value);
  if (first === undefined) return value;
  return Object.fromEntries([[first[0], renamed(first[1], number)], ...others]);
}

/** A text with a number behind it; what is padded as base64 stays so, and as long as it was where it ends in a number. */
export function numbered(text: string, number: number): string {
  const bytes = Buffer.from(text, "base64");
  if (!text.endsWith("=") || bytes.toString("base64") !== text) return `${text}${number}`;
  const written = bytes.toString("latin1");
  const [last = ""] = /\d*$/.exec(written) ?? [];
  const next = String(Number(last) + number + 1).padStart(last.length, "0");
  return Buffer.from(written.slice(0, written.length - last.length) + next, "latin1").toString("base64");
}

/** A thing that lies in others than those that are spoken of is another one. */
export function lies({ among }: Thing, about: ReadonlyMap<string, Thing>): boolean {
  return [...about].every(([resource, { value }]) => {
    const own = among.get(resource);
    return own === undefined || JSON.stringify(own) === JSON.stringify(value);
  });
}

export function valuesOf(things: ReadonlyMap<string, Thing>): ReadonlyMap<string, unknown> {
  return new Map([...things].map(([resource, { value }]) => [resource, value]));
}
