/** A header as it stood on the wire: the name in its own case, the value without the blanks around it. */
export type RawHeader = readonly [name: string, value: string];

/** The head of a request or an answer, read beside the bytes, which pass as they are. */
export interface Head {
  /** `GET /path HTTP/1.1` or `HTTP/1.1 200 OK`. */
  readonly startLine: string;
  readonly headers: readonly RawHeader[];
  /** How many bytes it takes, the empty line included. */
  readonly length: number;
  /** Where each header's lines begin and end in those bytes. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** Why a message cannot be passed on without guessing where it ends. */
export class FramingError extends Error {
  override readonly name = "FramingError";
}

const headLimit = 256 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Reads a head from the start of the bytes; `undefined` while it is not whole. Bytes are read as Latin-1, one
 * character a byte, so that nothing is lost.
 */
export function readHead(bytes: Buffer): Head | undefined {
  const end = endOfHead(bytes);
  if (end < 0) {
    if (bytes.length > headLimit) throw new FramingError(`a head of more than ${headLimit} bytes`);
    return undefined;
  }
  const text = bytes.toString("latin1", 0, end);
  const lines = linesOf(text);
  const [first, ...rest] = lines;
  const headers: RawHeader[] = [];
  const spans: (readonly [number, number])[] = [];
  for (const { start, stop, content } of rest) {
    if (content === "") continue;
    const folded = content.startsWith(" ") || content.startsWith("\t");
    const previous = headers.at(-1);
    const span = spans.at(-1);
    if (folded && previous !== undefined && span !== undefined) {
      headers[headers.length - 1] = [previous[0], `${previous[1]} ${content.trim()}`];
      spans[spans.length - 1] = [span[0], stop];
      continue;
    }
    const colon = content.indexOf(":");
    if (colon < 1)
      throw new FramingError(`a header line without a name: ${JSON.stringify(content.slice(0, 60))}`);
    headers.push([content.slice(0, colon), content.slice(colon + 1).trim()]);
    spans.push([start, stop]);
  }
  return { startLine: first?.content ?? "", headers, length: end, spans };
}

/** One past the empty line that ends a head, or -1. */
function endOfHead(bytes: Buffer): number {
  let at = bytes.indexOf(lineFeed);
  while (at >= 0) {
    const next = bytes[at + 1];
    if (next === lineFeed) return at + 2;
    if (next === carriageReturn && bytes[at + 2] === lineFeed) return at + 3;
    at = bytes.indexOf(lineFeed, at + 1);
  }
  return -1;
}

interface Line {
  readonly start: number;
  readonly stop: number;
  readonly content: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf("\n", start);
    const stop = feed < 0 ? text.length : feed + 1;
    lines.push({ start, stop, content: text.slice(start, stop).replace(/\r?\n$/, "") });
    start = stop;
  }
  return lines;
}
