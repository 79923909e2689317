import type { Socket } from "node:net";
import { markerHeader } from "../attribution/marker.ts";
import { type Framing, requestFraming, responseFraming } from "../http/framing.ts";
import { FramingError, type Head, type RawHeader } from "../http/head.ts";
import { MessageReader } from "../http/message-reader.ts";
import type { Outcome } from "../trace/exchange.ts";
import { breakOff, connectTo } from "./connecting.ts";
import { OpenExchange, type Origin, readStatusLine } from "./open-exchange.ts";
import { explanation, foreignProtocol, writeAnswer } from "./own-answers.ts";
import { RewrittenRequest } from "./rewritten-request.ts";
import type { OwnAnswer, ProxySettings } from "./settings.ts";

const empty = Buffer.alloc(0);
const none: Framing = { kind: "none" };
/** How long a client whose request was refused may go on sending before it is cut off. */
const farewellMs = 2_000;

/** Why a request is not passed on: with which status it is answered, and what it is told. */
class Refusal extends Error {
  readonly answer: OwnAnswer;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.answer = explanation(status, reason, message);
  }
}

/**
 * One client's connection, and the connection to the target that mirrors it: what comes on one goes out on the
 * other, byte for byte, and when one ends so does the other. Exchanges follow each other; what a client sends ahead
 * waits for its turn.
 */
export class ClientConnection {
  readonly #client: Socket;
  readonly #settings: ProxySettings;
  readonly #origin: Origin;
  readonly #requests: MessageReader;
  readonly #answers: MessageReader;
  #upstream: Socket | undefined;
  #isConnected = false;
  #exchange: OpenExchange | undefined;
  /** Where the request's bytes go, if not to the upstream. */
  #taker: RequestTaker | undefined;
  #isRecorded = false;
  #isInformational = false;
  #isOver = false;
  #outgoing: Buffer[] = [];
  #ahead: Buffer = empty;
  #delay: NodeJS.Timeout | undefined;

