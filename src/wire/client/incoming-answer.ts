import { type Framing, responseFraming } from "../http/framing.ts";
import { FramingError, type Head, headerValues, type RawHeader } from "../http/head.ts";
import { MessageReader } from "../http/message-reader.ts";
import type { ClientAnswer } from "./request.ts";
import { checkLine, keepsConnection, keptFor, readStrictly, type StatusLine } from "./strict-head.ts";

const switching = 101;

/** The answer to one request while it comes in. */
export class IncomingAnswer {
  readonly #method: string;
  readonly #most: number;
  readonly #reader: MessageReader;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #isInterim = false;
  #head: (StatusLine & { readonly headers: readonly RawHeader[] }) | undefined;
  #isOver = false;
  /** Whether the server has asked for the body. */
  isWanted = false;
  /** Whether the connection is good for another request afterwards, and for how many milliseconds. */
  isKept = false;
  keptFor = 0;

  /** Of its body `most` bytes are kept. */
  constructor(method: string, most: number) {
    this.#method = method;
    this.#most = most;
    this.#reader = new MessageReader({
      head: (head, raw) => this.#begin(head, raw),
      body: (raw, content) => this.#add(raw, content),
      end: () => this.#end(),
    });
  }

  /** Of the answer's head, if it has come. */
  get status(): number | undefined {
    return this.#head?.status;
  }

  /** Reads on; gives the answer if that was the rest of it, or all that is kept. */
  read(bytes: Buffer): ClientAnswer | undefined {
    let rest = bytes;
    while (rest.length > 0 && !this.#isOver) rest = this.#reader.push(rest);
    if (this.#isOver && rest.length > 0) this.isKept = false;
    return this.#isOver ? this.#answer() : undefined;
  }

  /** The connection has ended: gives the answer if that was its end. */
  close(): ClientAnswer | undefined {
    this.isKept = false;
    // Only a body without any other end is over by that.
    if (this.#head !== undefined && this.#reader.close()) return this.#answer();
    return undefined;
  }

  #begin(head: Head, raw: Buffer): Framing {
    const line = readStrictly(head, raw);
    const framing = framingOf(head, line.status, this.#method);
    if (line.status === switching) throw new FramingError("another protocol, which nobody has asked for");
    this.#isInterim = line.status < 200;
    if (this.#isInterim) return framing;
    this.#head = { ...line, headers: head.headers };
    this.isKept = framing.kind !== "until-close" && keepsConnection(head, line.minor);
    this.keptFor = keptFor(head);
    return framing;
  }

  #add(raw: Buffer, content: Buffer | undefined): void {
    if (content === undefined) {
      checkLine(raw);
      return;
    }
    if (this.#isOver) return;
    this.#pieces.push(content.subarray(0, this.#most - this.#size));
    this.#size += content.length;
    if (this.#size < this.#most) return;
    // What comes after is not waited for.
    this.#isOver = true;
    this.isKept = false;
  }

  #end(): void {
    if (this.#isInterim) {
      this.#isInterim = false;
      this.isWanted = true;
      return;
    }
    this.#isOver = true;
  }

  #answer(): ClientAnswer | undefined {
    if (this.#head === undefined) return undefined;
    const { status, reason, headers } = this.#head;
    const [only] = this.#pieces;
    const body = this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces);
    return { status, reason, headers, body };
  }
}

/** Packed by something that is not told by chunks, a body goes on to the connection's end; a proxy would have to refuse it. */
function framingOf(head: Head, status: number, method: string): Framing {
  const encoding = headerValues(head.headers, "transfer-encoding").join(",");
  const isOpen = encoding !== "" && !/(?:^|,)\s*chunked\s*$/i.test(encoding);
  const hasLength = headerValues(head.headers, "content-length").length > 0;
  if (!isOpen || hasLength) return responseFraming(head, status, method);
  return responseFraming({ ...head, headers: [] }, status, method);
}
