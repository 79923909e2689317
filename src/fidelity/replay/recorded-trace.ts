import type { CapturedBody, Exchange, Trace } from "../../wire/index.ts";
import { asShown, type Unattributed } from "./credentials.ts";
import { headerOf } from "./headers.ts";
import type { Recording } from "./recording.ts";

/**
 * The recordings of a trace. Tests of one file share what its set-up made, so that a file is one recording, in the order
 * in which its requests began; what belongs to no file is another.
 */
export async function* recordingsOfTrace(trace: Trace, file: string): AsyncGenerator<Recording> {
  const byFile = new Map<string, Exchange[]>();
  for await (const exchange of trace) {
    const name = exchange.by.file ?? exchange.by.process ?? file;
    const own = byFile.get(name) ?? [];
    own.push(exchange);
    byFile.set(name, own);
  }
  const origin = originOf(trace);
  for (const [name, exchanges] of byFile) {
    const inOrder = exchanges.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
    yield {
      name,
      exchanges: inOrder.map((exchange) => asShown(recordedExchange(exchange, origin), "none")),
    };
  }
}

function originOf({ header }: Trace): string | undefined {
  const endpoint = header.targets[0]?.endpoint;
  return endpoint === undefined ? undefined : new URL(endpoint).origin;
}

function recordedExchange(exchange: Exchange, origin: string | undefined): Unattributed {
  const { request, response, scheme, at, by, sentTo } = exchange;
  const host = headerOf(request.headers, "host");
  const server = host === undefined ? (origin ?? "http://localhost") : `${scheme}://${host}`;
  const flaw = flawOf(exchange);
  return {
    method: request.method,
    url: /^https?:\/\//i.test(request.target) ? request.target : server + request.target,
    headers: request.headers,
    body: bytesOf(request.body),
    at: new Date(at),
    ...(response !== undefined && {
      answer: { status: response.status, headers: response.headers, body: bytesOf(response.body) },
    }),
    ...(flaw !== undefined && { flaw }),
    ...(sentTo !== undefined && { sentTo }),
    ...(by.test !== undefined && { test: by.test }),
  };
}

function flawOf({ request, outcome, fault }: Exchange): string | undefined {
  if (fault !== undefined) return "its answer was a planned fault";
  if (outcome !== "complete") return "it did not complete when it was recorded";
  return request.body?.cut ? "its body was not recorded whole" : undefined;
}

function bytesOf(body: CapturedBody | undefined): Buffer {
  return body?.text === undefined ? Buffer.from(body?.base64 ?? "", "base64") : Buffer.from(body.text);
}
