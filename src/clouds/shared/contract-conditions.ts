import type { Input } from "../../model/index.ts";

/**
 * Whether a text is none of the forms that .NET's `Guid` reads: bare, with hyphens, in braces or brackets. An empty one says
 * nothing, and one of hexadecimal numbers in braces may be meant well.
 */
export function isOtherThanGuid(value: unknown): boolean {
  const form = /^(?:|[0-9a-f]{32}|([{(]?)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}[})]?|\{0x.+\})$/i;
  return value !== undefined && !form.test(String(value).trim());
}

/** A parameter's text; empty if it is none. */
export function textOf(input: Input, name: string): string {
  const value = input[name];
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** A parameter's number; `undefined` if it is none. */
export function numberOf(input: Input, name: string): number | undefined {
  const value = input[name];
  return typeof value === "number" ? value : undefined;
}

/** What stands at a path of fields, such as `MinuteMetrics.RetentionPolicy.Days`. */
export function at(value: unknown, path: string): unknown {
  let current = value;
  for (const step of path.split(".")) {
    current = typeof current === "object" && current !== null ? Reflect.get(current, step) : undefined;
  }
  return current;
}

/** The items of a list; none if it is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The bytes of all names and values of a family of headers, which arrive with a character for each byte. */
export function familySize(family: unknown): number {
  if (typeof family !== "object" || family === null) return 0;
  return Object.entries(family).reduce((sum, [name, value]) => sum + name.length + String(value).length, 0);
}

/** A family of headers whose names and values are so many bytes together. */
export function familyOfSize(bytes: number): Readonly<Record<string, string>> {
  const half = Math.floor(bytes / 2);
  return { a: "x".repeat(half - 1), b: "x".repeat(bytes - half - 1) };
}
