import { z } from "zod";
import { TouchstoneError } from "../../model/index.ts";
import type { LearnedNoise, Measured, SafeListEntry } from "./entry.ts";
import { sortedSet } from "./keys.ts";

/** What a line of a safe list says. */
export type ListLine =
  | { readonly entry: SafeListEntry; readonly noise?: never }
  | { readonly noise: LearnedNoise; readonly entry?: never };

/**
 * An entry as a line of text. What makes it the same as another comes first, and what a later run renews last: a
 * renewed entry keeps its place among sorted lines.
 */
export function entryLine(entry: SafeListEntry): string {
  const { test, fingerprint, measured, outcome, source, tolerated, requests, run, learned } = entry;
  return JSON.stringify({
    test,
    fingerprint,
    ...measuredFields(measured),
    outcome,
    source,
    tolerated: sortedSet(tolerated),
    requests,
    run,
    learned: wholeDate(learned, test),
  });
}

/** What is noise for a test, as a line of text. */
export function noiseLine({ test, measured, places, learned }: LearnedNoise): string {
  return JSON.stringify({
    test,
    ...measuredFields(measured),
    noise: sortedSet(places),
    learned: wholeDate(learned, test),
  });
}

/** Reads a line; what is wrong with it is told in words that continue "line 7 …". */
export function readLine(text: string): ListLine | { readonly problem: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: "is not JSON" };
  }
  const isNoise = typeof value === "object" && value !== null && "noise" in value;
  const read = isNoise ? noiseShape.safeParse(value) : entryShape.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  return { problem: `is no entry: ${place === "" ? "" : `${place}: `}${issue?.message ?? "not understood"}` };
}

/** Reads a line that was written by {@link entryLine} into a store. */
export function storedEntry(text: string): SafeListEntry {
  const { entry } = storedLine(text);
  return entry ?? brokenStore("an entry", "noise");
}

/** Reads a line that was written by {@link noiseLine} into a store. */
export function storedNoise(text: string): LearnedNoise {
  const { noise } = storedLine(text);
  return noise ?? brokenStore("noise", "an entry");
}

function storedLine(text: string): ListLine {
  const line = readLine(text);
  if ("problem" in line) throw brokenLine(line.problem);
  return line;
}

function brokenStore(wanted: string, found: string): never {
  throw brokenLine(`is ${found} where ${wanted} belongs`);
}

function brokenLine(problem: string): TouchstoneError {
  return new TouchstoneError("TS_SAFE_LIST_BROKEN", `the safe list holds something that ${problem}`, {
    hint: "Something else has written into it. Import an exported list into a new one.",
  });
}

function measuredFields({ emulators, apiVersions, interfaces }: Measured) {
  return { emulators: sortedSet(emulators), apiVersions: sortedSet(apiVersions), interfaces };
}

/** A moment as we write it: always with its time, in UTC. */
export function wholeDate(text: string, test: string): string {
  const moment = Date.parse(text);
  if (!Number.isNaN(moment)) return new Date(moment).toISOString();
  throw new TouchstoneError("TS_SAFE_LIST_ENTRY", `${JSON.stringify(text)}, given for ${test}, is no date`);
}

const date = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a date such as 2026-11-15T22:03:04.000Z");

const measuredShape = {
  emulators: z.array(z.string()),
  apiVersions: z.array(z.string()),
  interfaces: z.string(),
};

const entryShape = z
  .object({
    test: z.string(),
    fingerprint: z.string(),
    ...measuredShape,
    outcome: z.enum(["passed", "failed", "skipped"]),
    source: z.string(),
    tolerated: z.array(z.string()),
    requests: z.int().min(0),
    run: z.string(),
    learned: date,
  })
  .transform(({ emulators, apiVersions, interfaces, ...entry }) => ({
    entry: { ...entry, measured: { emulators, apiVersions, interfaces } },
  }));

const noiseShape = z
  .object({ test: z.string(), ...measuredShape, noise: z.array(z.string()), learned: date })
  .transform(({ test, noise, learned, ...measured }) => ({
    noise: { test, measured, places: noise, learned },
  }));
