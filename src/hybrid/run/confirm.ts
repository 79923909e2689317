import { canonicalise, learnNoise } from "../../clouds/index.ts";
import type { CloudAccounts } from "../../lab/index.ts";
import type { SeenTest } from "../decide/decide.ts";
import { type Doubt, type Judgement, judge, pointOut, type Verdict } from "../decide/judge.ts";
import type { LearnedNoise, SafeListEntry } from "../safe-list/entry.ts";
import { type CloudRun, type CloudSide, runOnCloud } from "./cloud-run.ts";
import type { Observation } from "./observations.ts";
import type { HybridOptions } from "./options.ts";
import { perform } from "./perform.ts";
import type { TargetRun } from "./target-run.ts";

/** What the cloud said of the tests that were sent. */
export interface Confirmation extends Omit<CloudRun, "sides"> {
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly learned: number;
}

/** What is learned of a test. */
interface Lesson {
  readonly judgement: Judgement;
  readonly noise: LearnedNoise;
  readonly entry: SafeListEntry;
  /** Nothing of it was seen, so nothing can be learned. */
  readonly isSilent: boolean;
}

/** Runs tests once more on the emulator, to know their noise, and then on the cloud; learns what both agree on. */
export async function confirm(
  sent: readonly SeenTest[],
  run: string,
  open: () => CloudAccounts,
  options: HybridOptions,
): Promise<Confirmation> {
  await options.lab.reset();
  const again = await perform({ phase: "noise", selection: sent.map(({ test }) => test) }, options);
  const { sides, ...cloud } = await runOnCloud(sent, open, options);
  const lessons = sent.map((one) => lessonOf(one, again, sides.get(one.test.id), run, options));
  const agreed = lessons.filter(({ judgement, isSilent }) => judgement.verdict === "agrees" && !isSilent);
  if (options.isLearning) await learn(lessons, agreed, options);
  const judgements = pointOut(lessons.map(({ judgement }) => judgement));
  return {
    ...cloud,
    judgements: new Map(judgements.map((judgement) => [judgement.emulator.id, judgement])),
    learned: options.isLearning ? agreed.length : 0,
  };
}

function lessonOf(
  { test, result, observation, measured, source, noise: known }: SeenTest,
  again: TargetRun,
  side: CloudSide | undefined,
  run: string,
  { mode, storedId }: HybridOptions,
): Lesson {
  const second = again.observations.of(test.id, test.file);
  const { places: found, isStable } = learnNoise(observation.read, second.read, { noise: known, mode });
  const noise = new Set([...known, ...found]);
  const trace = canonicalise(observation.read, { noise, mode });
  const there =
    side?.result === undefined
      ? undefined
      : { result: side.result, trace: canonicalise(side.observation.read, { noise, mode }) };
  const isFlaky = !isStable || again.results.get(test.id)?.status !== result.status;
  const doubt = doubtOf(side, observation, isFlaky);
  const judgement = withAround(judge({ result, trace }, there, doubt), side?.around);
  const learned = new Date().toISOString();
  return {
    judgement,
    isSilent: observation.read.length === 0,
    noise: { test: storedId(test.id), measured, places: [...noise].sort(), learned },
    entry: {
      test: storedId(test.id),
      fingerprint: trace.fingerprint,
      measured,
      outcome: result.status,
      source,
      tolerated: judgement.tolerated,
      run,
      learned,
      requests: side?.observation.requests ?? 0,
    },
  };
}

function doubtOf(side: CloudSide | undefined, { shared }: Observation, isFlaky: boolean): Doubt | undefined {
  if (side?.isThrottled) return { verdict: "throttled" };
  if (side?.unreached !== undefined) return { verdict: "not run", cause: side.unreached };
  if (shared !== undefined) {
    const { name, madeBy } = shared;
    const cause = `it uses ${name}, which another test has made (${madeBy}), and on the cloud each test has names of its own: make it in a set-up`;
    return { verdict: "not run", cause };
  }
  return isFlaky ? { verdict: "flaky" } : undefined;
}

/** What failed around a test on the cloud is no agreement, whatever the test itself says. */
function withAround(judgement: Judgement, around: string | undefined): Judgement {
  if (around === undefined || judgement.verdict !== "agrees") return judgement;
  return { ...judgement, verdict: "differs", cause: around };
}

const denials: ReadonlySet<Verdict> = new Set(["unsafe", "false alarm", "differs"]);

/** Puts on the list what the cloud has confirmed, and takes off what it has denied. */
async function learn(
  lessons: readonly Lesson[],
  agreed: readonly Lesson[],
  { store }: HybridOptions,
): Promise<void> {
  await store.addNoise(lessons.map(({ noise }) => noise));
  await store.add(agreed.map(({ entry }) => entry));
  const denied = lessons.filter(({ judgement }) => denials.has(judgement.verdict));
  const known = await store.entries({ tests: denied.map(({ entry }) => entry.test) });
  const isDenied = (one: SafeListEntry) =>
    denied.some(
      ({ entry }) =>
        entry.test === one.test &&
        entry.fingerprint === one.fingerprint &&
        JSON.stringify(entry.measured) === JSON.stringify(one.measured),
    );
  await store.remove(known.filter(isDenied));
}
