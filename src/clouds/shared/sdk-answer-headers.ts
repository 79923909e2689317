import type { RawHeader } from "../../wire/index.ts";

/** Of these the first counts, and others are dropped. */
const single = new Set([
  "age",
  "authorization",
  "content-length",
  "content-type",
  "etag",
  "expires",
  "from",
  "host",
  "if-modified-since",
  "if-unmodified-since",
  "last-modified",
  "location",
  "max-forwards",
  "proxy-authorization",
  "referer",
  "retry-after",
  "server",
  "user-agent",
]);

/** An answer's headers by their lower-case names, repeated ones as `node:http` gives them to SDKs. */
export function sdkHeaders(headers: readonly RawHeader[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, value] of headers) {
    const lower = name.toLowerCase();
    const before = record[lower];
    if (before === undefined) record[lower] = value;
    else if (!single.has(lower)) record[lower] = before + (lower === "cookie" ? "; " : ", ") + value;
  }
  return record;
}
