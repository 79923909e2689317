import { type HttpClient, type Origin, originOf, type RawHeader } from "../../wire/index.ts";
import { headerRecord } from "./header-list.ts";
import { givingUp, noteAnswer, noteRequest, type WireAnswer } from "./sdk-watch.ts";

/** A request that is whole, signature and all. */
export interface WholeRequest {
  readonly method: string;
  readonly origin: string;
  /** From the server's root, with the query. */
  readonly target: string;
  readonly headers: readonly RawHeader[];
  readonly body: Uint8Array;
}

/** Sends past the SDKs, on the same connections. */
export class RawSender {
  readonly #client: HttpClient;
  readonly #origins = new Map<string, Origin>();

  constructor(client: HttpClient) {
    this.#client = client;
  }

  /** Sends as it is: nothing is followed, tried again or unpacked. */
  async send({ method, origin, target, headers, body }: WholeRequest): Promise<WireAnswer> {
    const options = { signal: givingUp(), onLeaving: noteRequest };
    const request = { method, target, headers, body };
    const {
      status,
      headers: own,
      body: content,
    } = await this.#client.send(this.#originOf(origin), request, options);
    const answer = { status, headers: headerRecord(own), body: content };
    noteAnswer(answer);
    return answer;
  }

  #originOf(text: string): Origin {
    const origin = this.#origins.get(text) ?? originOf(new URL(text));
    this.#origins.set(text, origin);
    return origin;
  }
}

/** The body as bytes. */
export function bytesOf(body: string | Uint8Array | undefined): Uint8Array {
  return typeof body === "string" ? Buffer.from(body) : (body ?? new Uint8Array());
}
