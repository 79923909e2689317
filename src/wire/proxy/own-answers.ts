import { headerValue, type RawHeader } from "../http/head.ts";
import type { OwnAnswer } from "./settings.ts";

/** How long a client may be silent after an answer of the proxy's own, as servers of Node say it. */
export const keepAlive: readonly RawHeader[] = [
  ["Connection", "keep-alive"],
  ["Keep-Alive", "timeout=5"],
];

/** An answer of the proxy's own as bytes. */
export function writeAnswer({ status, reason, headers, body }: OwnAnswer, method: string): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = Buffer.from(`HTTP/1.1 ${status} ${reason}\r\n${lines}\r\n`, "latin1");
  return method === "HEAD" ? head : Buffer.concat([head, body]);
}

/** Says in the answer itself that it is the proxy's, and what went wrong. */
export function explanation(status: number, reason: string, message: string): OwnAnswer {
  const body = Buffer.from(`touchstone: ${message}\n`);
  return {
    status,
    reason,
    headers: [
      ["X-Touchstone-Error", message.replace(/[^\x20-\x7e]/g, "?")],
      ["Content-Type", "text/plain; charset=utf-8"],
      ["Content-Length", String(body.length)],
      ["Connection", "close"],
    ],
    body,
  };
}

/** Why a request asks for more than HTTP/1.1 that can be passed on; `undefined` for all others. */
export function foreignProtocol(method: string, headers: readonly RawHeader[]): string | undefined {
  if (method === "CONNECT")
    return "the request asks for a tunnel, but this proxy stands before one target alone";
  if (method === "PRI") return "the request begins HTTP/2, but only HTTP/1.1 is passed on";
  const wanted = headerValue(headers, "upgrade");
  // Clients of HTTP/2 offer it by the way, and go on with HTTP/1.1 if nobody takes it up.
  if (wanted === undefined || /^h2c?$/i.test(wanted)) return undefined;
  return `the request asks to change to ${wanted}, but only HTTP/1.1 is passed on`;
}
