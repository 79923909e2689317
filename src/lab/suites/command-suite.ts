import type { Suite, SuiteRun, SuiteRunOptions, SuiteTest, TestResult } from "./suite.ts";
import { runSuiteProcess } from "./suite-process.ts";

/** A command of which nothing is known: the whole of it is one test. */
export function commandSuite(command: readonly string[]): Suite {
  const id = command.join(" ");
  const test: SuiteTest = { id, file: id, titles: [id] };
  return {
    runner: "command",
    tier: 4,
    list: async () => [test],
    run: async (selection, options) =>
      selection !== "all" && selection.length === 0
        ? { exitCode: 0, results: [], tests: [] }
        : await runWhole(command, test, options),
  };
}

async function runWhole(
  command: readonly string[],
  test: SuiteTest,
  options: SuiteRunOptions,
): Promise<SuiteRun> {
  const started = performance.now();
  const { exitCode, lastLines } = await runSuiteProcess(command, options.env, options);
  const ms = performance.now() - started;
  const result: TestResult =
    exitCode === 0
      ? { id: test.id, status: "passed", ms }
      : { id: test.id, status: "failed", ms, message: lastLines.join("\n") || `exit code ${exitCode}` };
  options.onResult?.(result);
  return { exitCode, results: [result], tests: [test] };
}
