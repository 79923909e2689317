import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import { openTrace, toHar } from "../wire/index.ts";
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
  const stream = out === undefined ? process.stdout : createWriteStream(out);
  for await (const text of toHar(trace.header, trace)) {
    if (!stream.write(text)) await once(stream, "drain");
  }
  if (out !== undefined) {
    stream.end();
    await finished(stream);
  }
  return trace.torn;
}
