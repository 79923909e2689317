import { createHash, type Hash, hash } from "node:crypto";
import { type ContentOptions, capturedContent } from "../trace/captured-content.ts";
import type { CapturedBody } from "../trace/exchange.ts";
import type { Redactor } from "../trace/redact.ts";

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

  /** What was captured, without secrets; `undefined` for no body at all. */
  finish(redactor: Redactor, options: ContentOptions): CapturedBody | undefined {
    if (this.#size === 0) return undefined;
    const [first] = this.#kept;
    const content = this.#kept.length === 1 && first !== undefined ? first : Buffer.concat(this.#kept);
    const sha256 = this.#hash === undefined ? hash("sha256", content, "hex") : this.#hash.digest("hex");
    const cut = this.#keptSize < this.#size;
    return { size: this.#size, sha256, ...capturedContent(redactor, content, { ...options, cut }) };
  }
}
