import { type FileHandle, open } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

const pause = 50;

/** Hands on the lines that other processes append to a file, as they come, until `until` settles. */
export async function followLines(
  path: string,
  until: Promise<unknown>,
  onLine: (line: string) => void,
): Promise<void> {
  await using file = await open(path, "a+");
  const lines = new LineSplitter(onLine);
  let isOver = false;
  const over = until.then(
    () => {
      isOver = true;
    },
    () => {
      isOver = true;
    },
  );
  let offset = 0;
  for (let isLast = false; !isLast; ) {
    isLast = isOver;
    offset += await readFrom(file, offset, lines);
    if (!isLast) await Promise.race([delay(pause), over]);
  }
}

async function readFrom(file: FileHandle, from: number, lines: LineSplitter): Promise<number> {
  const { size } = await file.stat();
  if (size <= from) return 0;
  const { bytesRead, buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  lines.add(buffer.subarray(0, bytesRead));
  return bytesRead;
}

/** Splits bytes, not text: a chunk may end inside of a character. */
class LineSplitter {
  readonly #onLine: (line: string) => void;
  #rest = Buffer.alloc(0);

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  add(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let end = this.#rest.indexOf("\n"); end >= 0; end = this.#rest.indexOf("\n")) {
      this.#onLine(this.#rest.subarray(0, end).toString());
      this.#rest = this.#rest.subarray(end + 1);
    }
  }
}
