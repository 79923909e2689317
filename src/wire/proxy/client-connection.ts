import type { Socket } from "node:net";
import { withoutMarker } from "../attribution/marker.ts";
import { type Framing, requestFraming } from "../http/framing.ts";
import { FramingError, type Head, type RawHeader } from "../http/head.ts";
import { MessageReader } from "../http/message-reader.ts";
import type { Outcome } from "../trace/exchange.ts";
import { Clock } from "./clock.ts";
import { closing, Refusal, refusalOf, sayFarewell } from "./last-words.ts";
import { Onward } from "./onward.ts";
import type { OpenExchange, Origin } from "./open-exchange.ts";
import { Outlet } from "./outlet.ts";
import { explanation, foreignProtocol, writeAnswer } from "./own-answers.ts";
import { faultTaker, type RequestTaker, swallow } from "./request-taker.ts";
import { RewrittenRequest } from "./rewritten-request.ts";
import { defaultHeadMs, defaultIdleMs, type OwnAnswer, type ProxySettings } from "./settings.ts";
import { endNow, sendNow, settle, writeTogether } from "./together.ts";
import { Turn } from "./turn.ts";
import { breakOff, UpstreamLink } from "./upstream-link.ts";

const empty = Buffer.alloc(0);
/** A head that could not be read, as far as a trace can show it. */
const unreadable: Head = { startLine: "", headers: [], spans: [], length: 0 };

const clientLeft = "the client left before the answer was over";

/**
 * One client's connection, and the connection to the target that mirrors it: what comes on one goes out on the
 * other, byte for byte, and when one ends so does the other. Exchanges follow each other; what a client sends ahead
 * waits for its turn.
 */
export class ClientConnection {
  readonly #client: Socket;
  readonly #settings: ProxySettings;
  readonly #turn: Turn;
  readonly #requests: MessageReader;
  readonly #outlet: Outlet;
  readonly #onward: Onward;
  readonly #headClock: Clock;
  readonly #idleClock: Clock;
  #taker: RequestTaker | undefined;
  #ahead: Buffer = empty;
  /** Whose the last answer was: when that one leaves an idle client, the client is left. */
  #lastBy: "link" | "onward" | "own" = "link";
  #hasClientEnded = false;
  /** The answer under way, which is not the target's, is to be the connection's last. */
  #isLast = false;
  /** The answer under way is not to be passed on to its end. */
  #isLost = false;
  #isOver = false;

