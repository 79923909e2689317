import type { Socket } from "node:net";
import { withoutMarker } from "../attribution/marker.ts";
import { type Framing, requestFraming } from "../http/framing.ts";
import { FramingError, type Head, type RawHeader } from "../http/head.ts";
import { MessageReader } from "../http/message-reader.ts";
import type { Outcome } from "../trace/exchange.ts";
import { OpenExchange, type Origin } from "./open-exchange.ts";
import { explanation, foreignProtocol, writeAnswer } from "./own-answers.ts";
import { RewrittenRequest } from "./rewritten-request.ts";
import type { OwnAnswer, PlannedFault, ProxySettings } from "./settings.ts";
import { breakOff, UpstreamLink } from "./upstream-link.ts";

const empty = Buffer.alloc(0);
/** How long a client that has been answered for good may go on sending before it is cut off. */
const farewellMs = 2_000;
/** A head that could not be read, as far as a trace can show it. */
const unreadable: Head = { startLine: "", headers: [], spans: [], length: 0 };

const clientLeft = "the client left before the answer was over";

/** Takes a request's content where it does not go to the target as it comes. */
interface RequestTaker {
  readonly isFull?: boolean;
  readonly take: (content: Buffer) => void;
  readonly end: () => void;
  /** The client has left. */
  readonly gone: () => void;
}

