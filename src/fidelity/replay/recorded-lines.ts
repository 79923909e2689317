import type { RawHeader } from "../../wire/index.ts";
import { asShown, attributed, type Unattributed } from "./credentials.ts";
import { dateIn, headerOf } from "./headers.ts";
import { recordedBody } from "./recorded-body.ts";
import type { Recording } from "./recording.ts";

/** A line that is a recording. */
export interface RecordingLine {
  readonly recording: string;
  readonly exchanges: readonly LineExchange[];
}

interface LineExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders?: Headers;
  readonly requestBody?: unknown;
  /** Nobody's credentials: told in lines of ours, where no other has none. */
  readonly isAnonymous?: boolean;
  readonly status?: number;
  readonly responseHeaders?: Headers;
  readonly responseBody?: unknown;
}

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** Reads a line's value; a text that says what is wrong with it. */
export function recordingLineOf(value: unknown): RecordingLine | string {
  const { recording, exchanges } = (value ?? {}) as Partial<RecordingLine>;
  if (typeof recording !== "string" || !Array.isArray(exchanges)) return "it is no {recording, exchanges}";
  const flawed = exchanges.findIndex((exchange) => !isLineExchange(exchange));
  return flawed < 0 ? { recording, exchanges } : `exchange ${flawed + 1} has no method and url`;
}

function isLineExchange(value: unknown): value is LineExchange {
  const { method, url } = (value ?? {}) as Partial<LineExchange>;
  return typeof method === "string" && typeof url === "string";
}

export function recordingOfLine({ recording, exchanges }: RecordingLine): Recording {
  const read = exchanges.map(exchangeOf);
  const isTold = exchanges.some(({ isAnonymous }) => isAnonymous === true);
  return {
    name: recording,
    exchanges: isTold
      ? read.map((one, at) => asShown(one, exchanges[at]?.isAnonymous === true ? "none" : "taken out"))
      : attributed(read),
  };
}

function exchangeOf(line: LineExchange): Unattributed {
  const headers = pairsOf(line.requestHeaders);
  const answered = pairsOf(line.responseHeaders);
  const at = dateIn(headerOf(headers, "x-ms-date") ?? headerOf(headers, "x-amz-date"));
  return {
    method: line.method,
    url: line.url,
    headers,
    body: recordedBody(line.requestBody, headers),
    at: at ?? dateIn(headerOf(headers, "date") ?? headerOf(answered, "date")),
    // Who writes 0 had no answer, as in HTTP archives.
    ...(typeof line.status === "number" &&
      line.status > 0 && {
        answer: {
          status: line.status,
          headers: answered,
          body: recordedBody(line.responseBody, answered),
        },
      }),
  };
}

function pairsOf(headers: Headers = {}): RawHeader[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === "object" ? value : [value]).map((one): RawHeader => [name, String(one)]),
  );
}
