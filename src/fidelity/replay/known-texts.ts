/** No known text is shorter: each is looked for by as many of its first characters. */
export const shortestKnown = 12;

/** Where a known text stands in another. */
export interface Place<Value> {
  readonly at: number;
  readonly length: number;
  readonly value: Value;
}

/** Values by texts that are met inside of others, in time that does not grow with how many there are. */
export class KnownTexts<Value> {
  readonly #values = new Map<string, Value>();
  /** How long those are that begin alike, the longest first. */
  readonly #lengths = new Map<number, number[]>();

  get(text: string): Value | undefined {
    return this.#values.get(text);
  }

  set(text: string, value: Value): void {
    this.#values.set(text, value);
    const start = hashOf(text, 0);
    const lengths = this.#lengths.get(start) ?? [];
    if (lengths.includes(text.length)) return;
    this.#lengths.set(
      start,
      [...lengths, text.length].toSorted((one, other) => other - one),
    );
  }

  delete(text: string): void {
    this.#values.delete(text);
  }

  /** Where known texts stand: the first of them, of those at one place the longest, and then what comes after it. */
  *placesIn(text: string): Generator<Place<Value>> {
    if (this.#values.size === 0) return;
    const last = text.length - shortestKnown;
    let hash = hashOf(text, 0);
    for (let at = 0, free = 0; at <= last; hash = rolled(hash, text, at++)) {
      const place = at < free ? undefined : this.#placeAt(text, at, hash);
      if (place === undefined) continue;
      yield place;
      free = at + place.length;
    }
  }

  #placeAt(text: string, at: number, hash: number): Place<Value> | undefined {
    for (const length of this.#lengths.get(hash) ?? []) {
      const value = this.#values.get(text.slice(at, at + length));
      if (value !== undefined) return { at, length, value };
    }
    return undefined;
  }
}

const base = 31;
const highest = Array.from({ length: shortestKnown - 1 }).reduce<number>(
  (power) => Math.imul(power, base),
  1,
);

/** A number for the first characters from a place on. */
function hashOf(text: string, from: number): number {
  let hash = 0;
  for (let at = from; at < from + shortestKnown; at++) hash = (Math.imul(hash, base) + codeAt(text, at)) | 0;
  return hash;
}

/** The number for those one place further on. */
function rolled(hash: number, text: string, at: number): number {
  const rest = hash - Math.imul(codeAt(text, at), highest);
  return (Math.imul(rest, base) + codeAt(text, at + shortestKnown)) | 0;
}

function codeAt(text: string, at: number): number {
  return text.charCodeAt(at) | 0;
}
