import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { gunzip, inflate } from "node:zlib";
import {
  BrokenOff,
  type ClientAnswer,
  type HttpClient,
  isFinal,
  type Origin,
  originOf,
} from "../../wire/index.ts";
import { sdkHeaders } from "./sdk-answer-headers.ts";
import type { PipelineRequest } from "./sdk-azure.ts";
import { handedOn } from "./sdk-azure-handed-on.ts";
import { PipelineHeaders } from "./sdk-azure-headers.ts";
import { collected } from "./sdk-body.ts";
import { givingUp, noteRequest } from "./sdk-watch.ts";

/** An answer in the form of the SDKs' pipelines, and its body besides, which they take in one of two. */
interface SentAnswer<Request> {
  readonly request: Request;
  readonly status: number;
  readonly headers: PipelineHeaders;
  readonly bodyAsText?: string;
  readonly readableStreamBody?: Readable;
  readonly body: Buffer;
}

/** Known to the SDKs by its name: what is called so may be tried again, by its code. */
class RestError extends Error {
  override readonly name = "RestError";
  readonly code: string;

  constructor(code: string, message: string, cause: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Sends the requests of the SDKs' pipelines, in the way of the client that they have themselves. */
export class AzureSender {
  readonly #client: HttpClient;
  #origin: Origin | undefined;

  constructor(client: HttpClient) {
    this.#client = client;
  }

  async send<Request extends PipelineRequest>(request: Request): Promise<SentAnswer<Request>> {
    const answer = await this.#answerTo(request);
    const { status } = answer;
    const headers = new PipelineHeaders(sdkHeaders(answer.headers));
    if (request.method === "HEAD") return { request, status, headers, body: answer.body };
    const isStream = isStreamed(request, status);
    const body = await unpacked(answer.body, request, headers).catch((error: unknown) => {
      throw isStream ? error : unreadText(error);
    });
    return isStream
      ? { request, status, headers, readableStreamBody: handedOn(body), body }
      : { request, status, headers, bodyAsText: body.toString("utf8"), body };
  }

  async #answerTo(request: PipelineRequest): Promise<ClientAnswer> {
    const url = new URL(request.url);
    if (url.protocol !== "https:" && request.allowInsecureConnection !== true) {
      throw new Error(`Cannot connect to ${request.url} while allowInsecureConnection is false.`);
    }
    const written = {
      method: request.method,
      target: url.pathname + url.search,
      headers: Object.entries(request.headers.toJSON({ preserveCase: true })),
      body: await contentOf(request.body),
    };
    let hasLeft = false;
    const onLeaving = () => {
      hasLeft = true;
      noteRequest();
    };
    try {
      return await this.#client.send(this.#originOf(url), written, { signal: givingUp(), onLeaving });
    } catch (error) {
      // What was refused here, given up or waited for in vain is not tried again.
      throw hasLeft && !isFinal(error) ? lost(error, request) : error;
    }
  }

  /** Nearly always the same. */
  #originOf(url: URL): Origin {
    if (this.#origin?.name !== url.origin) this.#origin = originOf(url);
    return this.#origin;
  }
}

function isStreamed({ streamResponseStatusCodes: streamed }: PipelineRequest, status: number): boolean {
  return streamed !== undefined && (streamed.has(Number.POSITIVE_INFINITY) || streamed.has(status));
}

function lost(error: unknown, request: PipelineRequest): unknown {
  if (error instanceof BrokenOff) return isStreamed(request, error.status) ? error : unreadText(error);
  if (!(error instanceof Error)) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "REQUEST_SEND_ERROR";
  return new RestError(code, error.message, error);
}

function unreadText(error: unknown): RestError {
  const why = error instanceof Error ? error.message : String(error);
  return new RestError("PARSE_ERROR", `Error reading response as text: ${why}`, error);
}

/** The forms that the SDKs have for what is sent. */
async function contentOf(given: unknown): Promise<string | Uint8Array | undefined> {
  const body: unknown = typeof given === "function" ? given() : given;
  if (body === undefined || body === null || typeof body === "string" || body instanceof Uint8Array) {
    return body ?? undefined;
  }
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (typeof body === "object" && Symbol.asyncIterator in body) {
    return collected(body as AsyncIterable<Uint8Array>, Number.POSITIVE_INFINITY);
  }
  throw new RestError("REQUEST_SEND_ERROR", "Unrecognized body type", undefined);
}

const unpackings = new Map([
  ["gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
]);

/** The body without its packing, if the request had allowed it. */
async function unpacked(body: Buffer, request: PipelineRequest, headers: PipelineHeaders): Promise<Buffer> {
  const unpack = unpackings.get(headers.get("content-encoding") ?? "");
  if (unpack === undefined || !/gzip|deflate/.test(request.headers.get("accept-encoding") ?? "")) return body;
  return unpack(body);
}
