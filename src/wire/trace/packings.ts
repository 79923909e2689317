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

/** What is packed may unfold to any size; beyond this it cannot be searched for secrets, and is not kept. */
const unpackedLimit = 32 * 1024 * 1024;

/** A way of packing; what was cut is unpacked as far as it goes. */
interface Packing {
  readonly unpack: (bytes: Buffer, limit: number) => Buffer;
  readonly pack: (bytes: Buffer) => Buffer;
}

const zlib = (limit: number) => ({ maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });

const gzip: Packing = {
  unpack: (bytes, limit) => gunzipSync(bytes, zlib(limit)),
  pack: (bytes) => gzipSync(bytes),
};
const zstd: Packing = {
  unpack: (bytes, limit) =>
    zstdDecompressSync(bytes, { maxOutputLength: limit, finishFlush: constants.ZSTD_e_flush }),
  pack: (bytes) => zstdCompressSync(bytes),
};

/** By Content-Encoding. */
const packings: Readonly<Record<string, Packing>> = {
  gzip,
  zstd,
  deflate: { unpack: (bytes, limit) => inflateSync(bytes, zlib(limit)), pack: (bytes) => deflateSync(bytes) },
  br: {
    unpack: (bytes, limit) =>
      brotliDecompressSync(bytes, {
        maxOutputLength: limit,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      }),
    pack: (bytes) => brotliCompressSync(bytes),
  },
};

/** The packings that are known by their first bytes, also where no header tells. */
const signatures: readonly (readonly [Buffer, Packing])[] = [
  [Buffer.from([0x1f, 0x8b, 0x08]), gzip],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), zstd],
];

/** How a body is packed. */
export interface Encoding {
  /** As they were put on, the innermost first. */
  readonly layers: readonly Packing[];
  /** Amazon's own framing may lie around them. */
  readonly isChunked: boolean;
}

const unpackedEncoding: Encoding = { layers: [], isChunked: false };

/** Reads a Content-Encoding; what is no packing is passed over, since clients write anything there. */
export function encodingOf(header: string | undefined): Encoding {
  if (header === undefined) return unpackedEncoding;
  const names = header.split(",").map((name) => name.trim().toLowerCase());
  const layers = names.flatMap((name) => packings[name.replace(/^x-/, "")] ?? []);
  return { layers, isChunked: names.includes("aws-chunked") };
}

/** The packing that bytes show by themselves, if any. */
export function shownEncoding(bytes: Buffer): Encoding | undefined {
  const found = signatures.find(([signature]) => bytes.subarray(0, signature.length).equals(signature));
  return found === undefined ? undefined : { layers: [found[1]], isChunked: false };
}

/** The bytes of a body as its Content-Encoding unfolds to; `undefined` if they do not. */
export function unpacked(bytes: Buffer, contentEncoding: string, limit = unpackedLimit): Buffer | undefined {
  const encoding = encodingOf(contentEncoding);
  return encoding.layers.length === 0 ? undefined : unfold(bytes, encoding, limit);
}

/** Takes all layers off; `undefined` where that cannot be done. */
export function unfold(
  bytes: Buffer,
  { layers, isChunked }: Encoding,
  limit = unpackedLimit,
): Buffer | undefined {
  try {
    // A stored object's header still says so when its bytes are no longer in chunks.
    const packed = (isChunked ? withoutChunks(bytes) : undefined) ?? bytes;
    return layers.reduceRight((rest, { unpack }) => unpack(rest, limit), packed);
  } catch {
    return undefined;
  }
}

/** Puts all layers on, without chunks. */
export function fold(bytes: Buffer, { layers }: Encoding): Buffer {
  return layers.reduce((inner, { pack }) => pack(inner), bytes);
}
