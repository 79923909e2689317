import type { ServiceTarget } from "../../lab/index.ts";
import { findingCited, findingsOf, type KnownFinding, type Uncited } from "./cite.ts";
import { type LanesOptions, type PerformedRecording, performAll } from "./lanes.ts";
import type { RecordedFinding } from "./recorded-finding.ts";
import type { Recording } from "./recording.ts";
import { ReplayTarget } from "./replay-target.ts";
import { groupsOf, type RecordingResult, type ReplayResult, reasonCounts, summaryOf } from "./result.ts";

export interface ReplayOptions extends Omit<LanesOptions, "isOnce"> {
  /** What is found already, by a catalogue. */
  readonly known?: KnownFinding;
  readonly onFinding?: (finding: RecordedFinding) => void;
}

/**
 * Performs recordings anew on a target, each on clean state, and compares the answers with the recorded ones. What differs
 * cites the contract that the target breaks, or a finding, which is made of it where none is known.
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
  const began = performance.now();
  let crashes = 0;
  const watched: ReplayOptions = {
    ...options,
    onEvent(event) {
      if (event.type === "crashed") crashes++;
      options.onEvent?.(event);
    },
  };
  const performed = await performAll(recordings, on, watched);
  const met = crashes;
  const findings = await newFindings(performed, on, { ...watched, onEvent: () => {} });
  const results = performed.map(({ result }) => withCitations(result, findings, options.known));
  return { ...counted(results), findings, crashes: met, seconds: (performance.now() - began) / 1000 };
}

/**
 * The findings that recordings show on a target: as `replay`, for those who want nothing else.
 *
 * @example
 * const findings = await findingsFromRecordings(readRecordings("cloud.jsonl.gz"), targets, { cwd });
 */
export async function findingsFromRecordings(
  recordings: AsyncIterable<Recording>,
  on: readonly ServiceTarget[],
  options: ReplayOptions,
): Promise<readonly RecordedFinding[]> {
  return findingsOfAll(await performAll(recordings, on, options), on, options, () => true);
}

/** What differs without a contract or a finding that explains it. */
function newFindings(
  performed: readonly PerformedRecording[],
  on: readonly ServiceTarget[],
  options: ReplayOptions,
): Promise<RecordedFinding[]> {
  return findingsOfAll(
    performed,
    on,
    options,
    ({ discrepancy }) =>
      discrepancy.cites === undefined && findingCited(discrepancy, [], options.known) === undefined,
  );
}

async function findingsOfAll(
  performed: readonly PerformedRecording[],
  on: readonly ServiceTarget[],
  options: ReplayOptions,
  isWanted: (one: Uncited) => boolean,
): Promise<RecordedFinding[]> {
  const wanted = performed
    .flatMap(({ recording, result }) =>
      result.discrepancies.map((discrepancy) => ({ discrepancy, recording })),
    )
    .filter((one) => one.discrepancy.reproduced === true && isWanted(one));
  if (wanted.length === 0) return [];
  await using target = await ReplayTarget.open(on, options);
  const { perform, label } = target;
  return await findingsOf(wanted, {
    perform,
    label,
    ...(options.onFinding !== undefined && { onFinding: options.onFinding }),
  });
}

function withCitations(
  result: RecordingResult,
  findings: readonly RecordedFinding[],
  known: KnownFinding | undefined,
): RecordingResult {
  const discrepancies = result.discrepancies.map((one) => {
    const cites = one.cites ?? (one.reproduced ? findingCited(one, findings, known) : undefined);
    return cites === undefined ? one : { ...one, cites };
  });
  return { ...result, discrepancies };
}

function counted(
  results: readonly RecordingResult[],
): Omit<ReplayResult, "findings" | "crashes" | "seconds"> {
  const skipped = results.flatMap((result) => result.skipped);
  const discrepancies = results.flatMap((result) => result.discrepancies);
  const summary = summaryOf(results);
  return {
    recordings: results.length,
    exchanges: results.reduce((sum, { exchanges }) => sum + exchanges, 0),
    matched: summary.matched,
    skipped: summary.skipped,
    prepared: results.reduce((sum, { prepared }) => sum + prepared, 0),
    discrepancies,
    summary,
    skips: skipped,
    skipReasons: reasonCounts(skipped),
    groups: groupsOf(discrepancies),
  };
}
