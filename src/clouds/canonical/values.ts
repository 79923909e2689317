import type { Part, Value } from "./parts.ts";

/** What is shorter is only found where it is all of a text: in others it may stand by chance. */
const shortest = 6;

interface Known {
  readonly raw: string;
  /** Where in it its last word begins: of times and numbered names the first ones are all the same. */
  readonly offset: number;
  readonly value: Value;
}

/** The values of a trace that have names, and where they stand in its texts. */
export class Values {
  readonly #byText = new Map<string, Value>();
  readonly #byLastWord = new Map<string, Known[]>();

  /** Adds a value, and says whether it is new; what is known already stays what it is. */
  add(text: string, kind: string, shape = ""): boolean {
    const { bare: raw } = unwrapped(text);
    if (this.#byText.has(raw)) return false;
    const value = { id: this.#byText.size, kind, shape };
    this.#byText.set(raw, value);
    const word = /[A-Za-z0-9]+(?=[^A-Za-z0-9]*$)/.exec(raw);
    if (word === null || raw.length < shortest) return true;
    const known = { raw, offset: word.index, value };
    const others = this.#byLastWord.get(word[0]);
    if (others === undefined) this.#byLastWord.set(word[0], [known]);
    else others.push(known);
    others?.sort((a, b) => b.raw.length - a.raw.length);
    return true;
  }

  has(text: string): boolean {
    return this.#byText.has(unwrapped(text).bare);
  }

  /** A text that is one of the values, with the quotes that may be around it. */
  whole(text: string, isExpected: boolean): readonly Part[] | undefined {
    const { before, bare, after } = unwrapped(text);
    if (!isExpected && bare.length < shortest) return undefined;
    const value = this.#byText.get(bare);
    return value === undefined ? undefined : [before, value, after];
  }

  /** A text with all values in it. */
  within(text: string): readonly Part[] {
    if (this.#byLastWord.size === 0) return [text];
    const parts: Part[] = [];
    let end = 0;
    for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9]+/g)) {
      const found = index < end ? undefined : this.#at(text, word, index, end);
      if (found === undefined) continue;
      parts.push(text.slice(end, index - found.offset), found.value);
      end = index - found.offset + found.raw.length;
    }
    return end === 0 ? [text] : [...parts, text.slice(end)];
  }

  /** The longest value whose last word stands there, and which is not a part of something longer. */
  #at(text: string, word: string, index: number, from: number): Known | undefined {
    return this.#byLastWord.get(word)?.find(({ raw, offset }) => {
      const start = index - offset;
      if (start < from || !text.startsWith(raw, start)) return false;
      return !/[A-Za-z0-9]{2}/.test(`${raw.at(-1)}${text[start + raw.length] ?? " "}`);
    });
  }
}

/** ETags come with quotes and without, weak and strong. */
export function unwrapped(text: string): { before: string; bare: string; after: string } {
  const found = /^((?:W\/)?")(.*)(")$/s.exec(text);
  if (found === null) return { before: "", bare: text, after: "" };
  return { before: found[1] ?? "", bare: found[2] ?? "", after: found[3] ?? "" };
}
