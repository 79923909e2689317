import type { SuiteTest, TestResult } from "../../lab/index.ts";
import type { TargetRun } from "./target-run.ts";

/** What fails in a file and belongs to no test of it is told as the file's. */
export function isFile({ id, file, titles }: SuiteTest): boolean {
  return id === file && titles.length === 0;
}

/** What failed and belongs to no test: a file that could not be loaded, a tear-down. */
export function brokenIn({ tests, results }: TargetRun): readonly TestResult[] {
  const ids = new Set(tests.filter((test) => !isFile(test)).map(({ id }) => id));
  return [...results.values()].filter(({ id, status }) => !ids.has(id) && status === "failed");
}

/** The runner's exit code where it failed though no test did: a coverage that is too low, an error outside of tests. */
export function unexplainedExitOf({ exitCode, results }: TargetRun): number | undefined {
  const isExplained = exitCode === 0 || [...results.values()].some(({ status }) => status === "failed");
  return isExplained ? undefined : exitCode;
}
