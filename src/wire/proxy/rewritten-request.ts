import { Agent, type IncomingMessage, request as sendHttp } from "node:http";
import { Agent as SecureAgent, request as sendHttps } from "node:https";
import type { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { TouchstoneError } from "../../model/index.ts";
import type { Framing } from "../http/framing.ts";
import { FramingError, type Head, headerValue, type RawHeader } from "../http/head.ts";
import { cannotSend, type RequestHead, type Rewriter, type SentRequest } from "../rewrite/rewriter.ts";
import type { Outcome } from "../trace/exchange.ts";
import type { OpenExchange } from "./open-exchange.ts";
import { explanation } from "./own-answers.ts";
import { waitsToSend } from "./request-taker.ts";
import type { OwnAnswer } from "./settings.ts";

const agent = new Agent({ keepAlive: true });
const secureAgent = new SecureAgent({ keepAlive: true });

/** A body that has to be known whole may have this many bytes. */
const bodyLimit = 64 * 1024 * 1024;

/** What a rewritten request needs of the connection that it came on. */
export interface Requester {
  readonly client: Socket;
  /** Writes the exchange down; throws if that cannot be done. */
  readonly finish: (outcome: Outcome, problem?: string) => void;
  /** The answer is passed on: the next request may come. */
  readonly done: () => void;
  /** The answer is not to be passed on: the connection is to break. */
  readonly lost: () => void;
  /** More of the request can be taken. */
  readonly drained: () => void;
  /** Nothing sensible can be passed on any more. */
  readonly failed: (error: unknown) => void;
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
  #gatheredSize = 0;
  readonly #gone = new AbortController();

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

  end(): void {
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
      if (this.#rewriter.isTarget !== true) this.#exchange.sentTo = sent.origin;
      const answer = await this.#perform(sent, sent.body ?? whole);
      await this.#passBack(answer);
      if (!this.#exchange.isRequestWhole) this.#gone.abort();
      if (this.#isLost) this.#requester.lost();
      else this.#requester.done();
    } catch (error) {
      if (!this.#gone.signal.aborted) this.#failed(error);
    }
  }

  /** The rewriter has answered itself: whatever else comes of the request goes nowhere. */
  async #answerHere({ status, reason, headers, body }: OwnAnswer): Promise<void> {
    this.#answerHead(status, reason, headers);
    this.#exchange.responseBody.add(body);
    this.#finish();
    const isBare = this.#head.method === "HEAD";
    await this.#write(isBare ? this.#headBytes() : Buffer.concat([this.#headBytes(), body]));
    if (this.#isLost) this.#requester.lost();
    else this.#requester.done();
  }

  #perform(sent: SentRequest, body: Buffer | undefined): Promise<IncomingMessage> {
    const url = new URL(sent.origin);
    const isSecure = url.protocol === "https:";
    const headers = sentHeaders(sent.headers, sent.host ?? url.host, body);
    return new Promise((resolve, reject) => {
      const request = (isSecure ? sendHttps : sendHttp)(url, {
        method: sent.method,
        path: sent.target,
        headers: headers.flat(),
        agent: isSecure ? secureAgent : agent,
        signal: this.#gone.signal,
      });
      request.once("response", resolve);
      request.on("error", reject);
      if (this.#stream === undefined) request.end(body);
      else this.#stream.pipe(request);
    });
  }

  async #passBack(answer: IncomingMessage): Promise<void> {
    const { statusCode: status = 0, statusMessage: reason = "" } = answer;
    const received = { status, reason, headers: pairsOf(answer.rawHeaders) };
    const isBare = this.#head.method === "HEAD" || status === 204 || status === 304;
    if (!isBare && this.#rewriter.needsResponseBody(this.#head, received)) {
      const whole = Buffer.concat(await answer.toArray());
      const returned = await this.#rewriter.response(this.#head, received, whole);
      const { headers, body = whole } = returned;
      this.#gone.signal.throwIfAborted();
      this.#answerHead(returned.status ?? status, returned.reason ?? reason, [
        ...unframed(headers),
        ["Content-Length", String(body.length)],
      ]);
      this.#exchange.responseBody.add(body);
      this.#finish();
      await this.#write(Buffer.concat([this.#headBytes(), body]));
      return;
    }
    const returned = await this.#rewriter.response(this.#head, received, undefined);
    const { headers } = returned;
    this.#gone.signal.throwIfAborted();
    const isCounted = isBare || headerValue(headers, "content-length") !== undefined;
    const isChunked = !isCounted && !this.#exchange.isOld;
    const framing: readonly RawHeader[] = isChunked ? [["Transfer-Encoding", "chunked"]] : [];
    this.#answerHead(
      returned.status ?? status,
      returned.reason ?? reason,
      isCounted ? unconnected(headers) : [...unframed(headers), ...framing],
    );
    await this.#relay(answer, isChunked);
  }

  /** Passes the body on as it comes; its last piece when the exchange is written down. */
  async #relay(answer: IncomingMessage, isChunked: boolean): Promise<void> {
    let held = this.#headBytes();
    for await (const piece of answer as AsyncIterable<Buffer>) {
      this.#exchange.responseBody.add(piece);
      await this.#write(held);
      held = isChunked ? chunk(piece) : piece;
    }
    this.#finish();
    await this.#write(isChunked ? Buffer.concat([held, Buffer.from("0\r\n\r\n")]) : held);
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

  #answerHead(status: number, reason: string, headers: readonly RawHeader[]): void {
    const last: readonly RawHeader[] = this.#exchange.isLast ? [["Connection", "close"]] : [];
    this.#exchange.response = {
      startLine: `HTTP/1.1 ${status} ${reason}`,
      headers: [...headers, ...last],
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
    const { finish, failed, close } = this.#requester;
    if (error instanceof Unrecorded) {
      failed(error.cause);
      return;
    }
    const isRefused = error instanceof TouchstoneError;
    const message = isRefused
      ? error.message
      : `the other account cannot be reached (${(error as Error).message})`;
    const answer = isRefused
      ? explanation(501, "Not Implemented", message)
      : explanation(502, "Bad Gateway", message);
    const hasBegun = this.#exchange.response !== undefined;
    try {
      if (!hasBegun) this.#exchange.answerWith(answer);
      finish(isRefused ? "refused" : "upstream-failed", message);
    } catch (cause) {
      failed(cause);
      return;
    }
    if (hasBegun) failed(new FramingError("half an answer"));
    else close(answer);
  }
}

