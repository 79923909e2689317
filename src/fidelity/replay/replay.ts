import type { ServiceName } from "../../clouds/index.ts";
import type { ServiceTarget } from "../../lab/index.ts";
import type { Finding } from "../findings/finding.ts";
import { findingCited, findingsOf, type Uncited } from "./cite.ts";
import { type LanesOptions, type PerformedRecording, performAll } from "./lanes.ts";
import type { RecordedFinding } from "./recorded-finding.ts";
import { referenceOf } from "./recorded-of.ts";
import type { Recording } from "./recording.ts";
import { ReplayTarget } from "./replay-target.ts";
import {
  groupsOf,
  type RecordingResult,
  type ReplayDiscrepancy,
  type ReplayResult,
  reasonCounts,
  summaryOf,
} from "./result.ts";

export interface ReplayOptions extends LanesOptions {
  /** What is found already: a catalogue's. */
  readonly known?: readonly Finding[];
  /** What the recordings are called together, such as the name of their file. */
  readonly source?: string;
  /** Told of each finding when it is made. */
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
  // What is known of another version says nothing of this one.
  const knownOf = (label: Labels) =>
    (options.known ?? []).filter(({ service, emulator }) => emulator.label === label(service));
  const { performed, findings, crashes, label } = await performedWithFindings(
    recordings,
    on,
    options,
    (one, target) => one.cites === undefined && findingCited(one, [], knownOf(target)) === undefined,
  );
  const results = performed.map(({ result }) => withCitations(result, findings, knownOf(label)));
  return { ...counted(results), findings, crashes, seconds: (performance.now() - began) / 1000 };
}

/** What answers for a service: `azurite 3.37.0`. */
type Labels = (service: ServiceName) => string;

/** What became of recordings, and the findings that were made of it. */
export interface PerformedWithFindings {
  readonly performed: readonly PerformedRecording[];
  readonly findings: readonly RecordedFinding[];
  readonly crashes: number;
  readonly label: Labels;
  /** What was recorded: `recording cloud.jsonl`. */
  readonly reference: string;
}

/** Performs recordings, and then makes findings of what came twice and is wanted. */
export async function performedWithFindings(
  recordings: AsyncIterable<Recording>,
  on: readonly ServiceTarget[],
  options: ReplayOptions,
  isWanted: (discrepancy: ReplayDiscrepancy, label: Labels) => boolean,
): Promise<PerformedWithFindings> {
  let crashes = 0;
  const onEvent: NonNullable<ReplayOptions["onEvent"]> = (event) => {
    if (event.type === "crashed") crashes++;
    options.onEvent?.(event);
  };
  const opened = await openedRecordings(recordings);
  await using target = await ReplayTarget.open(on, { ...options, onEvent });
  const performed = await performAll(opened, target, on, { ...options, onEvent });
  const crashesOfRecordings = crashes;
  const reference = referenceOf(
    options.source ?? "of somebody",
    performed.map(({ recording }) => recording),
  );
  const findings = await findingsOf(
    performed.flatMap(({ recording, result }) =>
      uncitedIn(recording, result, (one) => isWanted(one, target.label)),
    ),
    {
      perform: target.perform,
      label: target.label,
      reference,
      claims: target.claims,
      redact: target.redact,
      redactBytes: target.redactBytes,
      ...(options.onFinding !== undefined && { onFinding: options.onFinding }),
    },
  );
  return { performed, findings, crashes: crashesOfRecordings, label: target.label, reference };
}

function uncitedIn(
  recording: Recording,
  { discrepancies }: RecordingResult,
  isWanted: (discrepancy: ReplayDiscrepancy) => boolean,
): Uncited[] {
  return discrepancies
    .filter((one) => one.reproduced === true && isWanted(one))
    .map((discrepancy) => ({ discrepancy, recording }));
}

/** What cannot be read is told before anything is started. */
async function openedRecordings(recordings: AsyncIterable<Recording>): Promise<AsyncIterable<Recording>> {
  const rest = recordings[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  })();
}

function withCitations(
  result: RecordingResult,
  findings: readonly RecordedFinding[],
  known: readonly Finding[],
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
