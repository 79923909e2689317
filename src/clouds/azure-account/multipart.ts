import type { RawHeader } from "../../wire/index.ts";

/** A request or an answer inside a batch. */
export interface InnerMessage {
  readonly startLine: string;
  readonly headers: readonly RawHeader[];
  readonly body: string;
}

type Change = (message: InnerMessage) => InnerMessage | Promise<InnerMessage>;

/** The boundary that a content type names. */
export function boundaryOf(contentType: string | undefined): string | undefined {
  return /multipart\/mixed\s*;.*?boundary="?([^";]+)"?/is.exec(contentType ?? "")?.[1]?.trim();
}

/**
 * Changes every message in a multipart text, also in parts of parts (change sets); what is not changed stays as
 * it is.
 */
export async function mapMessages(text: string, boundary: string, change: Change): Promise<string> {
  const delimiter = new RegExp(`((?:^|\\r?\\n)--${RegExp.escape(boundary)}(?:--)?[ \\t]*(?=\\r?\\n|$))`);
  const pieces = text.split(delimiter);
  const changed: string[] = [];
  for (const [at, piece] of pieces.entries()) {
    const isPart = at % 2 === 0 && at > 0 && pieces[at - 1]?.trimEnd().endsWith("--") === false;
    changed.push(isPart ? await mapPart(piece, change) : piece);
  }
  return changed.join("");
}

async function mapPart(part: string, change: Change): Promise<string> {
  const { head, gap, rest } = splitHead(part.replace(/^\r?\n/, ""));
  const start = part.slice(0, part.length - head.length - gap.length - rest.length);
  const type = /^content-type:(.*)$/im.exec(head)?.[1];
  const nested = boundaryOf(type);
  if (nested !== undefined) return start + head + gap + (await mapMessages(rest, nested, change));
  if (!/application\/http/i.test(type ?? "")) return part;
  return start + head + gap + (await mapMessage(rest, change));
}

async function mapMessage(text: string, change: Change): Promise<string> {
  const { head, gap, rest } = splitHead(text);
  const end = head.includes("\r\n") || gap.includes("\r\n") ? "\r\n" : "\n";
  const [startLine = "", ...lines] = head.split(/\r?\n/);
  const headers = lines.filter((line) => line.includes(":")).map(readLine);
  const changed = await change({ startLine, headers, body: rest });
  const written = [changed.startLine, ...changed.headers.map(([name, value]) => `${name}: ${value}`)];
  return written.join(end) + gap + changed.body;
}

function readLine(line: string): RawHeader {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** A head, the empty line behind it, and the rest; where the next boundary is the end, there may be no empty line. */
function splitHead(text: string): { head: string; gap: string; rest: string } {
  const found = /\r?\n\r?\n/.exec(text);
  if (found !== null) {
    return {
      head: text.slice(0, found.index),
      gap: found[0],
      rest: text.slice(found.index + found[0].length),
    };
  }
  const head = text.replace(/(?:\r?\n)+$/, "");
  return { head, gap: text.slice(head.length), rest: "" };
}
