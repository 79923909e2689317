import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { TouchstoneError } from "../../model/index.ts";
import type { Framing } from "../http/framing.ts";
import { FramingError, type Head, headerValue, type RawHeader } from "../http/head.ts";
import { cannotSend, type RequestHead, type Rewriter, type SentRequest } from "../rewrite/rewriter.ts";
import type { Outcome } from "../trace/exchange.ts";
import { isThere } from "./is-there.ts";
import type { Onward } from "./onward.ts";
import type { OpenExchange } from "./open-exchange.ts";
import { explanation, keepAlive } from "./own-answers.ts";
import { waitsToSend } from "./request-taker.ts";
import {
  chunk,
  endsConnection,
  endWith,
  following,
  gather,
  isFramed,
  isUnreachable,
  lastChunk,
  ofItsConnection,
  pairsOf,
  sentHeaders,
  unconnected,
  unframed,
} from "./rewritten-messages.ts";
import type { OwnAnswer } from "./settings.ts";

/** A body that has to be known whole may have this many bytes. */
const bodyLimit = 64 * 1024 * 1024;

/** What a rewritten request needs of the connection that it came on. */
export interface Requester {
  readonly client: Socket;
  readonly onward: Onward;
  /** Writes the exchange down; throws if that cannot be done. */
  readonly finish: (outcome: Outcome, problem?: string) => void;
  /** The answer is passed on: the next request may come, unless it was to be the last. */
  readonly done: (answered: { readonly by: "onward" | "own"; readonly isLast: boolean }) => void;
  /** The answer is not to be passed on: the connection is to break. */
  readonly lost: () => void;
  /** More of the request can be taken. */
  readonly drained: () => void;
  /** Nothing sensible can be passed on any more. */
  readonly failed: (error: unknown) => void;
  /** The answer where the target is not there, if there is one that its clients can read. */
  readonly away: (problem: string) => OwnAnswer | undefined;
  /** Answers for the last time. */
  readonly close: (answer: OwnAnswer) => void;
}

/** An exchange that could not be written down; its cause says why. */
class Unrecorded extends Error {}

/** A request on its way to another account, and its answer on the way back. */
export class RewrittenRequest {
  readonly #exchange: OpenExchange;
  readonly #rewriter: Rewriter;
  readonly #requester: Requester;
  readonly #head: RequestHead;
  readonly #stream: PassThrough | undefined;
  readonly #gathered: Buffer[] = [];
  #trailers: readonly RawHeader[] = [];
  #gatheredSize = 0;
  readonly #gone = new AbortController();
  #sentTo: string | undefined;