  constructor(client: Socket, settings: ProxySettings, origin: Origin) {
    this.#client = client;
    this.#settings = settings;
    this.#turn = new Turn(settings, origin);
    this.#outlet = new Outlet(() => this.#connect());
    this.#headClock = new Clock(settings.headMs ?? defaultHeadMs, () => this.#headIsLate());
    this.#idleClock = new Clock(settings.idleMs ?? defaultIdleMs, () => this.#hasIdled());
    this.#onward = new Onward(() => this.#onwardLeft());
    this.#requests = new MessageReader({
      head: (head, raw) => this.#requestHead(head, raw),
      body: (raw, content) => this.#requestBody(raw, content),
      end: (raw, trailers) => this.#requestEnd(raw, trailers),
    });
    client.on("data", (chunk: Buffer) => this.#received(chunk));
    client.on("drain", () => this.#outlet.resume());
    client.on("end", () => this.#clientEnded());
    client.on("error", () => this.#clientGone());
    client.on("close", () => this.#clientGone());
    client.resume();
  }

  /** Ends the connection from our side; what is under way is written down as broken off. */
  stop(): void {
    this.#turn.record("upstream-failed", "the proxy was stopped");
    this.#breakOff();
  }

  #received(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#idleClock.stop();
    this.#ahead = this.#ahead.length === 0 ? chunk : Buffer.concat([this.#ahead, chunk]);
    this.#readRequests();
  }

  #readRequests(): void {
    try {
      while (this.#ahead.length > 0 && this.#turn.exchange?.isRequestWhole !== true && !this.#isOver) {
        const bytes = this.#ahead;
        this.#ahead = empty;
        this.#ahead = this.#requests.push(bytes);
        this.#outlet.flush();
      }
      if (this.#requests.isInHead) this.#headClock.start();
    } catch (error) {
      this.#refuse(error);
    }
    this.#sayGoodbye();
    this.#regulate();
  }

  #requestHead(head: Head, raw: Buffer): Framing {
    this.#headClock.stop();
    const exchange = this.#turn.begin(head);
    const framing = requestFraming(head);
    const foreign = foreignProtocol(exchange.method, exchange.headers);
    if (foreign !== undefined) throw new Refusal(foreign);
    exchange.fault = this.#settings.fault?.(exchange.found, exchange);
    this.#taker = this.#faultTaker(exchange, framing) ?? this.#rewriting(exchange, framing);
    this.#isLast = this.#taker !== undefined && exchange.isLast;
    if (this.#taker === undefined) {
      this.#lastBy = "link";
      if (exchange.fault?.delayMs !== undefined)
        this.#wait(exchange.fault.delayMs, () => this.#outlet.flush());
      this.#outlet.add(withoutMarker(head, raw));
    }
    return framing;
  }

  #faultTaker(exchange: OpenExchange, framing: Framing): RequestTaker | undefined {
    return faultTaker(exchange, framing, {
      wait: (ms, then) => this.#wait(ms, then),
      answer: (answer) => this.#answerOwn(answer),
      close: (answer) => this.#answerLast(answer, "complete"),
      reset: () => {
        this.#turn.record("upstream-failed", "the connection was reset, as the fault plan asks");
        this.#breakOff();
      },
    });
  }

  #rewriting(exchange: OpenExchange, framing: Framing): RequestTaker | undefined {
    const rewriter = this.#settings.rewriterOf?.(exchange.found, exchange);
    if (rewriter === undefined) return undefined;
    return new RewrittenRequest(exchange, rewriter, framing, {
      client: this.#client,
      onward: this.#onward,
      finish: (outcome, problem) => {
        this.#turn.finish(outcome, problem);
        settle();
      },
      done: ({ by, isLast }) => {
        this.#isLast ||= isLast;
        this.#next(by);
      },
      drained: () => this.#regulate(),
      lost: () => this.#breakOff(),
      failed: (error) => this.#failed(error),
      away: (problem) => this.#away(exchange, problem),
      close: (answer) => this.#closeWith(answer, exchange.method),
    });
  }

  /** The last answer on a connection whose target is not there, where its clients have words for that. */
  #away(exchange: OpenExchange, problem: string): OwnAnswer | undefined {
    const answer = this.#settings.away?.(exchange.found, exchange, problem);
    return answer && closing(answer);
  }

  #wait(ms: number, then: () => void): void {
    this.#outlet.hold(ms, () => {
      then();
      this.#sayGoodbye();
      this.#regulate();
    });
  }

  #requestBody(raw: Buffer, content: Buffer | undefined): void {
    if (content !== undefined) {
      this.#turn.exchange?.requestBody.add(content);
      this.#taker?.take(content);
    }
    if (this.#taker === undefined) this.#outlet.add(raw);
  }

  #requestEnd(raw: Buffer, trailers: readonly RawHeader[]): void {
    this.#turn.requestEnded(trailers);
    if (this.#taker !== undefined) this.#taker.end(trailers);
    else this.#outlet.add(raw);
  }

  /** Lets the client send as long as what it sends can go on. */
  #regulate(): void {
    const waits = this.#ahead.length > 0 || this.#outlet.isHeld;
    const full = this.#outlet.isFull || (this.#taker?.isFull ?? false);
    if ((waits || full) && !this.#isOver) this.#client.pause();
    else this.#client.resume();
  }

  #connect(): UpstreamLink {
    const { name, host, port } = this.#settings.upstream;
    return new UpstreamLink(this.#settings.upstream, {
      awaiting: () => (this.#taker === undefined ? this.#turn.awaited : undefined),
      informed: (bytes) => {
        if (this.#turn.exchange?.fault?.kind === "lost-answer") this.#client.write(bytes);
      },
      answered: () => {
        this.#isLost = this.#turn.exchange?.fault?.kind === "lost-answer";
        this.#turn.finish("complete");
      },
      pass: (bytes) => this.#pass(bytes),
      drained: () => this.#regulate(),
      ended: (isWhole) => this.#upstreamEnded(isWhole),
      broken: (why) => {
        if (this.#isElsewhere) return;
        this.#turn.record("upstream-failed", `the connection to ${name} broke (${why})`);
        this.#breakOff();
      },
      unreachable: (why) => {
        const problem = `${name} at ${host}:${port} cannot be reached (${why})`;
        const own = this.#turn.exchange && this.#away(this.#turn.exchange, problem);
        this.#answerLast(own ?? explanation(502, "Bad Gateway", problem), "upstream-failed", problem);
      },
      failed: (error) => this.#failed(error),
    });
  }

  #pass(bytes: Buffer): boolean {
    if (this.#isLost) this.#breakOff();
    if (this.#isOver || this.#turn.exchange?.fault?.kind === "lost-answer") return true;
    const mayFollow = writeTogether(this.#client, bytes);
    if (this.#turn.exchange === undefined && this.#ahead.length > 0) this.#readRequests();
    return mayFollow;
  }

  /** A request that went elsewhere is answered: what is left of it goes nowhere, and the next one may come. */
  #next(by: "onward" | "own"): void {
    if (this.#isOver) return;
    this.#lastBy = by;
    if (this.#isLast) {
      this.#leave();
      return;
    }
    if (this.#turn.exchange === undefined) this.#taker = undefined;
    else
      this.#taker = swallow(() => {
        this.#taker = undefined;
        queueMicrotask(() => this.#rest());
      });
    this.#readRequests();
    this.#rest();
  }

  get #isIdle(): boolean {
    const isAsked = this.#taker !== undefined || this.#turn.exchange !== undefined;
    return !this.#isOver && !isAsked && this.#ahead.length === 0 && this.#requests.isBetween;
  }

  /** Whether the link is not what the client waits for, or would. */
  get #isElsewhere(): boolean {
    if (this.#taker !== undefined) return true;
    return this.#lastBy !== "link" && this.#turn.exchange === undefined && !this.#hasClientEnded;
  }

  /** Where nobody is there to leave the client, it is left after a while. */
  #rest(): void {
    const isAlone = this.#lastBy === "own" || (this.#lastBy === "onward" && !this.#onward.isOpen);
    if (this.#isIdle && isAlone) this.#idleClock.start();
  }

  #hasIdled(): void {
    this.#idleClock.stop();
    if (!this.#isIdle) return;
    // A client that reads slowly is still in the middle of its answer.
    if (this.#client.writableLength > 0) this.#idleClock.start();
    else this.#leave();
  }

  #onwardLeft(): void {
    if (this.#lastBy === "onward" && this.#isIdle) this.#hasIdled();
  }

  #leave(): void {
    this.#letGo();
    sayFarewell(this.#client);
  }

  #answerOwn(planned: OwnAnswer): void {
    const exchange = this.#turn.exchange;
    if (exchange === undefined) return;
    const answer = this.#isLast ? closing(planned) : planned;
    exchange.answerWith(answer);
    try {
      this.#turn.finish("complete");
    } catch (error) {
      this.#failed(error);
      return;
    }
    writeTogether(this.#client, writeAnswer(answer, exchange.method));
    // The reader of requests is still at work: it comes back to what was sent ahead.
    queueMicrotask(() => this.#next("own"));
  }

  #headIsLate(): void {
    const seconds = (this.#settings.headMs ?? defaultHeadMs) / 1000;
    const message = `the request's head was not whole ${seconds} seconds after its first byte`;
    this.#refuse(new Refusal(message, [408, "Request Timeout"]));
  }

  #refuse(error: unknown): void {
    if (this.#turn.exchange === undefined) this.#turn.begin(unreadable);
    const refusal = refusalOf(error);
    if (refusal === undefined) this.#failed(error);
    else this.#answerLast(refusal.answer, "refused", refusal.problem);
  }

  /** Answers for the last time, and writes that down before, unless the exchange has been. */
  #answerLast(answer: OwnAnswer, outcome: Outcome, problem?: string): void {
    if (this.#isOver) return;
    const method = this.#turn.exchange?.method ?? "";
    this.#turn.awaited?.answerWith(answer);
    this.#turn.record(outcome, problem);
    this.#closeWith(answer, method);
  }

  #closeWith(answer: OwnAnswer, method: string): void {
    if (this.#isOver) return;
    this.#letGo();
    sayFarewell(this.#client, writeAnswer(answer, method));
  }

  /** The target's bytes make no sense, or the exchange could not be stored: nobody is told half of it. */
  #failed(error: unknown): void {
    if (error instanceof FramingError)
      this.#turn.record("upstream-failed", `the target sent ${error.message}`);
    else this.#settings.onFailure?.(error);
    this.#breakOff();
  }

  #upstreamEnded(isWhole: boolean): void {
    if (this.#isOver) return;
    if (this.#isElsewhere) {
      this.#outlet.reset();
      return;
    }
    const where = isWhole ? "without an answer" : "in the middle of its answer";
    if (this.#hasClientEnded) this.#turn.finish("client-gone", clientLeft);
    else
      this.#turn.finish("upstream-failed", `${this.#settings.upstream.name} closed the connection ${where}`);
    this.#isOver = true;
    this.#stopClocks();
    this.#onward.close();
    this.#outlet.end();
    if (this.#isLost) breakOff(this.#client);
    else endNow(this.#client);
    this.#client.resume();
  }

  #clientEnded(): void {
    this.#hasClientEnded = true;
    if (this.#isOver) endNow(this.#client);
    else this.#sayGoodbye();
  }

  /** A client that says goodbye may still wait for answers: when nothing of it waits here, the target is told, and decides. */
  #sayGoodbye(): void {
    if (!this.#hasClientEnded || this.#isOver || this.#ahead.length > 0 || this.#outlet.isHeld) return;
    if (!this.#requests.isBetween) this.#clientGone();
    else if (this.#taker !== undefined) this.#isLast = true;
    else if (this.#outlet.isConnected) this.#outlet.end();
    else if (this.#turn.exchange === undefined) endNow(this.#client);
  }

  #clientGone(): void {
    if (this.#isOver) return;
    this.#turn.record("client-gone", clientLeft);
    this.#letGo();
    sendNow(this.#client);
    this.#client.destroy();
  }

  #breakOff(): void {
    this.#letGo();
    breakOff(this.#client);
  }

  /** Nothing more is asked of anybody. */
  #letGo(): void {
    this.#isOver = true;
    this.#stopClocks();
    this.#taker?.gone();
    this.#onward.close();
    this.#outlet.breakOff();
  }

  #stopClocks(): void {
    this.#headClock.stop();
    this.#idleClock.stop();
  }
}
