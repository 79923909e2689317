/** A header as it stood on the wire: the name in its own case, the value without the blanks around it. */
export type RawHeader = readonly [name: string, value: string];

/** The head of a request or an answer, read beside the bytes, which pass as they are. */
export interface Head extends Fields {
  /** `GET /path HTTP/1.1` or `HTTP/1.1 200 OK`. */
  readonly startLine: string;
  /** How many bytes it takes, the empty line included. */
  readonly length: number;
}

/** Headers or trailers, and where the lines of each begin and end in the bytes. */
export interface Fields {
  readonly headers: readonly RawHeader[];
  readonly spans: readonly Span[];
}

type Span = readonly [start: number, end: number];

/**
 * Why a message cannot be passed on without guessing where it ends. It does not quote what it could not read: that may be
 * half a secret, and nobody could tell.
 */
export class FramingError extends Error {
  override readonly name = "FramingError";
}

const headLimit = 256 * 1024;
/** So many bytes of empty lines may stand before a head. */
const emptyLimit = 64;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads a head from the start of the bytes; `undefined` while it is not whole. Bytes are read as Latin-1, one
 * character a byte, so that nothing is lost. A few empty lines before the first one are allowed. Up to `searched` its end
 * is known not to be there.
 */
export function readHead(bytes: Buffer, searched = 0): Head | undefined {
  const start = startOfHead(bytes);
  const end = endOfLines(bytes, start, "a head", searched);
  if (end < 0) return undefined;
  const text = bytes.toString("latin1", 0, end);
  const first = text.indexOf("\n", start) + 1;
  return { startLine: withoutEnd(text, start, first), length: end, ...readFields(text, first) };
}

/** Reads the header lines of a text from a place on, up to the empty line. */
export function readFields(text: string, from: number): Fields {
  const headers: RawHeader[] = [];
  const spans: Span[] = [];
  let start = from;
  while (start < text.length) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    const line = withoutEnd(text, start, end);
    if (line === "") break;
    if (line.startsWith(" ") || line.startsWith("\t")) fold(headers, spans, line, end);
    else {
      headers.push(readField(line));
      spans.push([start, end]);
    }
    start = end;
  }
  return { headers, spans };
}

function readField(line: string): RawHeader {
  const colon = line.indexOf(":");
  if (colon < 1) throw new FramingError("a header line without a name");
  if (line.includes("\r")) throw new FramingError("a header line with a carriage return in it");
  const name = line.slice(0, colon);
  if (!token.test(name)) checkOddName(name);
  return [name, line.slice(colon + 1).trim()];
}

const token = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Names in other scripts pass. What one reader takes for a name and another for none may hide where a message ends:
 * blanks and controls, and whatever reads as one of the framing headers but for its odd characters.
 */
function checkOddName(name: string): void {
  if ([...name].some((character) => character <= " " || character === "\x7f")) {
    throw new FramingError("a header name with a blank or a control character in it");
  }
  if (/^(?:content-length|transfer-encoding)$/i.test(name.replace(/[^\w-]/g, ""))) {
    throw new FramingError("a header name that only resembles Content-Length or Transfer-Encoding");
  }
}

/** A line that begins with a blank goes on with the one before. */
function fold(headers: RawHeader[], spans: Span[], line: string, end: number): void {
  const header = headers.pop();
  const span = spans.pop();
  if (header === undefined || span === undefined) {
    throw new FramingError("a continued header line without one before it");
  }
  headers.push([header[0], `${header[1]} ${line.trim()}`]);
  spans.push([span[0], end]);
}

function withoutEnd(text: string, start: number, end: number): string {
  const feed = text[end - 1] === "\n" ? end - 1 : end;
  return text.slice(start, feed > start && text[feed - 1] === "\r" ? feed - 1 : feed);
}

function startOfHead(bytes: Buffer): number {
  let start = 0;
  while (bytes[start] === carriageReturn || bytes[start] === lineFeed) start++;
  if (start > emptyLimit) throw new FramingError("nothing but empty lines at its beginning");
  return start;
}

/** One past the empty line that ends a head or trailers, or -1; it may stand just at the end of what was searched. */
export function endOfLines(
  bytes: Buffer,
  start: number,
  what: "a head" | "trailers",
  searched: number,
): number {
  const end = emptyLine(bytes, Math.max(start, searched - 2));
  if ((end < 0 ? bytes.length : end) > headLimit) {
    throw new FramingError(`${what} of more than ${headLimit} bytes`);
  }
  return end;
}

function emptyLine(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(lineFeed, from);
  while (at >= 0) {
    const next = bytes[at + 1];
    if (next === lineFeed) return at + 2;
    if (next === carriageReturn && bytes[at + 2] === lineFeed) return at + 3;
    at = bytes.indexOf(lineFeed, at + 1);
  }
  return -1;
}

/** The value of the first header of that name, given in lower case. */
export function headerValue(headers: readonly RawHeader[], name: string): string | undefined {
  return headers.find(([own]) => own.length === name.length && own.toLowerCase() === name)?.[1];
}

/** The values of all headers of that name, given in lower case. */
export function headerValues(headers: readonly RawHeader[], name: string): string[] {
  return headers
    .filter(([own]) => own.length === name.length && own.toLowerCase() === name)
    .map(([, value]) => value);
}
