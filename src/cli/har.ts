import { createWriteStream, type WriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TouchstoneError } from "../model/index.ts";
import { openPrivately, openTrace, toHar } from "../wire/index.ts";
import type { Command } from "./command.ts";

export const har: Command = {
  name: "har",
  summary: "print a trace as HAR, for browsers and other viewers of HTTP",
  args: [{ name: "TRACE", summary: "what touchstone record has written, gzipped or not" }],
  flags: [{ name: "out", value: "FILE", summary: "write it there" }],
  examples: ["touchstone har trace.jsonl > trace.har", "touchstone har trace.jsonl.gz --out trace.har"],
  async run({ positionals, flags, terminal }) {
    const [file = ""] = positionals;
    const torn = await writeHar(file, flags.text("out"));
    if (torn !== undefined) terminal.note(terminal.noteColor.yellow(torn));
    return 0;
  },
};

/** Writes a trace as HAR into a file, or to standard output; says if the trace is not whole. */
export async function writeHar(file: string, out: string | undefined): Promise<string | undefined> {
  await using trace = await openTrace(file);
  const har = Readable.from(toHar(trace.header, trace));
  if (out === undefined) await pipeline(har, process.stdout, { end: false });
  else await pipeline(har, writingTo(out)).catch((cause) => Promise.reject(unwritable(out, cause)));
  return trace.torn;
}

/** Like the trace that it is made of, it is its owner's alone. */
function writingTo(out: string): WriteStream {
  try {
    return createWriteStream(out, { fd: openPrivately(out) });
  } catch (cause) {
    throw unwritable(out, cause as Error);
  }
}

/** What went wrong with the trace says so itself. */
function unwritable(out: string, cause: Error): Error {
  if (cause instanceof TouchstoneError) return cause;
  return new TouchstoneError("TS_UNWRITABLE", `${out} cannot be written: ${cause.message}`, { cause });
}
