import type { ServiceTarget } from "../../lab/index.ts";
import { allEnded } from "../all-ended.ts";
import { pausesIn } from "./clock.ts";
import { sameOutcome } from "./outcome.ts";
import type { Recording } from "./recording.ts";
import { ReplayTarget, type TargetOptions } from "./replay-target.ts";
import type { RecordingResult } from "./result.ts";

/** A recording and what became of it. */
export interface PerformedRecording {
  /** Without its bodies where nothing differs: nobody looks at them again, and there may be many. */
  readonly recording: Recording;
  readonly result: RecordingResult;
}

export interface LanesOptions extends TargetOptions {
  /** Told after each recording. */
  readonly onRecording?: (name: string, result: RecordingResult) => void;
}

/**
 * Performs recordings on a target, those with discrepancies twice; those that wait side by side, on more of its kind. Their
 * order stays.
 */
export async function performAll(
  recordings: AsyncIterable<Recording>,
  target: ReplayTarget,
  on: readonly ServiceTarget[],
  options: LanesOptions,
): Promise<PerformedRecording[]> {
  const slow: Numbered[] = [];
  const done: PerformedRecording[] = [];
  const onResult: OnResult = ({ at, recording }, result) => {
    const isClear = result.discrepancies.length === 0;
    done[at] = { recording: isClear ? withoutBodies(recording) : recording, result };
    options.onRecording?.(recording.name, result);
  };
  const isPutAside = (one: Numbered) =>
    options.cloud === undefined && canMultiply(on) && isSlow(one) && slow.push(one) > 0;
  await performLane(numbered(recordings, isPutAside), target, onResult);
  const quiet: TargetOptions = {
    ...options,
    onEvent(event) {
      if (/^(?:crashed|restarted|lost)$/.test(event.type)) options.onEvent?.(event);
    },
  };
  const lane = async () => {
    await using another = await ReplayTarget.open(on, quiet);
    await performLane(taken(slow), another, onResult);
  };
  await allEnded(Array.from({ length: Math.min(mostLanes, slow.length) }, lane));
  return done;
}

const nothing = Buffer.alloc(0);

function withoutBodies({ name, exchanges }: Recording): Recording {
  return {
    name,
    exchanges: exchanges.map(({ answer, ...exchange }) => ({
      ...exchange,
      body: nothing,
      ...(answer !== undefined && { answer: { ...answer, body: nothing } }),
    })),
  };
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

type OnResult = (one: Numbered, result: RecordingResult) => void;

async function performLane(work: Work, { perform }: ReplayTarget, onResult: OnResult): Promise<void> {
  for await (const one of work) {
    const first = await perform(one.recording);
    const isClear = first.discrepancies.length === 0;
    onResult(one, isClear ? first : confirmed(first, await perform(one.recording)));
  }
}

/** The first result, with what the second says about each of its discrepancies. */
function confirmed(first: RecordingResult, second: RecordingResult): RecordingResult {
  const discrepancies = first.discrepancies.map((one) => {
    const again = second.discrepancies.find(({ index }) => index === one.index);
    return { ...one, reproduced: again !== undefined && sameOutcome(one.actual, again.actual) };
  });
  return { ...first, discrepancies };
}
