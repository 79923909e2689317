import { type Head, headerValue, type RawHeader } from "../http/head.ts";
import type { OwnAnswer } from "./settings.ts";

/** An answer of the proxy's own, as bytes, and as its head reads in a trace. */
export function writeAnswer(answer: OwnAnswer, method: string): { bytes: Buffer; head: Head } {
  const body = Buffer.from(answer.body);
  const headers: RawHeader[] = [...answer.headers, ["Content-Length", String(body.length)]];
  const startLine = `HTTP/1.1 ${answer.status} ${answer.reason}`;
  const text = [startLine, ...headers.map(([name, value]) => `${name}: ${value}`), "", ""].join("\r\n");
  const head = { startLine, headers, spans: [], length: text.length };
  return { bytes: method === "HEAD" ? Buffer.from(text) : Buffer.concat([Buffer.from(text), body]), head };
}

/** Says in the answer itself that it is the proxy's, and what went wrong. */
export function explanation(status: number, reason: string, message: string): OwnAnswer {
  return {
    status,
    reason,
    headers: [
      ["X-Touchstone-Error", message.replace(/[^\x20-\x7e]/g, "?")],
      ["Content-Type", "text/plain; charset=utf-8"],
      ["Connection", "close"],
    ],
    body: `touchstone: ${message}\n`,
  };
}

/** Why a request asks for more than HTTP/1.1 that can be passed on; `undefined` for all others. */
export function foreignProtocol(method: string, headers: readonly RawHeader[]): string | undefined {
  if (method === "CONNECT") return "it asks for a tunnel, and this is a proxy for one target alone";
  const wanted = headerValue(headers, "upgrade");
  // Clients of HTTP/2 offer it by the way, and go on with HTTP/1.1 if nobody takes it up.
  if (wanted === undefined || /^h2c?$/i.test(wanted)) return undefined;
  return `it asks to change to ${wanted}, and only HTTP/1.1 is passed on`;
}
