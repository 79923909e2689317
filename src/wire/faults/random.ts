import { createHash } from "node:crypto";

/** Numbers from 0 to below 1 that look random, the same for the same seed: a xorshift generator of 32 bits. */
export class SeededRandom {
  #state: number;

  constructor(seed: string) {
    // Xorshift would stay at zero for ever.
    this.#state = createHash("sha256").update(seed).digest().readUInt32LE() || 1;
  }

  next(): number {
    let state = this.#state;
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    this.#state = state >>> 0;
    return this.#state / 2 ** 32;
  }
}
