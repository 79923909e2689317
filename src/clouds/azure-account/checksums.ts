import { createHash } from "node:crypto";
import type { RawHeader } from "../../wire/index.ts";
import { headerIn, withHeader, withoutHeaders } from "../shared/header-list.ts";

/** The headers of a message whose body was changed: its length, and the checksums that it came with, anew. */
export function checksummed(headers: readonly RawHeader[], body: Buffer): readonly RawHeader[] {
  let changed = withHeader(
    withoutHeaders(headers, "transfer-encoding"),
    "content-length",
    String(body.length),
  );
  const anew = (name: string, value: () => string): void => {
    if (headerIn(changed, name) !== undefined) changed = withHeader(changed, name, value());
  };
  anew("content-md5", () => createHash("md5").update(body).digest("base64"));
  anew("x-ms-content-crc64", () => crc64(body));
  return changed;
}

const polynomial = 0x9a6c9329ac4bc9b5n;
const allOnes = 0xffff_ffff_ffff_ffffn;

const table = Array.from({ length: 256 }, (_, byte) => {
  let value = BigInt(byte);
  for (let bit = 0; bit < 8; bit++) value = (value & 1n) === 1n ? (value >> 1n) ^ polynomial : value >> 1n;
  return value;
});

/** Azure Storage's checksum, as its headers write it. */
export function crc64(body: Buffer): string {
  let value = allOnes;
  for (const byte of body) value = (table[Number((value ^ BigInt(byte)) & 0xffn)] ?? 0n) ^ (value >> 8n);
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value ^ allOnes);
  return bytes.toString("base64");
}
