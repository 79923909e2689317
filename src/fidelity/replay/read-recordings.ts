import { printable, TouchstoneError } from "../../model/index.ts";
import { openInput, openTrace, readLines } from "../../wire/index.ts";
import { parseExactly } from "./recorded-body.ts";
import { isHar, recordingsOfHar } from "./recorded-har.ts";
import { type RecordingLine, recordingLineOf, recordingOfLine } from "./recorded-lines.ts";
import { recordingsOfTrace } from "./recorded-trace.ts";
import type { Recording } from "./recording.ts";

/**
 * The recordings of a file, gzipped or not: a trace of ours, an HTTP archive, or lines of `{recording, exchanges}`.
 *
 * @example
 * for await (const recording of readRecordings("trace.jsonl")) console.log(recording.name);
 */
export async function* readRecordings(file: string): AsyncGenerator<Recording> {
  const kind = await kindOf(file);
  if (kind === "trace") {
    await using trace = await openTrace(file);
    yield* recordingsOfTrace(trace, file);
  } else if (kind === "har") {
    yield* recordingsOfHar(await wholeDocument(file), file);
  } else yield* ofLines(file);
}

type Kind = "trace" | "har" | "lines";

/** What a file is, from its beginning. */
async function kindOf(file: string): Promise<Kind> {
  if (file === "-") return "lines";
  for await (const [first = ""] of readLines(openInput(file), file)) {
    const start = first.slice(0, 400);
    if (/^\s*\{\s*"touchstone"\s*:\s*"trace"/.test(start)) return "trace";
    return /^\s*\{\s*("log"|$)/.test(start) && !/"recording"/.test(start) ? "har" : "lines";
  }
  throw notRecordings(file, "it is empty");
}

async function wholeDocument(file: string): Promise<unknown> {
  const lines: string[] = [];
  for await (const batch of readLines(openInput(file), file)) lines.push(...batch);
  const document = parsed(lines.join("\n"));
  if ("value" in document && isHar(document.value)) return document.value;
  throw notRecordings(file, "it is one JSON document, and no HTTP archive");
}

async function* ofLines(file: string): AsyncGenerator<Recording> {
  let number = 0;
  for await (const batch of readLines(openInput(file), file)) {
    for (const line of batch) {
      number++;
      if (line.trim() !== "") yield recordingOfLine(readLine(line, `${file}, line ${number}`));
    }
  }
}

function readLine(line: string, where: string): RecordingLine {
  const read = parsed(line);
  const recording = "flaw" in read ? `it is no JSON (${read.flaw})` : recordingLineOf(read.value);
  if (typeof recording === "string") throw notRead(`${where} is no recording: ${recording}`);
  return recording;
}

function parsed(text: string): { readonly value: unknown } | { readonly flaw: string } {
  try {
    return { value: parseExactly(text) };
  } catch (error) {
    // A line that is parsed alone is always the first.
    return { flaw: printable((error as Error).message.replace(/ \(line \d+ column \d+\)$/, "")) };
  }
}

function notRecordings(file: string, why: string): TouchstoneError {
  return notRead(`${file} holds no recordings: ${why}`);
}

function notRead(what: string): TouchstoneError {
  return new TouchstoneError("TS_NOT_A_RECORDING", what, {
    hint: "It takes traces (touchstone record), HTTP archives, and JSON lines; docs/guide/replay.md describes them.",
  });
}
