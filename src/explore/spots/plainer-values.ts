import { defaultValue, type NumberType, type StringType } from "../../model/index.ts";
import type { PlacedType } from "../places/places.ts";

/** Lengths or numbers between what is wanted and what there is, boldest first: the least, then by halves, then by one. */
function* towards(least: number, most: number): Generator<number, undefined> {
  if (least >= most) return;
  yield least;
  for (let step = Math.floor((most - least) / 2); step > 1; step = Math.floor(step / 2)) yield most - step;
  if (most - 1 > least) yield most - 1;
}

/** Values that may be plainer than a scalar, boldest first; whether they are is for the caller to see. */
export function* plainerValues(value: unknown, type: PlacedType): Generator<unknown, undefined> {
  if (typeof value === "string")
    yield* plainerTexts(value, type.kind === "string" ? type : { kind: "string" });
  else if (typeof value === "number") yield* plainerNumbers(value, type);
  else if (typeof value === "bigint") yield* plainerBigints(value);
  else if (value instanceof Uint8Array) yield* plainerBytes(value, type);
}

const fewLetters = 48;

function* plainerTexts(text: string, type: StringType): Generator<string, undefined> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = type;
  yield String(defaultValue(type));
  yield "a".repeat(Math.max(1, minLength));
  yield "a";
  const least = text.length > maxLength ? maxLength + 1 : Math.max(minLength, 1);
  for (const length of towards(least, text.length)) {
    yield "a".repeat(length);
    yield text.slice(0, length);
    yield text.slice(-length);
  }
  yield text.replace(/[^a-z]/g, "a");
  if (text.length > fewLetters) return;
  const letters = [...text];
  for (const index of letters.keys()) yield letters.toSpliced(index, 1).join("");
  for (const [index, letter] of letters.entries()) {
    if (!/[a-z]/.test(letter)) yield letters.with(index, "a").join("");
  }
}

function* plainerNumbers(value: number, type: PlacedType): Generator<number, undefined> {
  if (type.kind !== "int" && type.kind !== "long" && type.kind !== "double") {
    yield* [1, 0, Math.trunc(value)];
    return;
  }
  yield Number(defaultValue(type));
  yield* [1, 0, Math.trunc(value)];
  yield* towardsBound(value, type);
}

/** What lies beyond a bound stays beyond it. */
function* towardsBound(
  value: number,
  { min, max, multipleOf = 1 }: NumberType,
): Generator<number, undefined> {
  const size = Math.abs(value);
  if (!Number.isSafeInteger(size)) {
    yield* [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 31, 1000].map(
      (bound) => Math.sign(value) * bound,
    );
    return;
  }
  const bound = value > 0 ? (max ?? 0) : -(min ?? 0);
  const least = size > bound && bound >= 0 ? bound + multipleOf : 0;
  for (const smaller of towards(least, size)) yield Math.sign(value) * smaller;
}

function* plainerBigints(value: bigint): Generator<unknown, undefined> {
  yield* [1, 0];
  yield value / 2n;
}

function* plainerBytes(bytes: Uint8Array, type: PlacedType): Generator<Uint8Array, undefined> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = type.kind === "bytes" ? type : {};
  const least = bytes.length > maxLength ? maxLength + 1 : minLength;
  for (const length of towards(least, bytes.length)) yield bytes.slice(0, length);
  yield new Uint8Array(bytes.length);
}
