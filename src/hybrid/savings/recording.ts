import { printable, TouchstoneError } from "../../model/index.ts";
import { openInput, readLines } from "../../wire/index.ts";

/** What each test sent at some commits of a project, as recorded sequences have it. */
export interface SequenceRecording {
  readonly project: string;
  /** Operations that are known to differ between emulator and cloud. Names count to the letter, blanks included. */
  readonly discrepantOperations: readonly string[];
  /** Tests whose outcomes differ between emulator and cloud. */
  readonly differingTests: readonly string[];
  readonly operationsByTest: Readonly<Record<string, readonly string[]>>;
  /** By commit, the oldest first: what each test sent, a hash for each request. */
  readonly commits: readonly Readonly<Record<string, readonly string[]>>[];
}

/** Reads a recording from a file, gzipped or not; `-` is standard input. */
export async function readRecording(file: string): Promise<SequenceRecording> {
  const name = file === "-" ? "standard input" : file;
  const lines: string[] = [];
  for await (const batch of readLines(openInput(file), name)) lines.push(...batch);
  return parseRecording(lines.join("\n"), name);
}

/** A recording from its text; what is wrong in it is told with its place. */
export function parseRecording(text: string, name: string): SequenceRecording {
  const whole = asObject(parsed(text, name), name);
  const place = (field: string) => `${name}: ${field}`;
  const { project, discrepantOperations, differingTests, operationsByTest, commits } = whole;
  if (typeof project !== "string") throw wrong(place("project"), "a text", project);
  if (!Array.isArray(commits)) throw wrong(place("commits"), "a list", commits);
  if (commits.length < 2) {
    throw new TouchstoneError(
      "TS_SEQUENCES",
      `${place("commits")} has ${commits.length}, and two are needed`,
      {
        hint: "The first commit fills the safe list; savings are counted from the second on.",
      },
    );
  }
  return {
    project,
    discrepantOperations: asTexts(discrepantOperations, place("discrepantOperations")),
    differingTests: asTexts(differingTests, place("differingTests")),
    operationsByTest: asTextsByName(operationsByTest, place("operationsByTest")),
    commits: commits.map((commit: unknown, at) => asTextsByName(commit, place(`commits[${at}]`))),
  };
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TouchstoneError("TS_SEQUENCES", `${name} is not JSON (${printable(why)})`, { cause });
  }
}

function asObject(value: unknown, place: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw wrong(place, "an object", value);
}

function asTextsByName(value: unknown, place: string): Record<string, readonly string[]> {
  const entries = Object.entries(asObject(value, place));
  return Object.fromEntries(
    entries.map(([name, texts]) => [name, asTexts(texts, `${place}[${JSON.stringify(name)}]`)]),
  );
}

function asTexts(value: unknown, place: string): readonly string[] {
  if (!Array.isArray(value)) throw wrong(place, "a list of texts", value);
  return value.map((text: unknown, at) => {
    if (typeof text === "string") return text;
    throw wrong(`${place}[${at}]`, "a text", text);
  });
}

function wrong(place: string, be: string, value: unknown): TouchstoneError {
  return new TouchstoneError("TS_SEQUENCES", `${place} must be ${be}, but is ${shown(value)}`, {
    hint: "docs/guide/savings.md describes the format.",
  });
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return JSON.stringify(value);
}