  constructor(exchange: OpenExchange, rewriter: Rewriter, framing: Framing, requester: Requester) {
    this.#exchange = exchange;
    this.#rewriter = rewriter;
    this.#requester = requester;
    const { method, target, headers, origin, by } = exchange;
    this.#head = { method, target, headers, origin, by };
    if (!exchange.isOld && waitsToSend(headers, framing)) {
      requester.client.write("HTTP/1.1 100 Continue\r\n\r\n");
    }
    if (framing.kind === "none" || rewriter.needsBody(this.#head)) return;
    this.#stream = new PassThrough();
    this.#stream.on("drain", requester.drained);
    void this.#send(undefined);
  }

  get isFull(): boolean {
    return this.#stream?.writableNeedDrain ?? false;
  }

  take(content: Buffer): void {
    if (this.#stream !== undefined) {
      this.#stream.write(content);
      return;
    }
    this.#gatheredSize += content.length;
    if (this.#gatheredSize <= bodyLimit) this.#gathered.push(content);
  }

  end(trailers: readonly RawHeader[]): void {
    // What follows a body was not signed for another account.
    if (this.#isTarget) this.#trailers = trailers;
    if (this.#stream === undefined) void this.#send(Buffer.concat(this.#gathered));
    else this.#stream.end();
  }

  gone(): void {
    this.#gone.abort();
  }

  /** Whether the answer is to be lost after the work was done. */
  get #isLost(): boolean {
    return this.#exchange.fault?.kind === "lost-answer";
  }

  get #isTarget(): boolean {
    return this.#rewriter.isTarget === true;
  }

  async #delay(): Promise<void> {
    const ms = this.#exchange.fault?.delayMs;
    if (ms !== undefined) await wait(ms, undefined, { signal: this.#gone.signal });
  }

  async #send(whole: Buffer | undefined): Promise<void> {
    try {
      if (this.#gatheredSize > bodyLimit) {
        throw cannotSend(this.#head, `its body is larger than ${bodyLimit} bytes`);
      }
      await this.#delay();
      const own = this.#rewriter.answer?.(this.#head, whole);
      if (own !== undefined) {
        await this.#answerHere(own);
        return;
      }
      const sent = await this.#rewriter.request(this.#head, whole);
      this.#sentTo = sent.origin;
      if (!this.#isTarget) this.#exchange.sentTo = sent.origin;
      const answer = await this.#perform(sent, sent.body ?? whole);
      const by = await this.#passBack(answer);
      if (!this.#exchange.isRequestWhole) this.#gone.abort();
      if (this.#isLost) this.#requester.lost();
      else this.#requester.done({ by, isLast: this.#isTarget && endsConnection(answer) });
    } catch (error) {
      if (!this.#gone.signal.aborted) this.#failed(error);
    }
  }

  /** The rewriter has answered itself: whatever else comes of the request goes nowhere. */
  async #answerHere({ status, reason, headers, body }: OwnAnswer): Promise<void> {
    this.#answerHead(status, reason, headers, keepAlive);
    this.#exchange.responseBody.add(body);
    this.#finish();
    const isBare = this.#head.method === "HEAD";
    await this.#write(isBare ? this.#headBytes() : Buffer.concat([this.#headBytes(), body]));
    if (this.#isLost) this.#requester.lost();
    else this.#requester.done({ by: "own", isLast: false });
  }

  #perform(sent: SentRequest, body: Buffer | undefined): Promise<IncomingMessage> {
    const url = new URL(sent.origin);
    const headers = sentHeaders(sent.headers, sent.host ?? url.host, body);
    return new Promise((resolve, reject) => {
      const request = this.#requester.onward.send(url, this.#isTarget, {
        method: sent.method,
        path: sent.target,
        headers: headers.flat(),
        signal: this.#gone.signal,
      });
      request.once("response", resolve);
      request.on("error", reject);
      if (this.#stream === undefined) request.end(body);
      else this.#stream.once("end", () => endWith(request, this.#trailers)).pipe(request, { end: false });
    });
  }

  async #passBack(answer: IncomingMessage): Promise<"onward" | "own"> {
    const { statusCode: status = 0, statusMessage: reason = "" } = answer;
    const received = { status, reason, headers: pairsOf(answer.rawHeaders) };
    const isBare = this.#head.method === "HEAD" || status === 204 || status === 304;
    const pieces: AsyncIterator<Buffer> = answer[Symbol.asyncIterator]();
    const needsBody = !isBare && this.#rewriter.needsResponseBody(this.#head, received);
    const gathered = needsBody ? await gather(answer, pieces, this.#rewriter.responseLimit) : [];
    const whole = needsBody && answer.readableEnded ? Buffer.concat(gathered) : undefined;
    const returned = await this.#rewriter.response(this.#head, received, whole);
    this.#gone.signal.throwIfAborted();
    const { headers } = returned;
    const isSame = returned.body === undefined && returned.status === undefined;
    // Only chunks can be followed by something: where that is to be passed on, they stay.
    const body = isSame && this.#trailersOf(answer).length > 0 ? undefined : (returned.body ?? whole);
    const start = [returned.status ?? status, returned.reason ?? reason] as const;
    const ofConnection = this.#isTarget ? ofItsConnection(received.headers) : [];
    const isLast = this.#isTarget && endsConnection(answer);
    // Node does not go on behind an answer to HEAD that names no length: that the connection ends is not the target's doing.
    const isLeftByUs = this.#head.method === "HEAD" && !isFramed(received.headers);
    if (body !== undefined) {
      // Nobody waits for what is left of an answer in whose place there is another.
      const isOver = isBare || answer.readableEnded;
      if (isBare) answer.resume();
      else if (!isOver) answer.destroy();
      const framing: RawHeader = ["Content-Length", String(body.length)];
      this.#answerHead(...start, [...unframed(headers), framing], ofConnection, isLast);
      this.#exchange.responseBody.add(body);
      this.#finish();
      const isHead = this.#head.method === "HEAD";
      await this.#write(isHead ? this.#headBytes() : Buffer.concat([this.#headBytes(), body]));
      return isOver && !isLeftByUs ? "onward" : "own";
    }
    const isCounted = isBare || headerValue(headers, "content-length") !== undefined;
    const isChunked = !isCounted && !this.#exchange.isOld;
    const framing: readonly RawHeader[] = isChunked ? [["Transfer-Encoding", "chunked"]] : [];
    const kept = isCounted ? unconnected(headers) : [...unframed(headers), ...framing];
    this.#answerHead(...start, kept, ofConnection, isLast);
    await this.#relay(following(gathered, pieces), isChunked ? () => this.#trailersOf(answer) : undefined);
    return isLeftByUs ? "own" : "onward";
  }

  /** What follows the body of the target itself, once that is over; another account's is none of the client's business. */
  #trailersOf({ rawTrailers }: IncomingMessage): readonly RawHeader[] {
    return this.#isTarget && !this.#exchange.isOld ? pairsOf(rawTrailers) : [];
  }

  /** Passes the body on as it comes, in chunks where something may follow it; its last piece when the exchange is written down. */
  async #relay(
    pieces: AsyncIterable<Buffer>,
    trailers: (() => readonly RawHeader[]) | undefined,
  ): Promise<void> {
    let held = this.#headBytes();
    for await (const piece of pieces) {
      this.#exchange.responseBody.add(piece);
      await this.#write(held);
      held = trailers === undefined ? piece : chunk(piece);
    }
    const last = trailers?.() ?? [];
    this.#exchange.responseTrailers = last;
    this.#finish();
    await this.#write(trailers === undefined ? held : Buffer.concat([held, lastChunk(last)]));
  }

  /** What keeps an exchange from being written down is not the other account's fault. */
  #finish(): void {
    try {
      this.#requester.finish("complete");
    } catch (cause) {
      throw new Unrecorded("the exchange could not be written down", { cause });
    }
  }

  async #write(bytes: Buffer): Promise<void> {
    const { client } = this.#requester;
    this.#gone.signal.throwIfAborted();
    if (this.#isLost) return;
    if (client.write(bytes) || client.destroyed) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        client.off("drain", goOn).off("close", goOn);
        resolve();
      };
      client.on("drain", goOn).on("close", goOn);
    });
  }

