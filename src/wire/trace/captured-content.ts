import { isUtf8 } from "node:buffer";
import { withoutChunks } from "./aws-chunks.ts";
import type { CapturedBody } from "./exchange.ts";
import { type Encoding, encodingOf, fold, shownEncoding, unfold } from "./packings.ts";
import type { Redactor, TextOptions } from "./redact.ts";
import { changeWide } from "./wide-text.ts";

export interface ContentOptions extends TextOptions {
  readonly contentEncoding?: string | undefined;
}

type Content = Pick<CapturedBody, "text" | "base64" | "cut">;

/** What cannot be searched is not kept. */
const nothing: Content = { base64: "", cut: true };

/** What is packed may hold something packed, and so on; what goes deeper than this is not kept. */
const depthLimit = 4;

/**
 * A body's bytes as a trace keeps them, without secrets: text if they are UTF-8, base64 otherwise. What is packed, by its
 * Content-Encoding or by the look of it, is searched unpacked, and is cut to nothing where that cannot be done.
 */
export function capturedContent(redactor: Redactor, bytes: Buffer, options: ContentOptions = {}): Content {
  const declared = encodingOf(options.contentEncoding);
  const content =
    contentOfChunks(redactor, bytes, declared, options) ?? contentOf(redactor, bytes, declared, options);
  return options.cut ? { ...content, cut: true } : content;
}

/**
 * Of what is in Amazon's chunks, and not packed: a secret may go on in the next chunk, and then the chunks are not kept.
 * `undefined` for all others, and where there is no secret.
 */
function contentOfChunks(
  redactor: Redactor,
  bytes: Buffer,
  { layers, isChunked }: Encoding,
  options: TextOptions,
): Content | undefined {
  const inner = isChunked && layers.length === 0 ? withoutChunks(bytes) : undefined;
  if (inner === undefined) return undefined;
  const kept = redactBytes(redactor, inner, options);
  if (kept === undefined) return nothing;
  if (kept.equals(inner)) return undefined;
  return isUtf8(kept) ? { text: kept.toString("utf8") } : { base64: kept.toString("base64") };
}

function contentOf(redactor: Redactor, bytes: Buffer, declared: Encoding, options: TextOptions): Content {
  const whole = changeWide(
    options.cut ? withoutTornCharacter(bytes) : bytes,
    (text) => redactor.text(text, options),
    options.cut,
  );
  if (isUtf8(whole)) return { text: redactor.text(whole.toString("utf8"), options) };
  const kept = redactBytes(redactor, bytes, options, declared.layers.length > 0 ? declared : undefined);
  return kept === undefined ? nothing : { base64: kept.toString("base64") };
}

/** The bytes without secrets; `undefined` where they cannot be searched. */
function redactBytes(
  redactor: Redactor,
  bytes: Buffer,
  options: TextOptions,
  encoding: Encoding | undefined = shownEncoding(bytes),
  depth = 0,
): Buffer | undefined {
  if (encoding === undefined) return redactPlain(redactor, bytes, options);
  const inner = unfold(bytes, encoding);
  if (inner === undefined || depth === depthLimit) return undefined;
  const kept = redactBytes(redactor, inner, options, undefined, depth + 1);
  if (kept === undefined) return undefined;
  // What was cut may have more in it than what could be unpacked. Packed anew, it is not put in chunks again.
  if (options.cut || !kept.equals(inner)) return fold(kept, encoding);
  // There is room for words beside what is packed: names in its header, chunks around it, anything behind it.
  return redactPlain(redactor, bytes, options);
}

/** Latin-1 gives every byte a character of its own, and all that marks a secret is ASCII. */
function redactPlain(redactor: Redactor, bytes: Buffer, options: TextOptions): Buffer {
  const redact = (text: string) => redactor.text(text, options);
  return changeWide(Buffer.from(redact(bytes.toString("latin1")), "latin1"), redact, options.cut);
}

/** Without the beginning of a character whose rest was cut off. */
function withoutTornCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    if (byte < 0x80) return bytes;
    if (byte >= 0xc0) return length > back ? bytes.subarray(0, -back) : bytes;
  }
  return bytes;
}