function pairsOf(flat: readonly string[]): RawHeader[] {
  return flat.flatMap((name, at): RawHeader[] => (at % 2 === 0 ? [[name, flat[at + 1] ?? ""]] : []));
}

const ofConnection = new Set(["connection", "keep-alive"]);
const ofFraming = new Set(["content-length", "transfer-encoding", ...ofConnection]);

/** Without what is said of the connection to the other account alone. */
function unconnected(headers: readonly RawHeader[]): RawHeader[] {
  return headers.filter(([name]) => !ofConnection.has(name.toLowerCase()));
}

function unframed(headers: readonly RawHeader[]): RawHeader[] {
  return headers.filter(([name]) => !ofFraming.has(name.toLowerCase()));
}

/** The headers as they go out: the host's own name, no hop-by-hop ones, and a length where the body is known. */
function sentHeaders(headers: readonly RawHeader[], host: string, body: Buffer | undefined): RawHeader[] {
  const dropped = new Set(["host", "connection", "keep-alive", "expect"]);
  const kept = (body === undefined ? headers : unframed(headers)).filter(
    ([name]) => !dropped.has(name.toLowerCase()),
  );
  const hadLength = headerValue(headers, "content-length") ?? headerValue(headers, "transfer-encoding");
  const hasBody = body !== undefined && (body.length > 0 || hadLength !== undefined);
  return [["Host", host], ...kept, ...(hasBody ? [["Content-Length", String(body.length)] as const] : [])];
}

function chunk(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")]);
}
