import { type Socket, connect as tcpConnect } from "node:net";
import { connect as tlsConnect } from "node:tls";
import { type Framing, responseFraming } from "../http/framing.ts";
import { FramingError, type Head } from "../http/head.ts";
import { MessageReader } from "../http/message-reader.ts";
import { type OpenExchange, readStatusLine } from "./open-exchange.ts";
import type { Upstream } from "./settings.ts";
import { sendNow, writeTogether } from "./together.ts";

/** What a link to the target tells the connection that it belongs to. */
export interface LinkListener {
  /** The exchange whose answer is awaited. */
  readonly awaiting: () => OpenExchange | undefined;
  /** An answer that only goes before the real one is whole; it is among the bytes to pass on. */
  readonly informed: (bytes: Buffer) => void;
  /** The answer is whole; what it throws keeps the rest of the answer from being passed on. */
  readonly answered: () => void;
  /** Bytes to pass on, as they came; says whether more may follow at once. */
  readonly pass: (bytes: Buffer) => boolean;
  /** The target takes bytes again. */
  readonly drained: () => void;
  /** The target has ended the connection; `isWhole` is false in the middle of an answer. */
  readonly ended: (isWhole: boolean) => void;
  readonly unreachable: (why: string) => void;
  readonly broken: (why: string) => void;
  /** An answer could not be read, or could not be recorded. */
  readonly failed: (error: unknown) => void;
}

const none: Framing = { kind: "none" };

/** The connection to the target, with the answers on it read beside their bytes. */
export class UpstreamLink {
  readonly #socket: Socket;
  readonly #listener: LinkListener;
  readonly #answers: MessageReader;
  #isConnected = false;
  #isInformational = false;
  #isStray = false;
  #hasEnded = false;

  constructor(upstream: Upstream, listener: LinkListener) {
    this.#listener = listener;
    this.#answers = new MessageReader({
      head: (head, raw) => this.#head(head, raw),
      body: (_raw, content) => {
        if (content !== undefined) listener.awaiting()?.responseBody.add(content);
      },
      end: (_raw, trailers) => {
        const exchange = listener.awaiting();
        if (this.#isInformational || exchange === undefined) return;
        exchange.responseTrailers = trailers;
        listener.answered();
      },
    });
    this.#socket = connectTo(upstream);
    this.#socket.once(upstream.tls === undefined ? "connect" : "secureConnect", () => {
      this.#isConnected = true;
    });
    this.#socket.on("data", (chunk: Buffer) => this.#received(chunk));
    this.#socket.on("drain", listener.drained);
    this.#socket.once("end", () => this.#ended());
    this.#socket.once("close", () => this.#ended());
    this.#socket.on("error", ({ code, message }: NodeJS.ErrnoException) => {
      if (!this.#hasEnded) (this.#isConnected ? listener.broken : listener.unreachable)(code ?? message);
    });
  }

  get isFull(): boolean {
    return this.#socket.writableNeedDrain;
  }

  write(bytes: Buffer): void {
    writeTogether(this.#socket, bytes);
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Says goodbye, and still listens. */
  end(): void {
    this.#socket.end();
  }

  breakOff(): void {
    breakOff(this.#socket);
  }

  #received(chunk: Buffer): void {
    try {
      let rest = chunk;
      while (rest.length > 0 && this.#listener.awaiting() !== undefined) rest = this.#answers.push(rest);
      if (rest.length > 0) this.#isStray = true;
    } catch (error) {
      this.#listener.failed(error);
      return;
    }
    if (!this.#listener.pass(chunk)) this.#socket.pause();
    // What nobody asked for goes where it would have gone without us, and then nothing can be told apart any more.
    if (this.#isStray) this.#socket.end(() => this.#ended());
  }

  #head(head: Head, raw: Buffer): Framing {
    const { status } = readStatusLine(head.startLine);
    const exchange = this.#listener.awaiting();
    if (status === 0 || exchange === undefined) {
      throw new FramingError(`an answer that begins with ${JSON.stringify(head.startLine.slice(0, 8))}`);
    }
    if (status === 101) throw new FramingError("a change of protocol, but only HTTP/1.1 is passed on");
    this.#isInformational = status < 200;
    if (this.#isInformational) {
      this.#listener.informed(raw);
      return none;
    }
    exchange.response = head;
    return responseFraming(head, status, exchange.method);
  }

  #ended(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    try {
      this.#listener.ended(this.#answers.close());
    } catch (error) {
      this.#listener.failed(error);
    }
  }
}

/** Opens a connection to the target; what is written before it stands waits. */
function connectTo({ host, port, tls }: Upstream): Socket {
  const socket = tcpConnect({ host, port, allowHalfOpen: true, noDelay: true });
  return tls === undefined ? socket : tlsConnect({ socket, host, ALPNProtocols: ["http/1.1"], ...tls });
}

/** Breaks a connection off as a crash would; over TLS that is a close without farewell. */
export function breakOff(socket: Socket): void {
  sendNow(socket);
  // Node never closes a socket that is reset while its farewell is under way, and then cannot end itself.
  const isEnding = socket.writableEnded && !socket.writableFinished;
  try {
    if (isEnding || socket.connecting) socket.destroy();
    else socket.resetAndDestroy();
  } catch {
    socket.destroy();
  }
}
