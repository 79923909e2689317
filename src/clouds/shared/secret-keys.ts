import { createSecretKey, type KeyObject } from "node:crypto";

/** More keys than that are hardly in use at the same time. */
const mostKept = 64;

/** Makes keys once and keeps them: Node takes several times as long to sign with bytes as with a key that is ready. */
export class SecretKeys {
  readonly #bytesOf: (secret: string) => Buffer;
  readonly #keys = new Map<string, KeyObject>();

  constructor(bytesOf: (secret: string) => Buffer) {
    this.#bytesOf = bytesOf;
  }

  of(secret: string): KeyObject {
    const kept = this.#keys.get(secret);
    if (kept !== undefined) return kept;
    const key = createSecretKey(this.#bytesOf(secret));
    if (this.#keys.size >= mostKept) this.#keys.clear();
    this.#keys.set(secret, key);
    return key;
  }
}
