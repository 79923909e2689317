import { isUtf8 } from "node:buffer";
import type { CallResult } from "../../clouds/index.ts";
import type { Side } from "./side.ts";
import type { MadeCall } from "./unanswered-calls.ts";

type Redact = (text: string) => string;

/** A text without secrets; one that was cut may end in the middle of one. */
export function redactedText(text: string, by: Pick<Side, "redact">): string;
/** The same where there may be none. */
export function redactedText(text: string | null, by: Pick<Side, "redact">): string | null;
export function redactedText(text: string | null, by: Pick<Side, "redact">): string | null {
  if (text === null) return null;
  return text.endsWith(cut) ? `${by.redact(text.slice(0, -cut.length), true)}${cut}` : by.redact(text);
}

/** At the end of a text that was cut. */
const cut = "…";

/** A call without secrets in what it was given. */
export function redactedCall({ input, ...call }: MadeCall, redact: Redact): MadeCall {
  const parts = Object.entries(input).map(([name, part]) => [name, redactedValue(part, redact)]);
  return { ...call, input: Object.fromEntries(parts) };
}

/** An answer without secrets in what it says in words; the rest is compared as it is, and redacted before it is told. */
export function redactedResult(result: CallResult, redact: Redact): CallResult {
  if (result.kind !== "answered") return { ...result, message: redact(result.message) };
  const { code, message, complaint } = result;
  return {
    ...result,
    ...(code !== undefined && { code: redact(code) }),
    ...(message !== undefined && { message: redact(message) }),
    ...(complaint !== undefined && { complaint: redact(complaint) }),
  };
}

function redactedValue(value: unknown, redact: Redact): unknown {
  if (typeof value === "string") return redact(value);
  if (value instanceof Uint8Array) return redactedBytes(value, redact);
  if (Array.isArray(value)) return value.map((item: unknown) => redactedValue(item, redact));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, redactedValue(part, redact)]));
}

/** What is no text is left as it is. */
function redactedBytes(bytes: Uint8Array, redact: Redact): Uint8Array {
  if (!isUtf8(bytes)) return bytes;
  const text = Buffer.from(bytes).toString("utf8");
  const kept = redact(text);
  return kept === text ? bytes : new Uint8Array(Buffer.from(kept));
}
