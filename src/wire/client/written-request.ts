import { validateHeaderName, validateHeaderValue } from "node:http";
import type { ClientRequest } from "./request.ts";

/** A request as bytes or text for the wire. */
export interface WrittenRequest {
  readonly method: string;
  readonly head: string;
  readonly body: string | Uint8Array;
  /** Whether the request itself asks for the connection to be kept. */
  readonly isKept: boolean;
}

/** Requests by these have no body unless they say how long it is. */
const bare = new Set(["GET", "HEAD", "DELETE", "OPTIONS", "TRACE", "CONNECT"]);
const unescaped = /[^\u0021-\u00ff]/;
const token = /^[\w!#$%&'*+.^`|~-]+$/;

/** Writes a request, or refuses it with the errors by which `node:http` refuses to send one. */
export function writtenRequest(request: ClientRequest, host: string): WrittenRequest {
  const { target, headers, body = "" } = request;
  const method = request.method.toUpperCase();
  if (!token.test(method))
    throw refusal("ERR_INVALID_HTTP_TOKEN", `Method must be a valid HTTP token ["${method}"]`);
  if (unescaped.test(target)) {
    throw refusal("ERR_UNESCAPED_CHARACTERS", "Request path contains unescaped characters");
  }
  let head = `${method} ${target} HTTP/1.1\r\n`;
  const said: Said = { host: undefined, connection: undefined, length: undefined, encoding: undefined };
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    head += `${name}: ${value}\r\n`;
    note(said, name, value);
  }
  if (said.host === undefined) head += `Host: ${host}\r\n`;
  if (said.connection === undefined) head += "Connection: keep-alive\r\n";
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.length;
  if (said.length === undefined && said.encoding === undefined && (length > 0 || !bare.has(method))) {
    head += `Content-Length: ${length}\r\n`;
  }
  const isChunked = said.encoding !== undefined && /chunked/i.test(said.encoding);
  return {
    method,
    head: `${head}\r\n`,
    body: isChunked ? inOneChunk(body) : body,
    isKept: isWhole(said, length) && (said.connection === undefined || !/\bclose\b/i.test(said.connection)),
  };
}

/** Whether a body is as long as is said: the rest of a longer one would be taken for the next request. */
function isWhole({ length: said, encoding }: Said, length: number): boolean {
  return said === undefined || encoding !== undefined || Number(said) === length;
}

/** What the headers say about the connection and the message's end. */
interface Said {
  host: string | undefined;
  connection: string | undefined;
  length: string | undefined;
  encoding: string | undefined;
}

const saying: Readonly<Record<string, keyof Said>> = {
  host: "host",
  connection: "connection",
  "content-length": "length",
  "transfer-encoding": "encoding",
};

/** Most names are told by their length alone. */
const sayingLengths = new Set(Object.keys(saying).map((name) => name.length));

function note(said: Said, name: string, value: string): void {
  if (!sayingLengths.has(name.length)) return;
  const what = saying[name.toLowerCase()];
  if (what !== undefined) said[what] = value;
}

function inOneChunk(body: string | Uint8Array): Uint8Array {
  const bytes = Buffer.from(body);
  const last = "0\r\n\r\n";
  if (bytes.length === 0) return Buffer.from(last);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from(`\r\n${last}`)]);
}

function refusal(code: string, message: string): TypeError {
  return Object.assign(new TypeError(message), { code });
}
