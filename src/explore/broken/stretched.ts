import { charactersOf, type StringType } from "../../model/index.ts";
import { lengthOf } from "./refinements.ts";

/** One, two, three and four bytes long in UTF-8. */
const letters = ["a", "é", "漢", "😀"];
const chunkSizes = [1, 2, 3, 4, 8, 16];
const mostPositions = 24;

/**
 * Texts of at least the wanted length, as short as that goes: letters of different sizes repeated, and samples in which
 * a part is repeated or letters are put in. Not all of them keep the type's other refinements.
 */
export function* stretched(
  type: StringType,
  samples: readonly string[],
  wanted: number,
): Generator<string, undefined> {
  for (const letter of lettersOf(type)) yield* repeated(type, letter, wanted);
  for (const sample of samples) {
    const missing = wanted - lengthOf(type, sample);
    if (missing <= 0) continue;
    for (const size of chunkSizes) {
      for (const at of positions(sample.length - size)) {
        const chunk = sample.slice(at, at + size);
        yield inserted(sample, at, chunk.repeat(Math.ceil(missing / lengthOf(type, chunk))));
      }
    }
    for (const at of positions(sample.length)) yield inserted(sample, at, "a".repeat(missing));
    for (const at of positions(sample.length)) yield inserted(sample, at, " ".repeat(missing));
  }
}

/** Texts of at most the wanted length, as long as that goes: starts, ends, and samples without a part. */
export function* shrunk(
  type: StringType,
  samples: readonly string[],
  wanted: number,
): Generator<string, undefined> {
  for (const letter of lettersOf(type)) {
    yield letter.repeat(Math.max(0, Math.floor(wanted / lengthOf(type, letter))));
  }
  for (const sample of samples) {
    yield sample.slice(0, wanted);
    yield sample.slice(-wanted);
    for (const size of [...chunkSizes, Math.max(1, sample.length - wanted)]) {
      for (const at of positions(sample.length - size)) yield sample.slice(0, at) + sample.slice(at + size);
    }
  }
}

/** The letter so often that the length is reached, and the same made exact with shorter letters. */
function* repeated(type: StringType, letter: string, wanted: number): Generator<string, undefined> {
  const size = lengthOf(type, letter);
  const most = Math.floor(wanted / size);
  yield letter.repeat(most) + "a".repeat(wanted - most * size);
  if (most * size !== wanted) yield letter.repeat(most + 1);
}

function lettersOf({ charset }: StringType): readonly string[] {
  if (charset === undefined) return letters;
  const allowed = charactersOf(charset);
  const common = letters.filter((letter) => allowed.includes(letter) || letter > "\u{250}");
  return [...common, ...allowed.slice(0, 1), ...allowed.slice(-1)];
}

/** Places in a text, all of a short one and some of a long one. */
export function positions(count: number): readonly number[] {
  if (count < 0) return [];
  const step = Math.max(1, Math.ceil((count + 1) / mostPositions));
  const all = Array.from({ length: Math.floor(count / step) + 1 }, (_, index) => index * step);
  return all.includes(count) ? all : [...all, count];
}

export function inserted(text: string, at: number, more: string): string {
  return text.slice(0, at) + more + text.slice(at);
}
