import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import { BrokenOff, type HttpClient, type Origin, originOf } from "../../wire/index.ts";
import { sdkHeaders } from "./sdk-answer-headers.ts";
import { collected } from "./sdk-body.ts";
import { noteAnswer, noteRequest } from "./sdk-watch.ts";

/** What Amazon's SDKs hand to what sends for them. */
interface AmazonRequest {
  readonly protocol: string;
  readonly hostname: string;
  readonly port?: number;
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface AmazonResponse {
  readonly statusCode: number;
  readonly reason: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | Readable;
}

/** What one of Amazon's SDKs would send, as far as anybody asks. */
export interface UnsentByAmazon {
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Where a request is kept instead of being sent. */
const keeping = new AsyncLocalStorage<{ request?: UnsentByAmazon }>();

/** What a call of an SDK would send, with nothing sent; `undefined` where the SDK has no such call, or refuses it before that. */
export async function unsentByAmazon(call: () => Promise<unknown>): Promise<UnsentByAmazon | undefined> {
  const kept: { request?: UnsentByAmazon } = {};
  await keeping.run(kept, call);
  return kept.request;
}

/** Fails where requests are kept: one that is not the SDK's is not what anybody asks for, and is not sent either. */
export function requireSending(): void {
  if (keeping.getStore() !== undefined) throw notSent();
}

function notSent(): Error {
  return new Error("this request is not sent");
}

/** What sends for one of Amazon's SDKs. */
export interface AmazonHandler {
  readonly metadata: { readonly handlerProtocol: "http/1.1" };
  handle(
    request: AmazonRequest,
    options?: { readonly abortSignal?: AbortSignal },
  ): Promise<{ readonly response: AmazonResponse }>;
  updateHttpClientConfig(): void;
  httpHandlerConfigs(): object;
  destroy(): void;
}

/** Sends by our own client instead of the SDK's, and sees every answer as it came. Whoever opened the client closes it. */
export function amazonHandler(client: HttpClient, service: "s3" | "dynamodb"): AmazonHandler {
  let origin: Origin | undefined;
  return {
    metadata: { handlerProtocol: "http/1.1" },
    async handle(request, { abortSignal: signal } = {}) {
      const { protocol, hostname, port, method, headers } = request;
      const at = `${protocol}//${hostname}${port === undefined ? "" : `:${port}`}`;
      if (origin?.name !== at) origin = originOf(new URL(at));
      const content = await contentOf(request.body);
      const kept = keeping.getStore();
      if (kept !== undefined) {
        kept.request = { headers: inLowerCase(headers), body: Buffer.from(content ?? "") };
        throw notSent();
      }
      const written = { method, target: targetOf(request), headers: Object.entries(headers), body: content };
      const asksFirst = headers["expect"] === "100-continue";
      const sending = client.send(origin, written, { signal, onLeaving: noteRequest, asksFirst });
      const { status, reason, headers: raw, body } = await sending.catch(named);
      const own = sdkHeaders(raw);
      noteAnswer({ status, headers: own, body });
      const isHandedOn = service === "s3" && status < 300;
      return {
        response: { statusCode: status, reason, headers: own, body: isHandedOn ? streamOf(body) : body },
      };
    },
    updateHttpClientConfig() {},
    httpHandlerConfigs: () => ({}),
    destroy() {},
  };
}

function inLowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

const worthAnotherTry = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT"]);

/** The SDKs know by this name what they may try again. */
function named(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (worthAnotherTry.has(String(code)) && !(error instanceof BrokenOff)) {
    Object.assign(error as Error, { name: "TimeoutError" });
  }
  throw error;
}

/** Content may be handed on to the caller, and that must be a stream; all else the SDKs take as bytes. */
function streamOf(body: Uint8Array): Readable {
  return new Readable({
    read() {
      if (body.length > 0) this.push(body);
      this.push(null);
    },
  });
}

/** Path and query, written as the SDKs' own sender does it. */
function targetOf({ path, query = {} }: AmazonRequest): string {
  const parts: string[] = [];
  for (const name of Object.keys(query).sort()) {
    const value = query[name];
    const key = escaped(name);
    if (typeof value === "object" && value !== null)
      parts.push(...value.map((each) => `${key}=${escaped(each)}`));
    else parts.push(typeof value === "string" ? `${key}=${escaped(value)}` : key);
  }
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

function escaped(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

async function contentOf(body: unknown): Promise<string | Uint8Array | undefined> {
  if (body === undefined || body === null || typeof body === "string" || body instanceof Uint8Array) {
    return body ?? undefined;
  }
  if (body instanceof Readable) return collected(body, Number.POSITIVE_INFINITY);
  return Buffer.from(body as ArrayBuffer);
}
