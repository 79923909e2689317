/** The polynomials with their bits reversed, as they are used from the lowest bit on. */
const castagnoli = 0x82f63b78n;
const nvme = 0x9a6c9329ac4bc9b5n;

function tableOf(polynomial: bigint): readonly bigint[] {
  return Array.from({ length: 256 }, (_, index) => {
    let value = BigInt(index);
    for (let bit = 0; bit < 8; bit++) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
    return value;
  });
}

/** The table as 32-bit halves: bytes go through it one by one, and there may be millions. */
function halvesOf(polynomial: bigint): { readonly low: Uint32Array; readonly high: Uint32Array } {
  const table = tableOf(polynomial);
  return {
    low: Uint32Array.from(table, (value) => Number(value & 0xffffffffn)),
    high: Uint32Array.from(table, (value) => Number(value >> 32n)),
  };
}

const castagnoliTable = halvesOf(castagnoli).low;
const nvmeTable = halvesOf(nvme);

/** The CRC32C of content, in base64. */
export function crc32cOf(bytes: Uint8Array): string {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ (castagnoliTable[(sum ^ byte) & 0xff] ?? 0);
  const written = Buffer.alloc(4);
  written.writeUInt32BE((sum ^ 0xffffffff) >>> 0);
  return written.toString("base64");
}

/** The CRC64NVME of content, in base64. */
export function crc64nvmeOf(bytes: Uint8Array): string {
  let low = 0xffffffff;
  let high = 0xffffffff;
  for (const byte of bytes) {
    const index = (low ^ byte) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ (nvmeTable.low[index] ?? 0);
    high = (high >>> 8) ^ (nvmeTable.high[index] ?? 0);
  }
  const written = Buffer.alloc(8);
  written.writeUInt32BE((high ^ 0xffffffff) >>> 0, 0);
  written.writeUInt32BE((low ^ 0xffffffff) >>> 0, 4);
  return written.toString("base64");
}
