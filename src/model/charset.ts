import { charsetPattern } from "./validate.ts";

const known = new Map<string, readonly string[]>();

/** Where the letters of European languages end. */
const firstBeyond = 0x250;
const enough = 64;

/**
 * The characters of a set below U+0250; where there are none, the first beyond.
 *
 * @example charactersOf("a-c"); // ["a", "b", "c"]
 */
export function charactersOf(charset: string): readonly string[] {
  let found = known.get(charset);
  if (found === undefined) {
    const allowed = charsetPattern(charset);
    found = [...charactersBetween(0, firstBeyond, allowed)];
    if (found.length === 0) {
      found = [...charactersBetween(firstBeyond, 0x11_0000, allowed).take(enough)];
    }
    known.set(charset, found);
  }
  return found;
}

/** Characters that are allowed; halves of a surrogate pair are none. */
function* charactersBetween(from: number, to: number, allowed: RegExp): Generator<string, undefined> {
  for (let code = from; code < to; code++) {
    const char = String.fromCodePoint(code);
    if (char.isWellFormed() && allowed.test(char)) yield char;
  }
}
