/**
 * Choices that are the same whenever the seed is.
 *
 * @example
 * new Chance(7).below(6) === new Chance(7).below(6); // true
 */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to, but not, the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** Whether something that happens so often, from 0 to 1, happens now. */
  happens(often: number): boolean {
    return this.#next() < often;
  }

  oneOf<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** A seed for what chooses by itself. */
  seed(): number {
    return this.below(2 ** 31);
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const left = [...items];
    return items.flatMap(() => left.splice(this.below(left.length), 1));
  }

  /** Mulberry32: small, and even enough for choosing. */
  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
