import { maxHeaderSize } from "node:http";
import { FramingError, type Head, headerValues } from "../http/head.ts";

/** The first line of an answer. */
export interface StatusLine {
  readonly minor: number;
  readonly status: number;
  readonly reason: string;
}

const statusLine = /^HTTP\/1\.([01]) (\d{3})(?: (.*))?$/;
const token = /^[\w!#$%&'*+.^`|~-]+$/;
const strange = /[^\t\x20-\x7e\x80-\xff]/;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Reads the first line, and refuses heads that `node:http` would refuse: SDKs would not have had their answer either. */
export function readStrictly(head: Head, raw: Buffer): StatusLine {
  const [, minor, status, reason = ""] = statusLine.exec(head.startLine) ?? [];
  if (minor === undefined || status === undefined) throw new FramingError("a first line that is no status");
  if (head.length > maxHeaderSize) throw new FramingError(`a head of more than ${maxHeaderSize} bytes`);
  // Its first line and the empty one.
  if (linesIn(raw) !== head.headers.length + 2)
    throw new FramingError("a header line that goes on in the next");
  for (const [name, value] of head.headers) {
    if (!token.test(name)) throw new FramingError("a header name that is no token");
    if (strange.test(value)) throw new FramingError("a header value with a control character in it");
  }
  return { minor: Number(minor), status: Number(status), reason };
}

/** How many lines there are, each with both characters at its end; empty ones before the first do not count. */
function linesIn(raw: Buffer): number {
  let from = 0;
  while (raw[from] === carriageReturn || raw[from] === lineFeed) from++;
  let lines = 0;
  for (let at = raw.indexOf(lineFeed, from); at >= 0; at = raw.indexOf(lineFeed, at + 1)) {
    checkLine(raw, at);
    lines++;
  }
  return lines;
}

/** Lines end with both characters. */
export function checkLine(bytes: Buffer, feed: number = bytes.length - 1): void {
  if (bytes[feed - 1] === carriageReturn) return;
  throw new FramingError("a line that ends without a carriage return");
}

/** Whether the connection is good for another request, by what the answer says. */
export function keepsConnection({ headers }: Head, minor: number): boolean {
  const said = headerValues(headers, "connection").join(",");
  if (/\bclose\b/i.test(said)) return false;
  return minor === 1 || /\bkeep-alive\b/i.test(said);
}

/** A server that would close an idle connection is not taken at its last second. */
const margin = 1_000;

/** Milliseconds for which the server keeps an idle connection, less a margin; no end where it says nothing. */
export function keptFor({ headers }: Head): number {
  const [, seconds] = /\btimeout=(\d+)/.exec(headerValues(headers, "keep-alive").join(",")) ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1000 - margin;
}
