import type { RawHeader } from "../http/head.ts";
import type { CapturedBody, CapturedRequest, CapturedResponse, Exchange, TraceHeader } from "./exchange.ts";
import { unpacked } from "./packings.ts";

export interface HarOptions {
  /** The version of Touchstone, for the file's `creator`. */
  readonly version?: string;
}

/**
 * A trace as an HTTP archive (HAR 1.2), in pieces of text, so that it need not fit into memory. What HAR has no field for
 * is in `_touchstone`.
 *
 * @example
 * await pipeline(Readable.from(toHar(trace.header, trace)), createWriteStream("trace.har"));
 */
export async function* toHar(
  header: TraceHeader,
  exchanges: AsyncIterable<Exchange> | Iterable<Exchange>,
  { version = "0" }: HarOptions = {},
): AsyncGenerator<string> {
  const creator = JSON.stringify({ name: "touchstone", version });
  const about = JSON.stringify({ started: header.started, command: header.command, targets: header.targets });
  yield `{"log":{"version":"1.2","creator":${creator},"pages":[],"_touchstone":${about},"entries":[`;
  let before = "\n";
  for await (const exchange of exchanges) {
    yield before + JSON.stringify(entryOf(exchange, header));
    before = ",\n";
  }
  yield "\n]}}\n";
}

function entryOf(exchange: Exchange, header: TraceHeader): object {
  const { id, at, ms, connection, by, service, operation, reason, outcome, problem, fault, sentTo } =
    exchange;
  return {
    startedDateTime: at,
    time: ms,
    request: requestOf(exchange, header),
    response: exchange.response === undefined ? noResponse(problem) : responseOf(exchange.response),
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    connection: String(connection),
    _touchstone: { id, service, operation, reason, ...by, outcome, problem, fault, sentTo },
  };
}

function requestOf({ request, scheme }: Exchange, header: TraceHeader): object {
  const { method, headers, body } = request;
  return {
    method,
    url: urlOf(request, scheme, header),
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(nameAndValue),
    queryString: queryOf(request.target),
    ...(body !== undefined && body.size > 0 && { postData: postDataOf(headers, body) }),
    headersSize: -1,
    bodySize: body?.size ?? 0,
  };
}

function responseOf({ status, reason, headers, body }: CapturedResponse): object {
  return {
    status,
    statusText: reason,
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: headers.map(nameAndValue),
    content: contentOf(headers, body),
    redirectURL: headerOf(headers, "location") ?? "",
    headersSize: -1,
    bodySize: body?.size ?? 0,
  };
}

/** Viewers want a response; without one they show what browsers write for a request that failed. */
function noResponse(problem = "there was no answer"): object {
  return {
    status: 0,
    statusText: "",
    httpVersion: "HTTP/1.1",
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: "x-unknown" },
    redirectURL: "",
    headersSize: -1,
    bodySize: -1,
    _error: problem,
  };
}

/** HAR gives request bodies no encoding of their own, so that it is named by a field of ours. */
function postDataOf(headers: readonly RawHeader[], body: CapturedBody): object {
  const { text, encoding, comment } = shownBody(headers, body);
  return {
    mimeType: mimeTypeOf(headers),
    text: text ?? "",
    ...(encoding && { _encoding: encoding }),
    ...(comment && { comment }),
  };
}

function contentOf(headers: readonly RawHeader[], body: CapturedBody | undefined): object {
  if (body === undefined) return { size: 0, mimeType: mimeTypeOf(headers) };
  const { size, ...shown } = shownBody(headers, body);
  return { size, mimeType: mimeTypeOf(headers), ...shown };
}

interface ShownBody {
  readonly size: number;
  readonly text?: string;
  readonly encoding?: "base64";
  readonly comment?: string;
}

/** Viewers expect a body without its Content-Encoding. */
function shownBody(headers: readonly RawHeader[], { size, text, base64, cut }: CapturedBody): ShownBody {
  const comment = cut ? { comment: `cut: the whole has ${size} bytes` } : {};
  if (text !== undefined) return { size, text, ...comment };
  if (base64 === undefined) return { size, ...comment };
  const encoding = headerOf(headers, "content-encoding") ?? "";
  const plain = unpacked(Buffer.from(base64, "base64"), encoding);
  if (plain === undefined) return { size, text: base64, encoding: "base64", ...comment };
  return { size: plain.length, text: plain.toString("base64"), encoding: "base64", ...comment };
}

function urlOf({ target, headers }: CapturedRequest, scheme: string, { targets }: TraceHeader): string {
  if (/^https?:\/\//i.test(target)) return target;
  const host = headerOf(headers, "host");
  const endpoint = targets[0]?.endpoint;
  const origin = host === undefined && endpoint !== undefined ? new URL(endpoint).origin : undefined;
  return `${origin ?? `${scheme}://${host ?? "localhost"}`}${target}`;
}

function queryOf(target: string): object[] {
  const mark = target.indexOf("?");
  if (mark < 0) return [];
  return target
    .slice(mark + 1)
    .split("&")
    .filter((field) => field !== "")
    .map((field) => {
      const [name = "", ...value] = field.split("=");
      return { name: decoded(name), value: decoded(value.join("=")) };
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function nameAndValue([name, value]: RawHeader): object {
  return { name, value };
}

function mimeTypeOf(headers: readonly RawHeader[]): string {
  return headerOf(headers, "content-type") ?? "application/octet-stream";
}

function headerOf(headers: readonly RawHeader[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
