import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { TouchstoneError } from "../model/index.ts";
import { BrokenGzip, GarbageAfterGzip, gunzip } from "./gunzip.ts";

/** Opens a file for reading; `-` is standard input. */
export function openInput(file: string): Readable {
  return file === "-" ? process.stdin : createReadStream(file);
}

/**
 * Reads text by lines, in batches, with flat memory; gzipped or not is seen from the bytes. A batch is what one
 * chunk of input completed: awaiting once a line would cost more than the work on it.
 */
export async function* readLines(input: Readable, name = "the input"): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let begun: string[] = [];
  let problem: unknown;
  try {
    for await (const chunk of plain(input, name)) {
      const text = decoder.decode(chunk, { stream: true });
      if (!text.includes("\n")) {
        begun.push(text);
        continue;
      }
      const lines = (begun.join("") + text).split("\n");
      begun = [lines.pop() ?? ""];
      yield lines;
    }
  } catch (cause) {
    if (!(cause instanceof GarbageAfterGzip)) throw unreadable(name, cause);
    problem = cause;
  }
  const last = begun.join("") + decoder.decode();
  if (last !== "") yield [last];
  if (problem !== undefined) throw unreadable(name, problem);
}

/** The input itself, or what is in it if it starts as gzip does. */
async function* plain(input: Readable, name: string): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = input[Symbol.asyncIterator]();
  const first = await firstBytes(chunks);
  const whole = startingWith(first, chunks);
  const zipped = first[0] === 0x1f && first[1] === 0x8b;
  // What was unpacked on its way here may have kept its name.
  if (!zipped && /\.gz$/i.test(name) && !isText(first)) throw new NoGzip();
  yield* zipped ? gunzip(whole) : whole;
}

/** Its bytes are not what its name says. */
class NoGzip extends Error {}

/** Whether bytes can be the beginning of a text. */
function isText(bytes: Buffer): boolean {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return !/[^\P{Cc}\s]/u.test(text);
  } catch {
    return false;
  }
}

/** At least the two bytes by which gzip is known, unless there are fewer. */
async function firstBytes(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let first: Buffer = Buffer.alloc(0);
  while (first.length < 2) {
    const next = await chunks.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  return first;
}

async function* startingWith(first: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function unreadable(name: string, cause: unknown): TouchstoneError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === "ENOENT") {
    return new TouchstoneError("TS_NO_FILE", `there is no file ${name}`, {
      hint: "See whether it is spelled right: a path is read from the folder that the command runs in.",
      cause,
    });
  }
  if (code === "EISDIR") {
    const hint = "Name the files in it.";
    return new TouchstoneError("TS_NO_FILE", `${name} is a folder, not a file`, { hint, cause });
  }
  if (cause instanceof NoGzip) {
    const hint = "Nothing was unpacked. See whether the file is whole, and whether it is the right one.";
    return new TouchstoneError("TS_UNREADABLE", `${name} is not gzip, although its name says so`, {
      hint,
      cause,
    });
  }
  const broken =
    cause instanceof BrokenGzip || code?.startsWith("Z_") ? "is not whole gzip" : "cannot be read";
  return new TouchstoneError("TS_UNREADABLE", `${name} ${broken} (${message})`, { cause });
}
