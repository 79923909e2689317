import { hash } from "node:crypto";
import type { Field, Step } from "./step.ts";

/**
 * Where and how noise stands in a text. Of the words of a text some are noise and the others are not, and a text is
 * only noise at a place if its other words are those that were there before:
 * - `3:1:ab12…`: of three words the second, and the rest with that hash;
 * - `time`: the whole text is a time;
 * - `*`: the whole text.
 */
export interface Template {
  readonly count: number;
  readonly slots: readonly number[];
  readonly rest: string;
}

/** All that is noise in the traces of one test, by place. */
export class Noise {
  readonly #byPlace = new Map<string, Template[]>();
  readonly #split = new Map<Field, NoisyText | undefined>();

  constructor(places: Iterable<string>) {
    for (const text of places) {
      const at = text.lastIndexOf(" ~ ");
      const template = at < 0 ? undefined : templateOf(text.slice(at + 3));
      if (template === undefined) continue;
      const place = text.slice(0, at);
      const known = this.#byPlace.get(place);
      if (known === undefined) this.#byPlace.set(place, [template]);
      else known.push(template);
    }
    for (const templates of this.#byPlace.values()) templates.sort(byCare);
  }

  /** What a field's text is made of, where noise was learned that looks like it: every second one is noise. */
  split(step: Pick<Step, "service" | "operation">, field: Field): NoisyText | undefined {
    if (this.#byPlace.size === 0) return undefined;
    if (!this.#split.has(field)) this.#split.set(field, this.#splitAnew(step, field));
    return this.#split.get(field);
  }

  #splitAnew(step: Pick<Step, "service" | "operation">, { place, value }: Field): NoisyText | undefined {
    if (value === "") return undefined;
    const templates = this.#byPlace.get(noisePlace(step, place));
    if (templates === undefined) return undefined;
    const words = wordsOf(value);
    for (const template of templates) {
      if (template.rest === "time") return "time";
      if (template.rest === "*") return ["", value, ""];
      if (template.count !== countOf(words) || restOf(words, template.slots) !== template.rest) continue;
      return template.slots.length === 0 ? undefined : spansOf(words, template.slots);
    }
    return undefined;
  }
}

/** Literal, noise, literal, noise, …, literal; or a time. */
export type NoisyText = readonly string[] | "time";

/** First what is known not to be noise, then what has most of it: what was random once is random again. */
function byCare(a: Template, b: Template): number {
  return rankOf(a) - rankOf(b) || b.slots.length - a.slots.length || (a.rest < b.rest ? -1 : 1);
}

function rankOf({ rest, slots }: Template): number {
  if (rest === "*") return 3;
  if (rest === "time") return 2;
  return slots.length === 0 ? 0 : 1;
}

/** How noise is written down. */
export function noisePlace(
  { service, operation }: Pick<Step, "service" | "operation">,
  place: string,
): string {
  return `${service} ${operation} ${place}`;
}

export function writtenNoise(place: string, { count, slots, rest }: Template): string {
  return `${place} ~ ${rest === "*" || rest === "time" ? rest : `${count}:${slots.join(",")}:${rest}`}`;
}

function templateOf(text: string): Template | undefined {
  if (text === "*" || text === "time") return { count: 0, slots: [], rest: text };
  const [count, slots, rest] = text.split(":");
  if (count === undefined || slots === undefined || rest === undefined) return undefined;
  return { count: Number(count), slots: slots === "" ? [] : slots.split(",").map(Number), rest };
}

/** A text as what is between its words and its words, in turn. */
export type Words = readonly string[];

export function wordsOf(text: string): Words {
  // Base64 is one word, whatever signs it has.
  if (/^(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return ["", text, ""];
  return text.split(/([\p{L}\p{N}]+)/u);
}

export function countOf(words: Words): number {
  return (words.length - 1) / 2;
}

/** The hash of all that is not noise. */
export function restOf(words: Words, slots: readonly number[]): string {
  const noise = new Set(slots.map((slot) => slot * 2 + 1));
  return hash("sha256", JSON.stringify(words.map((word, at) => (noise.has(at) ? null : word)))).slice(0, 16);
}

/** Neighbours that only a dash is between are one: the parts of a GUID. */
export function spansOf(words: Words, slots: readonly number[]): readonly string[] {
  const spans: string[] = [];
  let literal = words[0] ?? "";
  for (let slot = 0; slot < countOf(words); slot++) {
    const word = words[slot * 2 + 1] ?? "";
    const behind = words[slot * 2 + 2] ?? "";
    if (!slots.includes(slot)) literal += word + behind;
    else if (spans.length > 0 && /^[-_]$/.test(literal) && slots.includes(slot - 1)) {
      spans.push(`${spans.pop() ?? ""}${literal}${word}`);
      literal = behind;
    } else {
      spans.push(literal, word);
      literal = behind;
    }
  }
  return [...spans, literal];
}

/** What two random values have in common if they were made in the same way. */
export function shapeOf(text: string): string {
  const size = 2 ** Math.ceil(Math.log2(text.length + 1));
  if (/^[a-z0-9._~-]*$/.test(text)) return `plain<${size}`;
  if (/^[A-Za-z0-9+/=._~-]*$/.test(text)) return `mixed<${size}`;
  return /^[\x20-\x7e]*$/.test(text) ? `text<${size}` : `any<${size}`;
}
