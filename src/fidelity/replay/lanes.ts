import type { ServiceTarget } from "../../lab/index.ts";
import { pausesIn } from "./clock.ts";
import { sameOutcome } from "./outcome.ts";
import type { Recording } from "./recording.ts";
import { ReplayTarget, type TargetOptions } from "./replay-target.ts";
import type { RecordingResult } from "./result.ts";

/** A recording and what became of it. */
export interface PerformedRecording {
  readonly recording: Recording;
  readonly result: RecordingResult;
}

export interface LanesOptions extends TargetOptions {
  /** Recordings are performed once, whatever they show. */
  readonly isOnce?: boolean;
  /** Told after each recording. */
  readonly onRecording?: (name: string, result: RecordingResult) => void;
}

/** Performs recordings on a target; those with discrepancies twice. Their order stays. */
export async function performAll(
  recordings: AsyncIterable<Recording>,
  on: readonly ServiceTarget[],
  options: LanesOptions,
): Promise<PerformedRecording[]> {
  const opened = await openedRecordings(recordings);
  const slow: Numbered[] = [];
  const done: PerformedRecording[] = [];
  const lane = (work: Work, isFirst: boolean) =>
    performLane(work, on, {
      ...options,
      onEvent(event) {
        if (isFirst || /^(?:crashed|restarted|lost)$/.test(event.type)) options.onEvent?.(event);
      },
      onResult({ at, recording }, result) {
        done[at] = { recording, result };
        options.onRecording?.(recording.name, result);
      },
    });
  await lane(
    numbered(opened, (one) => canMultiply(on) && isSlow(one) && slow.push(one) > 0),
    true,
  );
  await allEnded(Array.from({ length: Math.min(mostLanes, slow.length) }, () => lane(taken(slow), false)));
  return done;
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

interface LaneOptions extends LanesOptions {
  readonly onResult: (one: Numbered, result: RecordingResult) => void;
}

async function performLane(work: Work, on: readonly ServiceTarget[], options: LaneOptions): Promise<void> {
  await using target = await ReplayTarget.open(on, options);
  for await (const one of work) {
    const first = await target.perform(one.recording);
    const isDone = options.isOnce === true || first.discrepancies.length === 0;
    options.onResult(one, isDone ? first : confirmed(first, await target.perform(one.recording)));
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

/** The first result, with what the second says about each of its discrepancies. */
function confirmed(first: RecordingResult, second: RecordingResult): RecordingResult {
  const discrepancies = first.discrepancies.map((one) => {
    const again = second.discrepancies.find(({ index }) => index === one.index);
    return { ...one, reproduced: again !== undefined && sameOutcome(one.actual, again.actual) };
  });
  return { ...first, discrepancies };
}
