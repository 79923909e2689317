import { isUtf8 } from "node:buffer";
import { type RawHeader, Redactor } from "../../wire/index.ts";
import type { WrittenExchange } from "../findings/finding.ts";
import { dropHeaders, headerOf, setHeader } from "./headers.ts";
import type { RecordedExchange } from "./recording.ts";
import { redactedBody } from "./redacted-body.ts";

const redactor = new Redactor();

/** Writes an exchange down, without secrets. */
export function writtenExchange(exchange: RecordedExchange): WrittenExchange {
  const { method, url, headers, body, at, answer, credentials } = exchange;
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
    ...(credentials === "none" && { isAnonymous: true as const }),
    ...(answer !== undefined && { status: answer.status }),
    ...(given !== undefined && { responseHeaders: byName(given.headers), responseBody: given.body }),
  };
}

/** Headers that are new each time, or are about the connection, or about who asks and who answers. */
const unsaying = [
  "accept-encoding",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "amz-sdk-invocation-id",
  "amz-sdk-request",
  "connection",
  "keep-alive",
  "server",
  "transfer-encoding",
  "user-agent",
  "vary",
  "x-amz-id-2",
  "x-amz-request-id",
  "x-amz-user-agent",
  "x-amzn-requestid",
  "x-ms-client-request-id",
  "x-ms-request-id",
  "x-ms-return-client-request-id",
] as const;

/** Bytes are base64; the declared length tells them from text that looks the same. */
function written(
  headers: readonly RawHeader[],
  body: Buffer,
): { headers: readonly RawHeader[]; body: string | null } {
  const kept = dropHeaders(redactor.headers(headers), ...unsaying);
  if (body.length === 0) return { headers: kept, body: null };
  const contentType = headerOf(headers, "content-type");
  const safe = redactedBody(body, headers, {
    redact: (text) => redactor.text(text, { contentType }),
    redactBytes: (bytes) => bytes,
  });
  return {
    headers: setHeader(kept, "Content-Length", String(safe.length)),
    body: safe.toString(isUtf8(safe) ? "utf8" : "base64"),
  };
}

function byName(headers: readonly RawHeader[]): WrittenExchange["requestHeaders"] {
  const names = Map.groupBy(headers, ([name]) => name);
  const fields = [...names].map(([name, same]): [string, string | string[]] => {
    const values = same.map(([, value]) => value);
    return [name, values.length === 1 ? (values[0] ?? "") : values];
  });
  return Object.fromEntries(fields);
}
