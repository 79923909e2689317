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
  const packing = packings[options.contentEncoding?.trim().toLowerCase() ?? ""];
  if (packing !== undefined) return { ...packedContent(redactor, bytes, packing, options), ...cut };
  return { base64: redactBytes(redactor, bytes, options).toString("base64"), ...cut };
}

/** The bytes of a body as its Content-Encoding unfolds to; `undefined` if they do not. */
export function unpacked(bytes: Buffer, contentEncoding: string, limit = unpackedLimit): Buffer | undefined {
  try {
    return packings[contentEncoding.trim().toLowerCase()]?.unpack(bytes, limit);
  } catch {
    return undefined;
  }
}

function packedContent(
  redactor: Redactor,
  bytes: Buffer,
  { unpack, pack }: Packing,
  options: TextOptions,
): Content {
  let plain: Buffer;
  try {
    plain = unpack(bytes, unpackedLimit);
  } catch {
    return { base64: "", cut: true };
  }
  const kept = redactBytes(redactor, plain, options);
  return { base64: (kept.equals(plain) ? bytes : pack(kept)).toString("base64") };
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
