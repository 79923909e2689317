import { isUtf8 } from "node:buffer";
import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
  zstdCompressSync,
  zstdDecompressSync,
} from "node:zlib";
import { withoutChunks } from "./aws-chunks.ts";
import type { CapturedBody } from "./exchange.ts";
import type { Redactor, TextOptions } from "./redact.ts";

export interface ContentOptions extends TextOptions {
  readonly contentEncoding?: string | undefined;
}

/** What is packed may unfold to any size; beyond this it cannot be searched for secrets, and is not kept. */
const unpackedLimit = 32 * 1024 * 1024;

interface Packing {
  readonly unpack: (bytes: Buffer, limit: number) => Buffer;
  readonly pack: (bytes: Buffer) => Buffer;
}

const zlib = (limit: number) => ({ maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });

/** By Content-Encoding. What was cut is unpacked as far as it goes. */
const packings: Readonly<Record<string, Packing>> = {
  gzip: { unpack: (bytes, limit) => gunzipSync(bytes, zlib(limit)), pack: (bytes) => gzipSync(bytes) },
  deflate: { unpack: (bytes, limit) => inflateSync(bytes, zlib(limit)), pack: (bytes) => deflateSync(bytes) },
  br: {
    unpack: (bytes, limit) =>
      brotliDecompressSync(bytes, {
        maxOutputLength: limit,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      }),
    pack: (bytes) => brotliCompressSync(bytes),
  },
  zstd: {
    unpack: (bytes, limit) =>
      zstdDecompressSync(bytes, { maxOutputLength: limit, finishFlush: constants.ZSTD_e_flush }),
    pack: (bytes) => zstdCompressSync(bytes),
  },
};

type Content = Pick<CapturedBody, "text" | "base64" | "cut">;

/**
 * A body's bytes as a trace keeps them, without secrets: text if they are UTF-8, base64 otherwise. What is packed by its
 * Content-Encoding is searched unpacked, and is cut to nothing where that cannot be done.
 */
export function capturedContent(redactor: Redactor, bytes: Buffer, options: ContentOptions = {}): Content {
  const whole = options.cut ? withoutTornCharacter(bytes) : bytes;
  const cut = options.cut ? ({ cut: true } as const) : {};
  if (isUtf8(whole)) return { text: redactor.text(whole.toString("utf8"), options), ...cut };
  const { layers, isChunked } = encodingOf(options.contentEncoding);
  if (layers.length > 0) return { ...packedContent(redactor, bytes, layers, isChunked, options), ...cut };
  return { base64: redactBytes(redactor, bytes, options).toString("base64"), ...cut };
}

/** The bytes of a body as its Content-Encoding unfolds to; `undefined` if they do not. */
export function unpacked(bytes: Buffer, contentEncoding: string, limit = unpackedLimit): Buffer | undefined {
  const { layers, isChunked } = encodingOf(contentEncoding);
  return layers.length === 0 ? undefined : unfolded(bytes, layers, isChunked, limit);
}

interface Encoding {
  /** As they were put on, the innermost first. */
  readonly layers: readonly Packing[];
  /** Amazon's own framing may lie around them. */
  readonly isChunked: boolean;
}

/** Reads a Content-Encoding; what is no packing is passed over, since clients write anything there. */
function encodingOf(header = ""): Encoding {
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  const layers = names.flatMap((name) => packings[name.replace(/^x-/, "")] ?? []);
  return { layers, isChunked: names.includes("aws-chunked") };
}

function unfolded(
  bytes: Buffer,
  layers: readonly Packing[],
  isChunked: boolean,
  limit: number,
): Buffer | undefined {
  try {
    // A stored object's header still says so when its bytes are no longer in chunks.
    const packed = (isChunked ? withoutChunks(bytes) : undefined) ?? bytes;
    return layers.reduceRight((rest, { unpack }) => unpack(rest, limit), packed);
  } catch {
    return undefined;
  }
}

/** Where a secret was taken out, it is packed anew, and not put in chunks again. */
function packedContent(
  redactor: Redactor,
  bytes: Buffer,
  layers: readonly Packing[],
  isChunked: boolean,
  options: TextOptions,
): Content {
  const plain = unfolded(bytes, layers, isChunked, unpackedLimit);
  if (plain === undefined) return { base64: "", cut: true };
  const kept = redactBytes(redactor, plain, options);
  if (!kept.equals(plain)) {
    return { base64: layers.reduce((inner, { pack }) => pack(inner), kept).toString("base64") };
  }
  const asItWas = isChunked ? redactBytes(redactor, bytes, options) : bytes;
  return { base64: asItWas.toString("base64") };
}

/** Latin-1 gives every byte a character of its own, and all that marks a secret is ASCII. */
function redactBytes(redactor: Redactor, bytes: Buffer, options: TextOptions): Buffer {
  return Buffer.from(redactor.text(bytes.toString("latin1"), options), "latin1");
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
