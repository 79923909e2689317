import { randomInt } from "node:crypto";
import { type Sequence, tokenPattern } from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";
import type { PlaceDifference } from "./performed.ts";

/** The names that one performance has instead of its sequence's tokens. */
export interface Naming {
  /** All of them. */
  readonly names: ReadonlySet<string>;
  /** By the tokens that they stand for. */
  readonly byToken: ReadonlyMap<string, string>;
  /** An input with these names in all of its texts: names of fields, paths and documents too. */
  readonly fresh: (input: Input) => Input;
  /** A text with the tokens again, so that it is the same in each performance. */
  readonly original: (text: string) => string;
}

/** As many characters as a token has, behind what no token begins with. */
const tokenLength = 8;

/** Letters that no token and no number begins with. */
const firstLetters = "ghjkmnpqrsvwxz";

/**
 * What names begin with on some sides: where others may have been before, or what is deleted takes its time to go, names
 * must be new in each run. On what we have started they are the same each time.
 */
export function prefixOn(...sides: readonly { readonly isOurs: boolean }[]): string | undefined {
  if (sides.every(({ isOurs }) => isOurs)) return undefined;
  const letter = firstLetters[randomInt(firstLetters.length)] ?? "r";
  return `${letter}${randomInt(36 ** 3)
    .toString(36)
    .padStart(3, "0")}`;
}

/** A difference with the tokens again. */
export function originalDifference(
  difference: PlaceDifference,
  { original }: Pick<Naming, "original">,
): PlaceDifference {
  const told = (text: string | null) => (text === null ? null : original(text));
  const { place, emulator, reference } = difference;
  return { ...difference, place: original(place), emulator: told(emulator), reference: told(reference) };
}

/** Gives names that nobody had before, in order. */
export class FreshNames {
  readonly #prefix: string;
  #count = 0;

  constructor(prefix = "fz") {
    this.#prefix = prefix;
  }

  /** Names for one performance of a sequence. */
  next(sequence: Sequence): Naming {
    const byToken = new Map<string, string>();
    for (const { input } of sequence) {
      mapTexts(input, (text) => {
        for (const [token] of text.matchAll(tokenPattern))
          if (!byToken.has(token)) byToken.set(token, this.#take());
        return text;
      });
    }
    const byName = new Map([...byToken].map(([token, name]) => [name, token]));
    const names = [...byName.keys()];
    const pattern = new RegExp(names.join("|"), "gi");
    return {
      names: new Set(names),
      byToken,
      fresh: (input) => asInput(mapTexts(input, (text) => withNames(text, byToken))),
      original: (text) =>
        names.length === 0 ? text : text.replace(pattern, (name) => byName.get(name.toLowerCase()) ?? name),
    };
  }

  #take(): string {
    this.#count++;
    return `${this.#prefix}${this.#count.toString(36).padStart(tokenLength - this.#prefix.length, "0")}`;
  }
}

function withNames(text: string, byToken: ReadonlyMap<string, string>): string {
  return text.includes("ts0") ? text.replace(tokenPattern, (token) => byToken.get(token) ?? token) : text;
}

function asInput(value: unknown): Input {
  return typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

/** A value with all its texts changed, those in bytes too: what is no text there has no token in it either. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (value instanceof Uint8Array) return mapBytes(value, change);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [change(name), mapTexts(part, change)] as const),
  );
}

/** Latin-1 keeps every byte as it is. */
function mapBytes(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const changed = change(text);
  return changed === text ? bytes : new Uint8Array(Buffer.from(changed, "latin1"));
}
