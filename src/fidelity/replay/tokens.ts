import { KnownTexts, shortestKnown } from "./known-texts.ts";

/** A value that a service made up: what it is, what it was, and what it is now. */
export interface Token {
  readonly kind: string;
  readonly recorded: string;
  /** Absent where the target gave none. */
  readonly actual?: string;
}

/** From this length on, with a digit in it, a made-up value is met by chance nowhere. */
const strange = new RegExp(`^(?=.*\\d).{${shortestKnown},}$`, "s");

/** Whether a value can stand nowhere by chance. */
export function isStrange(value: string): boolean {
  return strange.test(value);
}

/**
 * What a service made up in its recorded answers, and what the target made up in their places. Strange values are
 * replaced wherever they stand; plain ones only where a value of their kind is expected.
 */
export class Tokens {
  readonly #known = new KnownTexts<string>();
  readonly #plain = new Map<string, string>();
  readonly #missing = new KnownTexts<string>();

  learn({ kind, recorded, actual }: Token): void {
    const before = bare(recorded);
    const now = actual === undefined ? undefined : bare(actual);
    if (before === "") return;
    if (strange.test(before)) {
      // Addresses inside of bodies have them encoded.
      for (const spell of [(text: string) => text, encodeURIComponent]) {
        this.#learnStrange(kind, spell(before), now === undefined ? undefined : spell(now));
      }
    } else if (now !== undefined) this.#plain.set(`${kind} ${before}`, now);
  }

  #learnStrange(kind: string, before: string, now: string | undefined): void {
    if (now === undefined) {
      if (this.#known.get(before) === undefined) this.#missing.set(before, kind);
      return;
    }
    this.#missing.delete(before);
    this.#known.set(before, now);
  }

  /** A text with every strange value that is known in it replaced. */
  replaceIn(text: string): string {
    let done = "";
    let from = 0;
    for (const { at, length, value } of this.#known.placesIn(text)) {
      done += text.slice(from, at) + value;
      from = at + length;
    }
    return done + text.slice(from);
  }

  /** A whole value where one of a kind is expected. */
  replaceWhole(kind: string, value: string): string {
    const plain = this.#plain.get(`${kind} ${bare(value)}`);
    return plain === undefined ? this.replaceIn(value) : value.replace(bare(value), () => plain);
  }

  /** What kind of value a text needs that the target never gave. */
  missingIn(text: string): string | undefined {
    for (const { value: kind } of this.#missing.placesIn(text)) return kind;
    return undefined;
  }
}

/** Without the quotes that some places have and others do not. */
export function bare(value: string): string {
  return /^(?:W\/)?"(.*)"$/s.exec(value)?.[1] ?? value;
}
