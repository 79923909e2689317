import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Selection, Suite, SuiteRun, SuiteTest, TestResult } from "../../src/lab/index.ts";

/** Where the programs are whose tests tell which of them ran. */
export const programs = join(import.meta.dirname, "programs/suites");

/** A run, and the ids that the tests themselves told. */
export interface ObservedRun extends SuiteRun {
  readonly ran: readonly string[];
  readonly told: readonly TestResult[];
  readonly output: string;
}

/** Runs some tests of a suite, and sees which ran indeed. */
export async function runObserved(
  suite: Suite,
  selection: Selection,
  { cwd = programs, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<ObservedRun> {
  const folder = await mkdtemp(join(tmpdir(), "touchstone-ran-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "ran");
  const told: TestResult[] = [];
  const output: string[] = [];
  const run = await suite.run(selection, {
    cwd,
    env: { ...env, RAN: file },
    onResult: (result) => told.push(result),
    onOutput: (text) => output.push(text),
  });
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
  return { ...run, ran: lines.map((line) => JSON.parse(line) as string), told, output: output.join("") };
}

/** Results as one text each, for comparison. */
export function summary(results: readonly TestResult[]): string[] {
  return results
    .map(({ id, status, message }) => `${status} ${id}${message ? `: ${message}` : ""}`)
    .toSorted();
}

/** The ids of tests, sorted. */
export function idsOf(tests: readonly Pick<SuiteTest, "id">[]): string[] {
  return tests.map(({ id }) => id).toSorted();
}
