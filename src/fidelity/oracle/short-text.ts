import { cutText } from "../cut-text.ts";

const longest = 200;

/** A value as a short text; nothing stays nothing. */
export function shortText(value: unknown): string | null {
  if (value === undefined) return null;
  return cutText(typeof value === "string" ? value : JSON.stringify(value), longest);
}
