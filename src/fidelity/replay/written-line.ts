import { isUtf8 } from "node:buffer";
import { type RawHeader, Redactor } from "../../wire/index.ts";
import { headerOf, setHeader } from "./headers.ts";
import type { RecordedExchange } from "./recording.ts";

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** An exchange as it stands in a line of a recording: `{recording, exchanges}` of these can be replayed. */
export interface WrittenExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Headers;
  readonly requestBody: string | null;
  readonly status?: number;
  readonly responseHeaders?: Headers;
  readonly responseBody?: string | null;
}

const redactor = new Redactor();

/** Writes an exchange down, without secrets. */
export function writtenExchange({
  method,
  url,
  headers,
  body,
  at,
  answer,
}: RecordedExchange): WrittenExchange {
  const asked = written(headers, body);
  const given = answer === undefined ? undefined : written(answer.headers, answer.body);
  const isDated = [...headers, ...(answer?.headers ?? [])].some(([name]) =>
    /^(?:x-(?:ms|amz)-)?date$/i.test(name),
  );
  return {
    method,
    url: redactor.target(url),
    requestHeaders: byName(
      isDated || at === undefined ? asked.headers : setHeader(asked.headers, "Date", at.toUTCString()),
    ),
    requestBody: asked.body,
    ...(answer !== undefined && { status: answer.status }),
    ...(given !== undefined && { responseHeaders: byName(given.headers), responseBody: given.body }),
  };
}

/** Bytes are base64; the declared length tells them from text that looks the same. */
function written(
  headers: readonly RawHeader[],
  body: Buffer,
): { headers: readonly RawHeader[]; body: string | null } {
  const kept = redactor.headers(headers);
  if (body.length === 0) return { headers: kept, body: null };
  const contentType = headerOf(headers, "content-type");
  const text = isUtf8(body) ? redactor.text(body.toString("utf8"), { contentType }) : body.toString("base64");
  const length = isUtf8(body) ? Buffer.byteLength(text) : body.length;
  return { headers: setHeader(kept, "Content-Length", String(length)), body: text };
}

function byName(headers: readonly RawHeader[]): Headers {
  const names = Map.groupBy(headers, ([name]) => name);
  const fields = [...names].map(([name, same]): [string, string | string[]] => {
    const values = same.map(([, value]) => value);
    return [name, values.length === 1 ? (values[0] ?? "") : values];
  });
  return Object.fromEntries(fields);
}
