import {
  type AtEndpoint,
  type FromAnswer,
  isAtEndpoint,
  isFromAnswer,
  type Sequence,
} from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";

/** What only a run can tell: a value of an earlier answer, or an address on the target. */
export type Reference = FromAnswer | AtEndpoint;

/** A sequence in which each reference is a text that can be found again in whatever is made of it. */
export interface Marked {
  readonly sequence: Sequence;
  readonly references: readonly Reference[];
}

/** Puts a mark in the place of every reference. */
export function marked(sequence: Sequence): Marked {
  const references: Reference[] = [];
  const withMarks = (value: unknown): unknown => {
    if (isFromAnswer(value) || isAtEndpoint(value)) return markOf(references.push(value) - 1);
    if (Array.isArray(value)) return value.map(withMarks);
    if (typeof value !== "object" || value === null || value instanceof Uint8Array || value instanceof Date)
      return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withMarks(part)]));
  };
  const steps = sequence.map((step) => ({ ...step, input: withMarks(step.input) as Input }));
  return { sequence: steps, references };
}

const letters = "abcdefghijklmnopqrstuvwxyz";
const markLength = 4;

/**
 * Nine letters, which stay as they are in addresses, headers, XML and JSON, and are neither a date nor Base64, which
 * SDKs would want in another form.
 */
export function markOf(index: number): string {
  const digits = Array.from(
    { length: markLength },
    (_, place) => letters[Math.floor(index / letters.length ** (markLength - 1 - place)) % letters.length],
  );
  return `TsRef${digits.join("")}`;
}

/** Finds marks in a text. */
export const markPattern: RegExp = /TsRef([a-z]{4})/;

/** The index of the reference that a mark's letters stand for. */
export function indexOfMark(digits: string): number {
  return [...digits].reduce((index, letter) => index * letters.length + letters.indexOf(letter), 0);
}
