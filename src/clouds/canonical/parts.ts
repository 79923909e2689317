import type { Form } from "./content.ts";

/** A value that differs from run to run, and is known by being the same wherever it stands. */
export interface Value {
  /** Another one for every value of a trace; it says nothing by itself. */
  readonly id: number;
  readonly kind: string;
  /** What else of it must be the same: noise has the form that was learned, or is something else. */
  readonly shape: string;
}

/** Something that is told by a word of ours. */
export interface Mark {
  readonly mark: string;
}

/** A piece of a text: as it stands there, a value that has a name, or what is told in our words. */
export type Part = string | Value | Mark;

export function isValue(part: Part): part is Value {
  return typeof part !== "string" && "kind" in part;
}

/** A field's parts, with their text where it has no value in it and so is the same whatever those are called. */
export interface Told {
  readonly parts: readonly Part[];
  readonly form: Form | undefined;
  readonly fixed: string | undefined;
}

/** Parts, and their text if no value is in it. */
export function toldOf(parts: readonly Part[], form: Form | undefined): Told {
  return { parts, form, fixed: parts.some(isValue) ? undefined : textOf(parts, form, () => "") };
}

/** The text of a field's parts. */
export function tell({ parts, form, fixed }: Told, nameOf: (value: Value) => string): string {
  return fixed ?? textOf(parts, form, nameOf);
}

/**
 * Parts as one text. What we name stands in ‹›, which nothing else can: a text that has such signs itself has them
 * escaped, so that different parts never give the same text.
 */
function textOf(parts: readonly Part[], form: Form | undefined, nameOf: (value: Value) => string): string {
  const [first = "", ...others] = parts;
  if (others.length === 0 && typeof first === "string" && form !== "string") return escaped(first);
  const text = parts
    .map((part) => {
      if (typeof part === "string") return form === "string" ? quoted(escaped(part)) : escaped(part);
      return `‹${isValue(part) ? nameOf(part) : part.mark}›`;
    })
    .join("");
  return form === "string" ? `"${text}"` : text;
}

function escaped(text: string): string {
  return /[‹›\\]/.test(text) ? text.replace(/[‹›\\]/g, "\\$&") : text;
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
