import type { Framing } from "./framing.ts";
import { Gathering } from "./gathering.ts";
import { endOfLines, FramingError, type Head, type RawHeader, readFields, readHead } from "./head.ts";

/** Told of a message's parts in the order of the wire; the raw bytes of all of them are the whole message. */
export interface MessageListener {
  /** The head is whole: says how the rest is framed. */
  readonly head: (head: Head, raw: Buffer) => Framing;
  /** More of the body: the bytes as they came, and the content in them, which framing bytes have none of. */
  readonly body: (raw: Buffer, content: Buffer | undefined) => void;
  /** The message is over; what came last is given here, so that it can be held back. */
  readonly end: (raw: Buffer, trailers: readonly RawHeader[]) => void;
}

type State = "head" | "length" | "until-close" | "chunk-size" | "chunk" | "chunk-end" | "trailers";

const empty = Buffer.alloc(0);
const lineLimit = 64 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads messages from one direction of a connection, beside the bytes: it changes nothing, keeps no body, and
 * finds where each message ends.
 */
export class MessageReader {
  readonly #listener: MessageListener;
  #state: State = "head";
  #left = 0;
  #ended = false;
  /** The beginning of a head, chunk line or trailer that is not whole yet. */
  readonly #begun = new Gathering();
  /** How much of it was searched for its end. */
  #searched = 0;

  constructor(listener: MessageListener) {
    this.#listener = listener;
  }

  /** Whether nothing of the next message is there yet. */
  get isBetween(): boolean {
    return this.#state === "head" && this.#begun.isEmpty;
  }

  /** Whether a head has begun, and is not whole. */
  get isInHead(): boolean {
    return this.#state === "head" && !this.#begun.isEmpty;
  }

  /** Reads on, at most to the end of a message, and gives back what stands behind it. */
  push(bytes: Buffer): Buffer {
    let rest = this.#begun.add(bytes);
    this.#ended = false;
    while (rest.length > 0 && !this.#ended) {
      const taken = this.#step(rest);
      if (taken === 0) {
        this.#begun.hold(rest);
        this.#searched = rest.length;
        return empty;
      }
      this.#begun.clear();
      this.#searched = 0;
      rest = rest.subarray(taken);
    }
    return rest;
  }

  /** The connection has ended: right after a message, or as the end of one, or too early, which is `false`. */
  close(): boolean {
    if (this.#state === "until-close") {
      this.#finish(empty, []);
      return true;
    }
    return this.isBetween;
  }

  /** Takes one part from the start of the bytes and says how many it took; 0 if it needs more. */
  #step(bytes: Buffer): number {
    switch (this.#state) {
      case "head":
        return this.#head(bytes);
      case "length":
        return this.#counted(bytes, () => this.#finish(bytes.subarray(0, this.#left), []));
      case "until-close":
        this.#listener.body(bytes, bytes);
        return bytes.length;
      case "chunk-size":
        return this.#chunkSize(bytes);
      case "chunk":
        return this.#chunk(bytes);
      case "chunk-end":
        return this.#chunkEnd(bytes);
      case "trailers":
        return this.#trailers(bytes);
    }
  }

  #head(bytes: Buffer): number {
    const head = readHead(bytes, this.#searched);
    if (head === undefined) return 0;
    const framing = this.#listener.head(head, bytes.subarray(0, head.length));
    this.#enter(framing);
    return head.length;
  }

  #enter(framing: Framing): void {
    if (framing.kind === "none" || (framing.kind === "length" && framing.length === 0)) {
      this.#finish(empty, []);
      return;
    }
    if (framing.kind === "length") this.#left = framing.length;
    this.#state = framing.kind === "chunked" ? "chunk-size" : framing.kind;
  }

  /** Passes what is left of a counted body; its last piece goes with the end. */
  #counted(bytes: Buffer, finish: () => void): number {
    const taken = Math.min(this.#left, bytes.length);
    if (taken === this.#left) {
      finish();
      return taken;
    }
    const part = bytes.subarray(0, taken);
    this.#left -= taken;
    this.#listener.body(part, part);
    return taken;
  }

  #chunkSize(bytes: Buffer): number {
    const line = lineLength(bytes, this.#searched);
    if (line === 0) return 0;
    const [, size] =
      /^\s*([0-9a-f]{1,13})\s*(?:;.*)?$/i.exec(bytes.toString("latin1", 0, line).trimEnd()) ?? [];
    if (size === undefined) throw new FramingError("a chunk without a size");
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? "trailers" : "chunk";
    this.#listener.body(bytes.subarray(0, line), undefined);
    return line;
  }

  #chunk(bytes: Buffer): number {
    const taken = Math.min(this.#left, bytes.length);
    const part = bytes.subarray(0, taken);
    this.#left -= taken;
    if (this.#left === 0) this.#state = "chunk-end";
    this.#listener.body(part, part);
    return taken;
  }

  #chunkEnd(bytes: Buffer): number {
    const line = lineLength(bytes, this.#searched);
    if (line === 0) return 0;
    if (bytes.toString("latin1", 0, line).trim() !== "")
      throw new FramingError("a chunk longer than it says");
    this.#state = "chunk-size";
    this.#listener.body(bytes.subarray(0, line), undefined);
    return line;
  }

  /** Trailers look like a head without its first line, and may be none at all. */
  #trailers(bytes: Buffer): number {
    const isReturned = bytes[0] === carriageReturn;
    if (bytes[isReturned ? 1 : 0] === lineFeed) {
      const end = isReturned ? 2 : 1;
      this.#finish(bytes.subarray(0, end), []);
      return end;
    }
    const end = endOfLines(bytes, 0, "trailers", this.#searched);
    if (end < 0) return 0;
    this.#finish(bytes.subarray(0, end), readFields(bytes.toString("latin1", 0, end), 0).headers);
    return end;
  }

  #finish(raw: Buffer, trailers: readonly RawHeader[]): void {
    const content = this.#state === "length" ? raw : undefined;
    this.#state = "head";
    this.#left = 0;
    this.#ended = true;
    if (content !== undefined) this.#listener.body(empty, content);
    this.#listener.end(raw, trailers);
  }
}

/** The length of the first line with its end, or 0 if it is not whole. */
function lineLength(bytes: Buffer, searched: number): number {
  const end = bytes.indexOf(lineFeed, searched);
  if (end < 0 && bytes.length > lineLimit) throw new FramingError(`a line of more than ${lineLimit} bytes`);
  return end + 1;
}
