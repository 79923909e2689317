import { Lab, type LabEvent, type ServiceTarget } from "../../lab/index.ts";
import { CleanState } from "./clean-state.ts";
import { sameOutcome } from "./outcome.ts";
import type { Recording } from "./recording.ts";
import { replayRecording } from "./replay-recording.ts";
import { groupsOf, type RecordingResult, type ReplayResult, reasonCounts } from "./result.ts";
import { TargetLink } from "./target-link.ts";

export interface ReplayOptions {
  readonly cwd: string;
  readonly allowHosts?: readonly string[];
  readonly onEvent?: (event: LabEvent) => void;
  /** Told after each recording. */
  readonly onRecording?: (name: string, result: RecordingResult) => void;
  readonly signal?: AbortSignal;
}

/**
 * Performs recordings anew on a target, each on clean state, and compares the answers with the recorded ones.
 *
 * @example
 * const result = await replay(readRecordings("trace.jsonl"), parseServiceTargets("azurite", () => undefined), { cwd });
 * result.discrepancies.length;
 */
export async function replay(
  recordings: AsyncIterable<Recording>,
  on: readonly ServiceTarget[],
  options: ReplayOptions,
): Promise<ReplayResult> {
  const started = performance.now();
  const crashes: LabEvent[] = [];
  const { signal } = options;
  await using lab = await Lab.start(on, {
    cwd: options.cwd,
    onEvent: (event) => {
      if (event.type === "crashed") crashes.push(event);
      options.onEvent?.(event);
    },
    ...(options.allowHosts !== undefined && { allowHosts: options.allowHosts }),
    ...(signal !== undefined && { signal }),
  });
  using link = new TargetLink(lab);
  const state = new CleanState(lab, link);
  const results: RecordingResult[] = [];
  const stage = { link, state, recovered: () => recovered(lab), ...(signal !== undefined && { signal }) };
  for await (const recording of recordings) {
    const perform = async (): Promise<RecordingResult> => {
      const performed = await Promise.race([replayRecording(recording, stage), lab.lost]);
      await state.restore();
      return performed;
    };
    const first = await perform();
    const result = first.discrepancies.length === 0 ? first : confirmed(first, await perform());
    results.push(result);
    options.onRecording?.(recording.name, result);
  }
  return { ...summary(results), crashes: crashes.length, seconds: (performance.now() - started) / 1000 };
}

/** A process that has died may not have been noticed yet. */
async function recovered(lab: Lab): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 200));
  await lab.ready();
}

/** The first result, with what the second says about each of its discrepancies. */
function confirmed(first: RecordingResult, second: RecordingResult): RecordingResult {
  const discrepancies = first.discrepancies.map((one) => {
    const again = second.discrepancies.find(({ index }) => index === one.index);
    return { ...one, reproduced: again !== undefined && sameOutcome(one.actual, again.actual) };
  });
  return { ...first, discrepancies };
}

function summary(results: readonly RecordingResult[]): Omit<ReplayResult, "crashes" | "seconds"> {
  const skipped = results.flatMap((result) => result.skipped);
  const discrepancies = results.flatMap((result) => result.discrepancies);
  return {
    recordings: results.length,
    exchanges: results.reduce((sum, { exchanges }) => sum + exchanges, 0),
    matched: results.reduce((sum, { matched }) => sum + matched, 0),
    skipped: skipped.length,
    prepared: results.reduce((sum, { prepared }) => sum + prepared, 0),
    discrepancies,
    skipReasons: reasonCounts(skipped),
    groups: groupsOf(discrepancies),
  };
}
