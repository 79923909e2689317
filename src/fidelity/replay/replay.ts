import { Lab, type LabEvent, type ServiceTarget } from "../../lab/index.ts";
import { CleanState } from "./clean-state.ts";
import { pausesIn } from "./clock.ts";
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
  const began = performance.now();
  const opened = await openedRecordings(recordings);
  const slow: Numbered[] = [];
  const results: RecordingResult[] = [];
  let crashes = 0;
  const lane = (work: Work, isFirst: boolean) =>
    performAll(work, on, {
      ...options,
      onEvent(event) {
        if (event.type === "crashed") crashes++;
        if (isFirst || /^(?:crashed|restarted|lost)$/.test(event.type)) options.onEvent?.(event);
      },
      onResult({ at, recording }, result) {
        results[at] = result;
        options.onRecording?.(recording.name, result);
      },
    });
  await lane(
    numbered(opened, (one) => canMultiply(on) && isSlow(one) && slow.push(one) > 0),
    true,
  );
  const lanes = Array.from({ length: Math.min(mostLanes, slow.length) }, () => lane(taken(slow), false));
  await allEnded(lanes);
  return { ...summary(results), crashes, seconds: (performance.now() - began) / 1000 };
}

/** Waits for every lane, so that none leaves its emulator behind; then fails as the first that did. */
async function allEnded(lanes: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(lanes);
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** A recording and its place among all. */
interface Numbered {
  readonly at: number;
  readonly recording: Recording;
}

type Work = AsyncIterable<Numbered> | Iterable<Numbered>;

/** Recordings that wait are performed side by side, each lane on an emulator of its own. */
const mostLanes = 4;

function isSlow({ recording }: Numbered): boolean {
  return pausesIn(recording.exchanges) > 3_000;
}

function canMultiply(on: readonly ServiceTarget[]): boolean {
  return on.every(({ target }) => target.kind === "emulator");
}

/** Recordings with their places, without those that are put aside. */
async function* numbered(
  recordings: AsyncIterable<Recording>,
  isPutAside: (one: Numbered) => boolean,
): AsyncGenerator<Numbered> {
  let at = 0;
  for await (const recording of recordings) {
    const one = { at: at++, recording };
    if (!isPutAside(one)) yield one;
  }
}

function* taken(queue: Numbered[]): Generator<Numbered> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield next;
}

interface LaneOptions extends ReplayOptions {
  readonly onResult: (one: Numbered, result: RecordingResult) => void;
}

/** Performs recordings one after the other on a target; those with discrepancies twice. */
async function performAll(work: Work, on: readonly ServiceTarget[], options: LaneOptions): Promise<void> {
  await using lab = await startLab(on, options);
  using link = new TargetLink(lab);
  const perform = performer(lab, link, options.signal);
  for await (const one of work) {
    const first = await perform(one.recording);
    const result = first.discrepancies.length === 0 ? first : confirmed(first, await perform(one.recording));
    options.onResult(one, result);
  }
}

/** What cannot be read is told before anything is started. */
async function openedRecordings(recordings: AsyncIterable<Recording>): Promise<AsyncIterable<Recording>> {
  const rest = recordings[Symbol.asyncIterator]();
  const first = await rest.next();
  return (async function* () {
    for (let next = first; !next.done; next = await rest.next()) yield next.value;
  })();
}

function startLab(
  on: readonly ServiceTarget[],
  { cwd, allowHosts, signal, onEvent }: ReplayOptions,
): Promise<Lab> {
  return Lab.start(on, {
    cwd,
    ...(onEvent !== undefined && { onEvent }),
    ...(allowHosts !== undefined && { allowHosts }),
    ...(signal !== undefined && { signal }),
  });
}

/** Performs recordings one after the other, and leaves the target as it was. */
function performer(
  lab: Lab,
  link: TargetLink,
  signal: AbortSignal | undefined,
): (recording: Recording) => Promise<RecordingResult> {
  const state = new CleanState(lab, link);
  const stage = { link, state, recovered: () => recovered(lab), ...(signal !== undefined && { signal }) };
  return async (recording) => {
    const performed = await Promise.race([replayRecording(recording, stage), lab.lost]);
    await state.restore();
    return performed;
  };
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
