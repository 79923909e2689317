import type { HybridReport, HybridTest } from "../../hybrid/index.ts";
import type { BrokenFile, Outcome, RunDocument } from "./document.ts";

/** How a test counts: as on the cloud where it was sent, as on the emulator where it is kept. */
export function outcomeOf({ emulator, judgement, unsent }: HybridTest): Outcome {
  if (judgement?.verdict === "throttled") return "undecided";
  if (judgement !== undefined) return judgement.cloud?.status ?? "undecided";
  // What fails already where it was run is told as that, and needs no other result.
  if (unsent !== undefined && emulator.status !== "failed") return "undecided";
  return emulator.status;
}

/** Whether a run has failed as far as it went: by a test, by a file, by its runner, or by there being no test at all. */
export function runHasFailed({ tests, broken, unexplainedExit }: HybridReport): boolean {
  return tests.length === 0 || broken.length > 0 || unexplainedExit !== undefined || tests.some(hasFailed);
}

/** Whether a test makes the run fail: it failed where it counts, or was sent and gave no result. */
export function hasFailed(test: HybridTest): boolean {
  const outcome = outcomeOf(test);
  return outcome === "failed" || (outcome === "undecided" && test.judgement !== undefined);
}

/** What failed besides tests: files, and the runner itself where nothing else says why. */
export function brokenParts({ broken, runner, unexplainedExit }: RunDocument): readonly BrokenFile[] {
  if (unexplainedExit === null) return broken;
  const message = `ended with exit code ${unexplainedExit}, though no test failed`;
  return [...broken, { file: runner, message }];
}
