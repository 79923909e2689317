import { constants, crc32, createInflateRaw, type InflateRaw } from "node:zlib";

/** What was read is not gzip, or no longer. */
export class BrokenGzip extends Error {
  override readonly name = "BrokenGzip";
}

/** The bytes end before the gzip does. */
export class CutGzip extends BrokenGzip {}

/** What came before was whole; only what follows it is no gzip. */
export class GarbageAfterGzip extends BrokenGzip {}

/** What is in gzipped bytes: all that is whole, and then what is wrong. (Node's own drops what it had read.) */
export async function* gunzip(chunks: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(chunks);
  try {
    for (let members = 0; await begins(bytes, members); members++) yield* readMember(bytes);
  } finally {
    void chunks.return?.();
  }
}

const magic = Buffer.from([0x1f, 0x8b, 0x08]);

/** Reads up to a member's data, if there is another member; zeros are padding. */
async function begins(bytes: ByteReader, members: number): Promise<boolean> {
  const start = await bytes.atMost(magic.length);
  if (start.length === 0 || start[0] === 0) return false;
  if (!start.equals(magic)) {
    throw members === 0
      ? new BrokenGzip("its header is wrong")
      : new GarbageAfterGzip("bytes that are no gzip follow it");
  }
  const [flags = 0] = await bytes.exactly(7);
  // The optional fields, by the bits of RFC 1952: more of everything, a name, a comment, a check sum.
  if (flags & 4) await bytes.exactly((await bytes.exactly(2)).readUInt16LE());
  for (const text of [8, 16]) if (flags & text) while ((await bytes.exactly(1))[0] !== 0);
  if (flags & 2) await bytes.exactly(2);
  return true;
}

async function* readMember(bytes: ByteReader): AsyncGenerator<Buffer> {
  // Data that breaks off is then given as far as it goes; the missing trailer tells.
  const inflate = createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH });
  const fed = feed(bytes, inflate).catch((error: Error) => inflate.destroy(error));
  let sum = 0;
  let length = 0;
  for await (const part of inflate as AsyncIterable<Buffer>) {
    sum = crc32(part, sum);
    length += part.length;
    yield part;
  }
  await fed;
  const trailer = await bytes.exactly(8);
  const right = trailer.readUInt32LE(0) === sum && trailer.readUInt32LE(4) === length % 2 ** 32;
  if (!right) throw new BrokenGzip("its check sum is wrong");
}

/** Gives the bytes of a member's data, and no more than those are taken. */
async function feed(bytes: ByteReader, inflate: InflateRaw): Promise<void> {
  let given = 0;
  for (;;) {
    const some = await bytes.some(1 << 16);
    given += some.length;
    if (some.length === 0) return void inflate.end();
    await new Promise<unknown>((resolve) => inflate.write(some, resolve));
    if (inflate.bytesWritten === given) continue;
    return bytes.back(given - inflate.bytesWritten);
  }
}

/** Takes bytes from chunks, in the sizes that are wanted. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  #position = 0;

  constructor(chunks: AsyncIterator<Buffer>) {
    this.#chunks = chunks;
  }

  /** At least one byte, all of one chunk; none at the end. */
  async some(count: number): Promise<Buffer> {
    while (this.#position === this.#chunk.length) {
      const next = await this.#chunks.next();
      if (next.done) return Buffer.alloc(0);
      this.#chunk = next.value;
      this.#position = 0;
    }
    const taken = this.#chunk.subarray(this.#position, this.#position + count);
    this.#position += taken.length;
    return taken;
  }

  /** Gives back the last bytes of what was taken last. */
  back(count: number): void {
    this.#position -= count;
  }

  /** As many, or fewer at the end. */
  async atMost(count: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let missing = count; missing > 0; ) {
      const part = await this.some(missing);
      if (part.length === 0) break;
      parts.push(part);
      missing -= part.length;
    }
    return Buffer.concat(parts);
  }

  async exactly(count: number): Promise<Buffer> {
    const taken = await this.atMost(count);
    if (taken.length < count) throw new CutGzip("it breaks off");
    return taken;
  }
}
