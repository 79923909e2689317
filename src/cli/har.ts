import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { realpath, rename, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TouchstoneError } from "../model/index.ts";
import { openPrivately, openTrace, toHar } from "../wire/index.ts";
import type { Command } from "./command.ts";
import { version } from "./version.ts";

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
  const har = Readable.from(toHar(trace.header, trace, { version: version() }));
  if (out === undefined) await pipeline(har, process.stdout, { end: false });
  else await writeWhole(har, out).catch((cause: Error) => Promise.reject(unwritable(out, cause)));
  return trace.torn;
}

/** Under its name there is a whole archive, or what was there before. */
async function writeWhole(har: Readable, out: string): Promise<void> {
  const place = await realpath(out).catch(() => out);
  // A device or a pipe cannot be replaced.
  if ((await stat(place).catch(() => undefined))?.isFile() === false) return writeInto(har, place);
  const begun = `${place}.${randomUUID().slice(0, 8)}.part`;
  try {
    await writeInto(har, begun);
    await rename(begun, place);
  } catch (error) {
    await rm(begun, { force: true });
    throw error;
  }
}

/** Like the trace that it is made of, it is its owner's alone. */
async function writeInto(har: Readable, place: string): Promise<void> {
  await pipeline(har, createWriteStream(place, { fd: openPrivately(place) }));
}

/** What went wrong with the trace says so itself. */
function unwritable(out: string, cause: Error): Error {
  if (cause instanceof TouchstoneError) return cause;
  const why = cause.message.replaceAll(/\.[0-9a-f]{8}\.part/g, "");
  return new TouchstoneError("TS_UNWRITABLE", `${out} cannot be written: ${why}`, { cause });
}