/** Why a request is not passed on, though it can be read. */
class Refusal extends Error {}

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
  #link: UpstreamLink | undefined;
  #exchange: OpenExchange | undefined;
  #taker: RequestTaker | undefined;
  #outgoing: Buffer[] = [];
  #ahead: Buffer = empty;
  #delay: NodeJS.Timeout | undefined;
  #hasClientEnded = false;
  /** The answer under way is not to be passed on to its end. */
  #isLost = false;
  #isOver = false;

  constructor(client: Socket, settings: ProxySettings, origin: Origin) {
    this.#client = client;
    this.#settings = settings;
    this.#origin = origin;
    this.#requests = new MessageReader({
      head: (head, raw) => this.#requestHead(head, raw),
      body: (raw, content) => this.#requestBody(raw, content),
      end: (raw, trailers) => this.#requestEnd(raw, trailers),
    });
    client.on("data", (chunk: Buffer) => this.#received(chunk));
    client.on("drain", () => this.#link?.resume());
    client.on("end", () => this.#clientEnded());
    client.on("error", () => this.#clientGone());
    client.on("close", () => this.#clientGone());
    client.resume();
  }

  /** Ends the connection from our side; what is under way is written down as broken off. */
  stop(): void {
    this.#record("upstream-failed", "the proxy was stopped");
    this.#breakOff();
  }

  #received(chunk: Buffer): void {
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
    const framing = requestFraming(head);
    const foreign = foreignProtocol(exchange.method, exchange.headers);
    if (foreign !== undefined) throw new Refusal(foreign);
    exchange.fault = this.#settings.fault?.(exchange.found, exchange);
    this.#taker = this.#faultTaker(exchange.fault) ?? this.#rewriting(exchange, framing);
    if (this.#taker === undefined) {
      if (exchange.fault?.delayMs !== undefined) this.#wait(exchange.fault.delayMs, () => this.#flush());
      this.#outgoing.push(withoutMarker(head, raw));
    }
    return framing;
  }

  /** Faults in which the target is not asked at all. */
  #faultTaker(fault: PlannedFault | undefined): RequestTaker | undefined {
    if (fault?.kind !== "reset" && fault?.kind !== "answer") return undefined;
    const end = () => (fault.kind === "answer" ? this.#answerOwn(fault.answer) : this.#reset());
    return {
      take: () => {},
      end: () => (fault.delayMs === undefined ? end() : this.#wait(fault.delayMs, end)),
      gone: () => {},
    };
  }

  #reset(): void {
    this.#record("upstream-failed", "the connection was reset, as the fault plan asks");
    this.#breakOff();
  }

  #rewriting(exchange: OpenExchange, framing: Framing): RequestTaker | undefined {
    const rewriter = this.#settings.rewriterOf?.(exchange.found, exchange);
    if (rewriter === undefined) return undefined;
    return new RewrittenRequest(exchange, rewriter, framing, {
      client: this.#client,
      finish: (outcome, problem) => this.#finish(outcome, problem),
      done: () => this.#next(),
      drained: () => this.#regulate(),
      failed: (error) => this.#failed(error),
      close: (answer) => this.#closeWith(answer),
    });
  }

  #wait(ms: number, then: () => void): void {
    this.#delay = setTimeout(() => {
      this.#delay = undefined;
      then();
      this.#regulate();
    }, ms);
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
    if (exchange.isRecorded) this.#exchange = undefined;
    if (this.#taker !== undefined) this.#taker.end();
    else if (raw.length > 0) this.#outgoing.push(raw);
  }

  /** Sends what has gathered as one piece. */
  #flush(): void {
    if (this.#outgoing.length === 0 || this.#delay !== undefined || this.#isOver) return;
    const [first = empty] = this.#outgoing;
    const bytes = this.#outgoing.length === 1 ? first : Buffer.concat(this.#outgoing);
    this.#outgoing = [];
    this.#link ??= this.#connect();
    this.#link.write(bytes);
  }

  /** Lets the client send as long as what it sends can go on. */
  #regulate(): void {
    const waits = this.#ahead.length > 0 || this.#delay !== undefined;
    const full = (this.#link?.isFull ?? false) || (this.#taker?.isFull ?? false);
    if ((waits || full) && !this.#isOver) this.#client.pause();
    else this.#client.resume();
  }

  #connect(): UpstreamLink {
    const { name, host, port } = this.#settings.upstream;
    return new UpstreamLink(this.#settings.upstream, {
      awaiting: () => (this.#exchange?.isRecorded ? undefined : this.#exchange),
      answered: () => this.#answered(),
      pass: (bytes) => this.#pass(bytes),
      drained: () => this.#regulate(),
      ended: (isWhole) => this.#upstreamEnded(isWhole),
      broken: (why) => {
        this.#record("upstream-failed", `the connection to ${name} broke (${why})`);
        this.#breakOff();
      },
      unreachable: (why) => {
        const problem = `${name} at ${host}:${port} cannot be reached (${why})`;
        this.#closeWith(explanation(502, "Bad Gateway", problem), "upstream-failed", problem);
      },
      failed: (error) => this.#failed(error),
    });
  }

  #answered(): void {
    const early = this.#exchange?.isRequestWhole ? undefined : "answered before the request was whole";
    this.#isLost = this.#exchange?.fault?.kind === "lost-answer";
    this.#finish("complete", early);
  }

  #pass(bytes: Buffer): boolean {
    if (this.#isLost) this.#breakOff();
    if (this.#isOver || this.#exchange?.fault?.kind === "lost-answer") return true;
    const mayFollow = this.#client.write(bytes);
    if (this.#exchange === undefined && this.#ahead.length > 0) this.#readRequests();
    return mayFollow;
  }

  /** Writes the exchange down; only then is the end of its answer passed on. */
  #finish(outcome: Outcome, problem?: string): void {
    const exchange = this.#exchange;
    if (exchange === undefined || exchange.isRecorded) return;
    exchange.isRecorded = true;
    if (exchange.isRequestWhole) this.#exchange = undefined;
    this.#settings.record(exchange.close(outcome, problem));
  }

  /** The same where nothing more will be passed on: a trace that cannot be written is told, and no more. */
  #record(outcome: Outcome, problem: string): void {
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
    exchange.answerWith(answer);
    try {
      this.#finish("complete");
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#client.write(writeAnswer(answer, exchange.method));
    // The reader of requests is still at work: it comes back to what was sent ahead.
    queueMicrotask(() => this.#next());
  }

  #refuse(error: unknown): void {
    const { message } = error as Error;
    this.#exchange ??= new OpenExchange(unreadable, this.#settings, this.#origin);
    if (error instanceof Refusal) {
      this.#closeWith(explanation(501, "Not Implemented", message), "refused", message);
    } else if (error instanceof FramingError) {
      const problem = `the request has ${message}`;
      this.#closeWith(explanation(400, "Bad Request", problem), "refused", problem);
    } else this.#failed(error);
  }

  /** Answers for the last time; the exchange is written down first, unless that was done. */
  #closeWith(answer: OwnAnswer, outcome?: Outcome, problem?: string): void {
    if (this.#isOver) return;
    const method = this.#exchange?.method ?? "";
    if (outcome !== undefined && problem !== undefined) {
      if (this.#exchange?.isRecorded === false) this.#exchange.answerWith(answer);
      this.#record(outcome, problem);
    }
    this.#isOver = true;
    this.#link?.breakOff();
    this.#client.end(writeAnswer(answer, method));
    this.#client.resume();
    setTimeout(() => this.#client.destroy(), farewellMs).unref();
  }

  /** The target's bytes make no sense, or the exchange could not be stored: nobody is told half of it. */
  #failed(error: unknown): void {
    if (error instanceof FramingError) this.#record("upstream-failed", `the target sent ${error.message}`);
    else this.#settings.onFailure?.(error);
    this.#breakOff();
  }

  #upstreamEnded(isWhole: boolean): void {
    if (this.#isOver) return;
    const where = isWhole ? "without an answer" : "in the middle of its answer";
    if (this.#hasClientEnded) this.#finish("client-gone", clientLeft);
    else this.#finish("upstream-failed", `${this.#settings.upstream.name} closed the connection ${where}`);
    this.#isOver = true;
    this.#link?.end();
    if (this.#isLost) breakOff(this.#client);
    else this.#client.end();
    this.#client.resume();
  }

  /** A client that says goodbye may still wait for its answer: the target is told, and decides. */
  #clientEnded(): void {
    this.#hasClientEnded = true;
    if (this.#isOver || (this.#exchange === undefined && this.#link === undefined)) this.#client.end();
    else if (this.#requests.isBetween) this.#link?.end();
    else this.#clientGone();
  }

  #clientGone(): void {
    clearTimeout(this.#delay);
    if (this.#isOver) return;
    this.#taker?.gone();
    this.#record("client-gone", clientLeft);
    this.#isOver = true;
    this.#link?.breakOff();
    this.#client.destroy();
  }

  #breakOff(): void {
    clearTimeout(this.#delay);
    this.#isOver = true;
    this.#link?.breakOff();
    breakOff(this.#client);
  }
}
