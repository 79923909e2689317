import type { Input } from "../model/index.ts";
import { isReference } from "./spots/spots.ts";

/**
 * How far an input is from plain: more parameters, longer texts and lists, stranger characters and larger numbers
 * count more.
 *
 * @example
 * plainness({ queueName: "a" }) < plainness({ queueName: "é" }); // true
 */
export function plainness(input: Input): number {
  return weightOf(input);
}

function weightOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return 1 + weightOfText(value);
  if (typeof value === "number") return 1 + weightOfNumber(value);
  if (typeof value === "bigint") return 2 + value.toString(2).length;
  if (value instanceof Uint8Array) return 1 + weightOfBytes(value);
  if (typeof value !== "object" || value === null) return 1;
  if (isReference(value)) return 2;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + 1 + weightOf(item), 1);
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .reduce((sum, [name, part]) => sum + 1 + weightOfText(name) / 16 + weightOf(part), 1);
}

function weightOfText(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum += weightOfUnit(text.charCodeAt(index));
  return sum;
}

/** Small letters are plainest, then digits, capitals, what else stands in ASCII, and the rest. */
function weightOfUnit(code: number): number {
  if (code >= 97 && code <= 122) return 1;
  if (code >= 48 && code <= 57) return 1.25;
  if (code >= 65 && code <= 90) return 1.5;
  return code >= 32 && code < 127 ? 2 : 4;
}

function weightOfNumber(number: number): number {
  if (!Number.isFinite(number)) return 2048;
  return Math.log2(1 + Math.abs(number)) + (Number.isInteger(number) ? 0 : 1) + (number < 0 ? 0.5 : 0);
}

function weightOfBytes(bytes: Uint8Array): number {
  return bytes.length + bytes.reduce((sum, byte) => sum + (byte === 0 ? 0 : 0.5), 0);
}
