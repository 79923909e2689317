import { TouchstoneError } from "../../../model/index.ts";
import type { TestResult } from "../suite.ts";
import type { SuiteProcessEnd } from "../suite-process.ts";
import type { Declaration } from "./declaration.ts";
import type { ListedTest } from "./listed-tests.ts";
import { readGoEvents } from "./results/go-events.ts";
import { readJsonLines } from "./results/json-lines.ts";
import { readJunit } from "./results/junit.ts";
import type { ReportedTest } from "./results/reported-test.ts";
import { readTap } from "./results/tap.ts";
import { readTrx } from "./results/trx.ts";

const readers = {
  junit: readJunit,
  tap: readTap,
  "json-lines": readJsonLines,
  go: readGoEvents,
  trx: readTrx,
};

/** What became of a test that was run by itself, from all that its run wrote. */
export function readResult(
  test: ListedTest,
  { results }: Pick<Declaration, "results">,
  end: SuiteProcessEnd,
  files: readonly string[],
): TestResult {
  if (results.format === "exit-code") return byExitCode(test, end);
  const read = readers[results.format];
  const reported = (results.from === "stdout" ? [end.stdout] : files).flatMap((text) => read(text));
  if (!results.several) mustBeOne(test, reported);
  return reported.length === 0 ? unreported(test, end) : joined(test, reported, end);
}

function byExitCode({ id }: ListedTest, { exitCode, lastLines }: SuiteProcessEnd): TestResult {
  if (exitCode === 0) return { id, status: "passed" };
  return { id, status: "failed", message: lastLines.join("\n") || `exit code ${exitCode}` };
}

/** A filter that selects more than it should would count the requests of several tests as one's. */
function mustBeOne({ name }: ListedTest, reported: readonly ReportedTest[]): void {
  const names = new Set(reported.map((one) => one.name));
  if (names.size <= 1) return;
  throw new TouchstoneError("TS_SUITE_INEXACT", `${names.size} tests ran where one was meant: ${name}`, {
    hint: "Check how the config's `tests.run` selects a test, or set `tests.results.several` if a test has several results.",
  });
}

function unreported({ id }: ListedTest, { exitCode, lastLines }: SuiteProcessEnd): TestResult {
  const message = [`the runner reported no result (exit code ${exitCode})`, ...lastLines].join("\n");
  return { id, status: "failed", message };
}

function joined(
  { id }: ListedTest,
  reported: readonly ReportedTest[],
  { exitCode }: SuiteProcessEnd,
): TestResult {
  const times = reported.flatMap(({ ms }) => ms ?? []);
  const ms = times.length === 0 ? {} : { ms: times.reduce((sum, one) => sum + one, 0) };
  const failed = reported.find(({ status }) => status === "failed");
  if (failed !== undefined) return { id, status: "failed", ...ms, message: failed.message ?? "it failed" };
  if (exitCode !== 0)
    return { id, status: "failed", ...ms, message: `its process ended with exit code ${exitCode}` };
  return { id, status: reported.some(({ status }) => status === "passed") ? "passed" : "skipped", ...ms };
}
