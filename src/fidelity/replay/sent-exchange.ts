import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import type { ServiceName } from "../../clouds/index.ts";
import type { CapturedBody, Exchange, RawHeader, SentRequest } from "../../wire/index.ts";
import type { OwnWords } from "../oracle/own-words.ts";
import type { LiveAnswer } from "./target-link.ts";

/** A request that was sent, and what came of it. */
export interface PerformedExchange {
  /** Its place in the recording. */
  readonly index: number;
  readonly service: ServiceName;
  readonly operation: string;
  readonly sent: SentRequest;
  readonly answer: LiveAnswer | undefined;
}

/** What was performed, as a trace would have it: others judge it by that. */
export function sentExchange({ index, service, operation, sent, answer }: PerformedExchange): Exchange {
  const { method, target, headers, body } = sent;
  return {
    id: index + 1,
    at: new Date().toISOString(),
    ms: 0,
    connection: 1,
    scheme: "http",
    by: { tier: 4 },
    service,
    operation,
    request: { method, target, headers, body: captured(body) },
    ...(answer !== undefined && {
      response: { status: answer.status, reason: "", headers: answer.headers, body: captured(answer.body) },
    }),
    outcome: answer === undefined ? "upstream-failed" : "complete",
  };
}

/** An exchange whose answer can be compared with another target's: without what is the target's own. */
export function comparableExchange(exchange: Exchange, words: OwnWords): Exchange {
  const { response } = exchange;
  if (response === undefined) return exchange;
  const headers = response.headers.map(([name, value]): RawHeader => [name, words(value)]);
  const { text } = response.body ?? {};
  const body = response.body && { ...response.body, ...(text !== undefined && { text: words(text) }) };
  return { ...exchange, response: { ...response, headers, ...(body !== undefined && { body }) } };
}

function captured(body: Buffer = Buffer.alloc(0)): CapturedBody {
  const content = isUtf8(body) ? { text: body.toString("utf8") } : { base64: body.toString("base64") };
  return { size: body.length, sha256: createHash("sha256").update(body).digest("hex"), ...content };
}
