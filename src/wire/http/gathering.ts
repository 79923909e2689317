const empty = Buffer.alloc(0);

/** Bytes that come piece by piece and are needed as one, in a buffer that grows: each is copied a few times at most. */
export class Gathering {
  #store: Buffer = empty;
  #size = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** All that is held, with these behind it, which are not held yet. */
  add(bytes: Buffer): Buffer {
    if (this.#size === 0) return bytes;
    const size = this.#size + bytes.length;
    if (size > this.#store.length) {
      const grown = Buffer.allocUnsafe(Math.max(size, 2 * this.#store.length));
      this.#store.copy(grown, 0, 0, this.#size);
      this.#store = grown;
    }
    bytes.copy(this.#store, this.#size);
    return this.#store.subarray(0, size);
  }

  /** Holds what {@link add} gave, or something else. */
  hold(bytes: Buffer): void {
    const isOwn = bytes.buffer === this.#store.buffer && bytes.byteOffset === this.#store.byteOffset;
    if (!isOwn || bytes.length > this.#store.length) this.#store = bytes;
    this.#size = bytes.length;
  }

  /** Others may have parts of it by now: it is not written to again. */
  clear(): void {
    this.#store = empty;
    this.#size = 0;
  }
}
