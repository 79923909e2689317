import type { RawHeader } from "../../wire/index.ts";
import { headerOf } from "./headers.ts";

/** Not by groups of four, which a long text has too many of for an expression. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

/**
 * A body as recorders write it into JSON: text, lines of text, base64, or the document itself. Its declared length says
 * which where a text could be both; where that fails, its type does.
 */
export function recordedBody(value: unknown, headers: readonly RawHeader[]): Buffer {
  if (value === null || value === undefined) return Buffer.alloc(0);
  if (typeof value === "string") return textOrBase64(value, headers);
  if (Array.isArray(value) && value.every((line) => typeof line === "string"))
    return Buffer.from(value.join(""));
  return Buffer.from(JSON.stringify(value));
}

function textOrBase64(value: string, headers: readonly RawHeader[]): Buffer {
  const text = Buffer.from(value);
  if (!isBase64(value)) return text;
  const decoded = Buffer.from(value, "base64");
  const declared = headerOf(headers, "content-length");
  if (declared === String(text.length)) return text;
  if (declared === String(decoded.length)) return decoded;
  return /xml|json|text/i.test(headerOf(headers, "content-type") ?? "") ? text : decoded;
}

/** JSON whose numbers keep their spelling: a service may tell `3.0` from `3`. */
export function parseExactly(line: string): unknown {
  return JSON.parse(line, (_key: string, value: unknown, context?: { readonly source?: string }) =>
    typeof value === "number" && context?.source !== undefined && String(value) !== context.source
      ? rawJson(context.source)
      : value,
  );
}

function rawJson(source: string): unknown {
  return (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(source);
}
