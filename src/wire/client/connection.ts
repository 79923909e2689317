import type { Socket } from "node:net";
import { BrokenOff, hangUp, unreadable } from "./failure.ts";
import { type Origin, openSocket } from "./origin.ts";
import type { PendingRequest } from "./pending-request.ts";
import type { ClientAnswer } from "./request.ts";
import type { WrittenRequest } from "./written-request.ts";

/** Told what becomes of a connection. */
export interface ConnectionListener {
  /** The request has its answer, and the next may come. */
  readonly onFree: (connection: Connection) => void;
  readonly onClosed: (connection: Connection) => void;
  /** A request has its answer, or will have none. */
  readonly onSettled: (pending: PendingRequest) => void;
}

/** Up to so many bytes a body is copied behind its head, so that both go out by one write. */
const smallBody = 64 * 1024;
/** Milliseconds for which a body waits to be asked for, as Amazon's SDKs let it. */
const longestAsking = 6_000;

/** A connection to a server, which has at most one request under way. */
export class Connection {
  readonly origin: Origin;
  readonly #socket: Socket;
  readonly #listener: ConnectionListener;
  #pending: PendingRequest | undefined;
  /** A body that waits to be asked for. */
  #held: { readonly body: string | Uint8Array; readonly timer: NodeJS.Timeout } | undefined;
  /** When an idle connection is too old for another request. */
  #freshUntil = Number.POSITIVE_INFINITY;
  #problem: Error | undefined;

  constructor(origin: Origin, listener: ConnectionListener) {
    this.origin = origin;
    this.#listener = listener;
    this.#socket = openSocket(origin)
      .on("data", (bytes: Buffer) => this.#read(bytes))
      .on("end", () => this.#ended())
      .on("error", (error) => {
        this.#problem = error;
      })
      .on("close", () => this.#closed());
  }

  /** Whether the next request can be sent on it, as far as anybody knows. */
  get isFresh(): boolean {
    return this.#socket.writable && performance.now() < this.#freshUntil;
  }

  /** Sends a request; its body waits to be asked for if that is wished. */
  begin(pending: PendingRequest, asksFirst: boolean): void {
    this.#pending = pending;
    this.#socket.ref();
    const { head, body } = pending.request;
    if (!asksFirst || body.length === 0) {
      this.#write(pending.request);
      return;
    }
    this.#held = { body, timer: setTimeout(() => this.#writeHeld(), longestAsking) };
    this.#socket.write(head, "latin1");
  }

  /** Fails the request that is under way, and ends the connection with it. */
  giveUp(error: Error): void {
    this.#fail(error);
    this.#socket.destroy();
  }

  close(): void {
    this.#socket.destroy();
  }

  #write({ head, body }: WrittenRequest): void {
    // Text goes out as `node:http` writes it: head and body as one, so that both have the body's encoding.
    if (typeof body === "string") this.#socket.write(head + body, body === "" ? "latin1" : "utf8");
    else if (body.length === 0) this.#socket.write(head, "latin1");
    else if (body.length <= smallBody) this.#socket.write(joined(head, body));
    else {
      this.#socket.cork();
      this.#socket.write(head, "latin1");
      this.#socket.write(body);
      this.#socket.uncork();
    }
  }

  #writeHeld(): void {
    const body = this.#takeHeld();
    if (body !== undefined) this.#socket.write(body);
  }

  #takeHeld(): string | Uint8Array | undefined {
    const held = this.#held;
    this.#held = undefined;
    clearTimeout(held?.timer);
    return held?.body;
  }

  #read(bytes: Buffer): void {
    const pending = this.#pending;
    // Nobody has asked for that: what comes next could be taken for the answer to another request.
    if (pending === undefined) {
      this.close();
      return;
    }
    try {
      const answer = pending.answer.read(bytes);
      if (answer !== undefined) this.#finish(pending, answer);
      else if (pending.answer.isWanted) this.#writeHeld();
    } catch (error) {
      this.giveUp(unreadable(error));
    }
  }

  #finish(pending: PendingRequest, answer: ClientAnswer): void {
    const isUnasked = this.#takeHeld() !== undefined;
    const { isKept, keptFor } = pending.answer;
    this.#pending = undefined;
    // An answer may come before the whole request has left: nobody wants the rest of it then.
    const isUnsent = isUnasked || this.#socket.writableLength > 0;
    if (!isKept || isUnsent || !pending.request.isKept || keptFor <= 0) this.close();
    else {
      this.#freshUntil = performance.now() + keptFor;
      // An idle connection keeps no process alive.
      this.#socket.unref();
      this.#listener.onFree(this);
    }
    this.#listener.onSettled(pending);
    pending.resolve(answer);
  }

  #fail(error: Error): void {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#takeHeld();
    if (pending === undefined) return;
    this.#listener.onSettled(pending);
    pending.reject(error);
  }

  #ended(): void {
    const answer = this.#pending?.answer.close();
    if (this.#pending !== undefined && answer !== undefined) this.#finish(this.#pending, answer);
  }

  #closed(): void {
    // A reset ends an answer that has no other end just as well: servers that refuse a head read nothing after it.
    this.#ended();
    const status = this.#pending?.answer.status;
    this.#fail(status === undefined ? (this.#problem ?? hangUp()) : new BrokenOff(status));
    this.#listener.onClosed(this);
  }
}

function joined(head: string, body: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + body.length);
  bytes.write(head, 0, "latin1");
  bytes.set(body, head.length);
  return bytes;
}
