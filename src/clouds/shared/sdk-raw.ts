import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { RawHeader } from "../../wire/index.ts";
import { headerRecord } from "./header-list.ts";
import { collected } from "./sdk-body.ts";
import { givingUp, noteAnswer, type WireAnswer } from "./sdk-watch.ts";

/** A request that is whole, signature and all. */
export interface WholeRequest {
  readonly method: string;
  readonly origin: string;
  /** From the server's root, with the query. */
  readonly target: string;
  readonly headers: readonly RawHeader[];
  readonly body: Uint8Array;
}

/** Connections that are kept for the next request. */
export class RawSender implements Disposable {
  readonly #agents = {
    "http:": new HttpAgent({ keepAlive: true }),
    "https:": new HttpsAgent({ keepAlive: true }),
  };
  readonly #addresses = new Map<string, URL>();
  readonly #patience: number;

  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Sends as it is: nothing is followed, tried again or unpacked. */
  async send(whole: WholeRequest): Promise<WireAnswer> {
    const response = await this.#responseTo(whole);
    const answer = {
      status: response.statusCode ?? 0,
      headers: headerRecord(pairs(response.rawHeaders)),
      body: await collected(response),
    };
    noteAnswer(answer);
    return answer;
  }

  #responseTo({ method, origin, target, headers, body }: WholeRequest): Promise<IncomingMessage> {
    const { protocol, hostname, port } = this.#addressOf(origin);
    const secure = protocol === "https:";
    const signal = givingUp();
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = (secure ? httpsRequest : httpRequest)({
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ""),
      ...(port !== "" && { port }),
      agent: this.#agents[secure ? "https:" : "http:"],
      method,
      path: target,
      headers: headers.flat(),
      timeout: this.#patience,
      ...(signal !== undefined && { signal }),
    });
    request.on("response", resolve).on("error", reject);
    request.on("timeout", () => request.destroy(new Error(`no answer in ${this.#patience} ms`)));
    // Nothing at all is one write less than an empty body.
    if (body.length === 0) request.end();
    else request.end(body);
    return promise;
  }

  #addressOf(origin: string): URL {
    const known = this.#addresses.get(origin) ?? new URL(origin);
    this.#addresses.set(origin, known);
    return known;
  }

  [Symbol.dispose](): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }
}

function pairs(raw: readonly string[]): RawHeader[] {
  return raw.flatMap((name, index): RawHeader[] => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}

/** The body as bytes. */
export function bytesOf(body: string | Uint8Array | undefined): Uint8Array {
  return typeof body === "string" ? Buffer.from(body) : (body ?? new Uint8Array());
}
