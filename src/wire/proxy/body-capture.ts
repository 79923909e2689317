import { isUtf8 } from "node:buffer";
import { createHash, type Hash, hash } from "node:crypto";
import type { CapturedBody } from "../trace/exchange.ts";

/** Keeps the beginning of a body, and hashes the whole, as it passes. */
export class BodyCapture {
  readonly #limit: number;
  #size = 0;
  #kept: Buffer[] = [];
  #keptSize = 0;
  /** One piece is hashed at once in the end, which is quicker; made when a second one comes. */
  #hash: Hash | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#size;
  }

  add(content: Buffer): void {
    if (content.length === 0) return;
    if (this.#size > 0) this.#hashOn(content);
    else if (content.length > this.#limit) this.#hash = createHash("sha256").update(content);
    this.#size += content.length;
    const room = this.#limit - this.#keptSize;
    if (room <= 0) return;
    const kept = content.length > room ? content.subarray(0, room) : content;
    this.#kept.push(kept);
    this.#keptSize += kept.length;
  }

  #hashOn(content: Buffer): void {
    this.#hash ??= this.#kept.reduce((sum, part) => sum.update(part), createHash("sha256"));
    this.#hash.update(content);
  }

  /** What was captured, its text as `describe` lets it be written; `undefined` for no body at all. */
  finish(describe: (text: string) => string): CapturedBody | undefined {
    if (this.#size === 0) return undefined;
    const kept = this.#kept.length === 1 ? this.#kept[0] : Buffer.concat(this.#kept);
    const content = kept ?? Buffer.alloc(0);
    const sha256 = this.#hash === undefined ? hash("sha256", content, "hex") : this.#hash.digest("hex");
    const cut = this.#keptSize < this.#size;
    const text = textOf(content, cut);
    return {
      size: this.#size,
      sha256,
      ...(text === undefined ? { base64: content.toString("base64") } : { text: describe(text) }),
      ...(cut && { cut }),
    };
  }
}

/** The bytes as text, if they are UTF-8; a character that the cut went through is left out. */
function textOf(content: Buffer, cut: boolean): string | undefined {
  if (isUtf8(content)) return content.toString("utf8");
  for (let left = 1; cut && left <= 3 && left < content.length; left++) {
    const shorter = content.subarray(0, content.length - left);
    if (isUtf8(shorter)) return shorter.toString("utf8");
  }
  return undefined;
}