  /** What is said of the connection is said only where it goes on. */
  #answerHead(
    status: number,
    reason: string,
    headers: readonly RawHeader[],
    connection: readonly RawHeader[],
    isLast = false,
  ): void {
    const last: readonly RawHeader[] = [["Connection", "close"]];
    this.#exchange.response = {
      startLine: `HTTP/1.1 ${status} ${reason}`,
      headers: [...headers, ...(isLast || this.#exchange.isLast ? last : connection)],
      spans: [],
      length: 0,
    };
  }

  #headBytes(): Buffer {
    const { startLine, headers } = this.#exchange.response as Head;
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    return Buffer.from(`${startLine}\r\n${lines}\r\n`, "latin1");
  }

  /** What cannot be sent is answered so that its reader knows why; what broke off is broken off. */
  #failed(error: unknown): void {
    const { failed, away } = this.#requester;
    if (error instanceof Unrecorded) {
      failed(error.cause);
      return;
    }
    const isRefused = error instanceof TouchstoneError;
    if (this.#isTarget && !isRefused && !isUnreachable(error)) {
      void this.#broken(error);
      return;
    }
    const where = this.#isTarget ? "the target" : "the other account";
    const message = isRefused ? error.message : `${where} cannot be reached (${(error as Error).message})`;
    const answer = isRefused
      ? explanation(501, "Not Implemented", message)
      : ((this.#isTarget ? away(message) : undefined) ?? explanation(502, "Bad Gateway", message));
    this.#answerFailed(answer, isRefused ? "refused" : "upstream-failed", message);
  }

  /** Answers for the last time where nothing of an answer has been passed on. */
  #answerFailed(answer: OwnAnswer, outcome: Outcome, message: string): void {
    const { finish, failed, close } = this.#requester;
    const hasBegun = this.#exchange.response !== undefined;
    try {
      if (!hasBegun) this.#exchange.answerWith(answer);
      finish(outcome, message);
    } catch (cause) {
      failed(cause);
      return;
    }
    if (hasBegun) failed(new FramingError("half an answer"));
    else close(answer);
  }

  /**
   * A target that breaks off is passed on as it is: its client sees what it would have seen. Of one that died of the request
   * there is more to say.
   */
  async #broken(error: unknown): Promise<void> {
    const { finish, failed, lost } = this.#requester;
    const problem = `the connection to the target broke (${(error as Error).message})`;
    const own = this.#exchange.response === undefined ? await this.#wordsOfDeath(problem) : undefined;
    if (this.#gone.signal.aborted) return;
    if (own !== undefined) {
      this.#answerFailed(own, "upstream-failed", problem);
      return;
    }
    try {
      finish("upstream-failed", problem);
    } catch (cause) {
      failed(cause);
      return;
    }
    lost();
  }

  /** What is said where the target has broken off and takes no connections any more. */
  async #wordsOfDeath(problem: string): Promise<OwnAnswer | undefined> {
    const words = this.#requester.away(problem);
    if (words === undefined || this.#sentTo === undefined) return undefined;
    return (await isThere(this.#sentTo)) ? undefined : words;
  }
}