  constructor(client: Socket, settings: ProxySettings, origin: Origin) {
    this.#client = client;
    this.#settings = settings;
    this.#origin = origin;
    this.#requests = new MessageReader({
      head: (head, raw) => this.#requestHead(head, raw),
      body: (raw, content) => this.#requestBody(raw, content),
      end: (raw, trailers) => this.#requestEnd(raw, trailers),
    });
    this.#answers = new MessageReader({
      head: (head) => this.#answerHead(head),
      body: (_raw, content) => {
        if (content !== undefined) this.#exchange?.responseBody.add(content);
      },
      end: (_raw, trailers) => this.#answerEnd(trailers),
    });
    client.on("data", (chunk: Buffer) => this.#clientSent(chunk));
    client.on("drain", () => this.#upstream?.resume());
    client.on("end", () => this.#clientEnded());
    client.on("error", () => this.#clientGone());
    client.on("close", () => this.#clientGone());
    client.resume();
  }

  /** Ends the connection from our side; what is under way is written down as broken off. */
  stop(): void {
    this.#fail("upstream-failed", "the proxy was stopped");
    this.#close();
  }

  #clientSent(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#ahead = this.#ahead.length === 0 ? chunk : Buffer.concat([this.#ahead, chunk]);
    this.#readRequests();
  }

  #readRequests(): void {
    try {
      while (this.#ahead.length > 0 && this.#exchange?.isRequestWhole !== true && !this.#isOver) {
        const bytes = this.#ahead;
        this.#ahead = empty;
        this.#ahead = this.#requests.push(bytes);
        this.#flush();
      }
    } catch (error) {
      this.#refuse(error);
    }
    this.#regulate();
  }

  #requestHead(head: Head, raw: Buffer): Framing {
    const exchange = new OpenExchange(head, this.#settings, this.#origin);
    this.#exchange = exchange;
    this.#isRecorded = false;
    const framing = requestFraming(head);
    const foreign = foreignProtocol(exchange.method, exchange.headers);
    if (foreign !== undefined) throw new Refusal(501, "Not Implemented", foreign);
    exchange.fault = this.#settings.fault?.(exchange.found);
    this.#taker = this.#takerOf(exchange, framing);
    if (this.#taker === undefined) this.#outgoing.push(withoutMarker(head, raw));
    return framing;
  }

  /** Who takes the request, if it does not simply go to the target. */
  #takerOf(exchange: OpenExchange, framing: Framing): RequestTaker | undefined {
    const { fault } = exchange;
    if (fault?.kind === "reset") {
      this.#fail("upstream-failed", "the connection was reset, as the fault plan asks");
      breakOff(this.#client);
      return { take: () => {}, end: () => {}, gone: () => {} };
    }
    if (fault?.kind === "answer") {
      return { take: () => {}, end: () => this.#answerOwn(fault.answer), gone: () => {} };
    }
    if (fault?.kind === "delay") this.#delay = setTimeout(() => this.#goOn(), fault.ms);
    const { rewriter } = this.#settings;
    if (rewriter === undefined) return undefined;
    const request = new RewrittenRequest(exchange, rewriter, framing, {
      client: this.#client,
      finish: (outcome, problem) => this.#finish(outcome, problem),
      done: () => this.#next(),
      broken: () => this.#close(),
      failure: this.#settings.onFailure ?? (() => {}),
    });
    request.onDrain(() => this.#regulate());
    return request;
  }

  #goOn(): void {
    this.#delay = undefined;
    this.#flush();
    this.#regulate();
  }

  #requestBody(raw: Buffer, content: Buffer | undefined): void {
    if (content !== undefined) {
      this.#exchange?.requestBody.add(content);
      this.#taker?.take(content);
    }
    if (this.#taker === undefined && raw.length > 0) this.#outgoing.push(raw);
  }

  #requestEnd(raw: Buffer, trailers: readonly RawHeader[]): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    exchange.requestTrailers = trailers;
    exchange.isRequestWhole = true;
    if (this.#taker !== undefined) this.#taker.end();
    else if (raw.length > 0) this.#outgoing.push(raw);
    if (this.#isRecorded) this.#exchange = undefined;
  }

  /** Sends what has gathered as one piece. */
  #flush(): void {
    if (this.#outgoing.length === 0 || this.#delay !== undefined || this.#isOver) return;
    const [first = empty] = this.#outgoing;
    const bytes = this.#outgoing.length === 1 ? first : Buffer.concat(this.#outgoing);
    this.#outgoing = [];
    this.#upstream ??= this.#connect();
    this.#upstream.write(bytes);
  }

  /** Lets the client send as long as what it sends can go on. */
  #regulate(): void {
    const waits = this.#ahead.length > 0 || this.#delay !== undefined;
    const full = (this.#upstream?.writableNeedDrain ?? false) || (this.#taker?.isFull ?? false);
    if ((waits || full) && !this.#isOver) this.#client.pause();
    else this.#client.resume();
  }

  #connect(): Socket {
    const upstream = connectTo(this.#settings.upstream);
    upstream.once(this.#settings.upstream.tls === undefined ? "connect" : "secureConnect", () => {
      this.#isConnected = true;
    });
    upstream.on("data", (chunk: Buffer) => this.#upstreamSent(chunk));
    upstream.on("drain", () => this.#regulate());
    upstream.on("end", () => this.#upstreamEnded());
    upstream.on("error", (error: NodeJS.ErrnoException) => this.#upstreamFailed(error));
    upstream.on("close", () => this.#upstreamEnded());
    return upstream;
  }

  #upstreamSent(chunk: Buffer): void {
    if (this.#isOver) return;
    const isLost = this.#exchange?.fault?.kind === "lost-answer";
    try {
      let rest = chunk;
      while (rest.length > 0) {
        if (this.#exchange === undefined || this.#isRecorded)
          throw new FramingError("an answer nobody asked for");
        rest = this.#answers.push(rest);
      }
    } catch (error) {
      this.#upstreamBroke(error);
      return;
    }
    if (!isLost) {
      if (!this.#client.write(chunk)) this.#upstream?.pause();
    } else if (this.#exchange === undefined || this.#isRecorded) {
      breakOff(this.#client);
    }
    if (this.#exchange === undefined && this.#ahead.length > 0) this.#readRequests();
  }

  #answerHead(head: Head): Framing {
    const { status } = readStatusLine(head.startLine);
    const exchange = this.#exchange;
    if (status === 0 || exchange === undefined) {
      throw new FramingError(`an answer that begins with ${JSON.stringify(head.startLine.slice(0, 60))}`);
    }
    if (status === 101)
      throw new FramingError("the target changed the protocol, and only HTTP/1.1 is passed on");
    this.#isInformational = status < 200;
    if (this.#isInformational) return none;
    exchange.response = head;
    return responseFraming(head, status, exchange.method);
  }

  #answerEnd(trailers: readonly RawHeader[]): void {
    if (this.#isInformational || this.#exchange === undefined) return;
    this.#exchange.responseTrailers = trailers;
    const early = this.#exchange.isRequestWhole ? undefined : "answered before the request was whole";
    this.#finish("complete", early);
  }

  /** Writes the exchange down; only then is the end of its answer passed on. */
  #finish(outcome: Outcome, problem?: string): void {
    const exchange = this.#exchange;
    if (exchange === undefined || this.#isRecorded) return;
    this.#isRecorded = true;
    if (exchange.isRequestWhole) this.#exchange = undefined;
    this.#settings.record(exchange.close(outcome, problem));
  }

  /** The same where nothing more will be passed on: a trace that cannot be written is told, and no more. */
  #fail(outcome: Outcome, problem: string): void {
    try {
      this.#finish(outcome, problem);
    } catch (error) {
      this.#settings.onFailure?.(error);
    }
  }

  #next(): void {
    this.#taker = undefined;
    if (this.#exchange === undefined) this.#readRequests();
  }

  #answerOwn(answer: OwnAnswer): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    const { bytes, head } = writeAnswer(answer, exchange.method);
    exchange.response = head;
    exchange.responseBody.add(Buffer.from(answer.body));
    try {
      this.#finish("complete");
    } catch (error) {
      this.#upstreamBroke(error);
      return;
    }
    this.#client.write(bytes);
    // The reader of requests is still at work: it comes back to what was sent ahead.
    queueMicrotask(() => this.#next());
  }

  #refuse(error: unknown): void {
    const refusal = error instanceof Refusal ? error : undefined;
    if (refusal === undefined && !(error instanceof FramingError)) {
      this.#upstreamBroke(error);
      return;
    }
    const message = (error as Error).message;
    this.#exchange ??= new OpenExchange(unreadable, this.#settings, this.#origin);
    const { bytes, head } = writeAnswer(
      refusal?.answer ?? explanation(400, "Bad Request", `the request has ${message}`),
      this.#exchange.method,
    );
    this.#exchange.response = head;
    this.#fail("refused", message);
    this.#isOver = true;
    this.#upstream?.destroy();
    this.#client.end(bytes);
    this.#client.resume();
    setTimeout(() => this.#client.destroy(), farewellMs).unref();
  }

  /** The target's bytes make no sense, or the exchange could not be stored: nobody is told half of it. */
  #upstreamBroke(error: unknown): void {
    if (error instanceof FramingError) this.#fail("upstream-failed", `the target sent ${error.message}`);
    else this.#settings.onFailure?.(error);
    this.#isRecorded = true;
    this.#close();
  }

  #upstreamFailed({ code, message }: NodeJS.ErrnoException): void {
    if (this.#isOver) return;
    const { name, host, port } = this.#settings.upstream;
    if (this.#isConnected) {
      this.#fail("upstream-failed", `the connection to ${name} broke (${code ?? message})`);
      this.#close();
      return;
    }
    const problem = `${name} at ${host}:${port} cannot be reached (${code ?? message})`;
    const { bytes, head } = writeAnswer(
      explanation(502, "Bad Gateway", problem),
      this.#exchange?.method ?? "",
    );
    if (this.#exchange !== undefined) this.#exchange.response = head;
    this.#fail("upstream-failed", problem);
    this.#isOver = true;
    this.#client.end(bytes);
    this.#client.resume();
  }

  #upstreamEnded(): void {
    if (this.#isOver) return;
    try {
      const whole = this.#answers.close();
      const where = whole ? "without an answer" : "in the middle of its answer";
      this.#finish("upstream-failed", `${this.#settings.upstream.name} closed the connection ${where}`);
    } catch (error) {
      this.#upstreamBroke(error);
      return;
    }
    this.#isOver = true;
    this.#upstream?.end();
    if (this.#exchange?.fault?.kind === "lost-answer") breakOff(this.#client);
    else this.#client.end();
    this.#client.resume();
  }

  #clientEnded(): void {
    if (this.#isOver) this.#client.end();
    else if (this.#requests.isBetween) {
      if (this.#exchange === undefined && this.#upstream === undefined) this.#client.end();
      else this.#upstream?.end();
    } else this.#clientGone();
  }

  #clientGone(): void {
    clearTimeout(this.#delay);
    if (this.#isOver) return;
    this.#taker?.gone();
    this.#fail("client-gone", "the client left before the answer was over");
    this.#isOver = true;
    if (this.#upstream !== undefined) breakOff(this.#upstream);
    this.#client.destroy();
  }

  /** Breaks both sides off. */
  #close(): void {
    clearTimeout(this.#delay);
    this.#isOver = true;
    this.#upstream?.destroy();
    breakOff(this.#client);
  }
}

/** Takes a request's content, where it does not go to the target as it came. */
export interface RequestTaker {
  /** Whether it cannot take more for now. */
  readonly isFull?: boolean;
  readonly take: (content: Buffer) => void;
  readonly end: () => void;
  /** The client has left. */
  readonly gone: () => void;
}

/** A head that could not be read, as far as a trace can show it. */
const unreadable: Head = { startLine: "", headers: [], spans: [], length: 0 };

/** The head as it came, but for the marker's lines. */
function withoutMarker({ headers, spans }: Head, raw: Buffer): Buffer {
  if (!headers.some(([name]) => name.toLowerCase() === markerHeader)) return raw;
  const kept: Buffer[] = [];
  let from = 0;
  headers.forEach(([name], at) => {
    const span = spans[at];
    if (name.toLowerCase() !== markerHeader || span === undefined) return;
    kept.push(raw.subarray(from, span[0]));
    from = span[1];
  });
  return Buffer.concat([...kept, raw.subarray(from)]);
}
