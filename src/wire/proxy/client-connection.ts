import type { Socket } from "node:net";
import { withoutMarker } from "../attribution/marker.ts";
import { type Framing, requestFraming } from "../http/framing.ts";
import { FramingError, type Head, type RawHeader } from "../http/head.ts";
import { MessageReader } from "../http/message-reader.ts";
import type { Outcome } from "../trace/exchange.ts";
import { closing, Refusal, refusalOf, sayFarewell } from "./last-words.ts";
import { OpenExchange, type Origin } from "./open-exchange.ts";
import { explanation, foreignProtocol, writeAnswer } from "./own-answers.ts";
import { faultTaker, type RequestTaker, swallow } from "./request-taker.ts";
import { RewrittenRequest } from "./rewritten-request.ts";
import type { OwnAnswer, ProxySettings } from "./settings.ts";
import { breakOff, UpstreamLink } from "./upstream-link.ts";

const empty = Buffer.alloc(0);
/** A head that could not be read, as far as a trace can show it. */
const unreadable: Head = { startLine: "", headers: [], spans: [], length: 0 };

const early = "answered before the request was whole";
const clientLeft = "the client left before the answer was over";

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
  /** The answer under way, which is not the target's, is to be the connection's last. */
  #isLast = false;
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
    this.#sayGoodbye();
    this.#regulate();
  }

  #requestHead(head: Head, raw: Buffer): Framing {
    const exchange = new OpenExchange(head, this.#settings, this.#origin);
    this.#exchange = exchange;
    const framing = requestFraming(head);
    const foreign = foreignProtocol(exchange.method, exchange.headers);
    if (foreign !== undefined) throw new Refusal(foreign);
    exchange.fault = this.#settings.fault?.(exchange.found, exchange);
    this.#taker = this.#faultTaker(exchange, framing) ?? this.#rewriting(exchange, framing);
    this.#isLast = this.#taker !== undefined && exchange.isLast;
    if (this.#taker === undefined) {
      if (exchange.fault?.delayMs !== undefined) this.#wait(exchange.fault.delayMs, () => this.#flush());
      this.#outgoing.push(withoutMarker(head, raw));
    }
    return framing;
  }

  #faultTaker(exchange: OpenExchange, framing: Framing): RequestTaker | undefined {
    return faultTaker(exchange, framing, {
      wait: (ms, then) => this.#wait(ms, then),
      answer: (answer) => this.#answerOwn(answer),
      close: (answer) => this.#closeWith(answer, "complete"),
      reset: () => {
        this.#record("upstream-failed", "the connection was reset, as the fault plan asks");
        this.#breakOff();
      },
    });
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
      this.#sayGoodbye();
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
      informed: (bytes) => {
        if (this.#exchange?.fault?.kind === "lost-answer") this.#client.write(bytes);
      },
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
    this.#isLost = this.#exchange?.fault?.kind === "lost-answer";
    this.#finish("complete");
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
    const isEarly = outcome === "complete" && !exchange.isRequestWhole;
    this.#settings.record(exchange.close(outcome, isEarly ? early : problem));
  }

  /** The same where nothing more will be passed on: a trace that cannot be written is told, and no more. */
  #record(outcome: Outcome, problem?: string): void {
    try {
      this.#finish(outcome, problem);
    } catch (error) {
      this.#settings.onFailure?.(error);
    }
  }

  /** A request that went elsewhere is answered: what is left of it goes nowhere, and the next one may come. */
  #next(): void {
    if (this.#isOver) return;
    if (this.#isLast) {
      this.#letGo();
      sayFarewell(this.#client);
      return;
    }
    if (this.#exchange === undefined) this.#taker = undefined;
    else
      this.#taker = swallow(() => {
        this.#taker = undefined;
      });
    this.#readRequests();
  }

  #answerOwn(planned: OwnAnswer): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    const answer = this.#isLast ? closing(planned) : planned;
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
    this.#exchange ??= new OpenExchange(unreadable, this.#settings, this.#origin);
    const refusal = refusalOf(error);
    if (refusal === undefined) this.#failed(error);
    else this.#closeWith(refusal.answer, "refused", refusal.problem);
  }

  /** Answers for the last time; the exchange is written down first, unless that was done. */
  #closeWith(answer: OwnAnswer, outcome?: Outcome, problem?: string): void {
    if (this.#isOver) return;
    const method = this.#exchange?.method ?? "";
    if (outcome !== undefined) {
      if (this.#exchange?.isRecorded === false) this.#exchange.answerWith(answer);
      this.#record(outcome, problem);
    }
    this.#letGo();
    sayFarewell(this.#client, writeAnswer(answer, method));
  }

  /** The target's bytes make no sense, or the exchange could not be stored: nobody is told half of it. */
  #failed(error: unknown): void {
    if (error instanceof FramingError) this.#record("upstream-failed", `the target sent ${error.message}`);
    else this.#settings.onFailure?.(error);
    this.#breakOff();
  }

  #upstreamEnded(isWhole: boolean): void {
    if (this.#isOver) return;
    if (this.#taker !== undefined) {
      this.#link?.end();
      this.#link = undefined;
      return;
    }
    const where = isWhole ? "without an answer" : "in the middle of its answer";
    if (this.#hasClientEnded) this.#finish("client-gone", clientLeft);
    else this.#finish("upstream-failed", `${this.#settings.upstream.name} closed the connection ${where}`);
    this.#isOver = true;
    clearTimeout(this.#delay);
    this.#link?.end();
    if (this.#isLost) breakOff(this.#client);
    else this.#client.end();
    this.#client.resume();
  }

  #clientEnded(): void {
    this.#hasClientEnded = true;
    if (this.#isOver) this.#client.end();
    else this.#sayGoodbye();
  }

  /** A client that says goodbye may still wait for answers: when nothing of it waits here, the target is told, and decides. */
  #sayGoodbye(): void {
    if (!this.#hasClientEnded || this.#isOver || this.#ahead.length > 0 || this.#delay !== undefined) return;
    if (!this.#requests.isBetween) this.#clientGone();
    else if (this.#taker !== undefined) this.#isLast = true;
    else if (this.#link !== undefined) this.#link.end();
    else if (this.#exchange === undefined) this.#client.end();
  }

  #clientGone(): void {
    if (this.#isOver) return;
    this.#record("client-gone", clientLeft);
    this.#letGo();
    this.#client.destroy();
  }

  #breakOff(): void {
    this.#letGo();
    breakOff(this.#client);
  }

  /** Nothing more is asked of anybody. */
  #letGo(): void {
    clearTimeout(this.#delay);
    this.#isOver = true;
    this.#taker?.gone();
    this.#link?.breakOff();
  }
}
