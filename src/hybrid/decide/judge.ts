import type { CanonicalTrace } from "../../clouds/index.ts";
import { type Comparison, compareTraces, type Difference } from "../../clouds/index.ts";
import type { TestResult } from "../../lab/index.ts";

/**
 * What a test's run on the cloud says:
 * - `agrees`: the same outcome, and the same behaviour;
 * - `differs`: the same outcome, but another behaviour;
 * - `unsafe`: passes on the emulator and fails on the cloud;
 * - `false alarm`: fails on the emulator and passes on the cloud;
 * - `flaky`: differs from run to run on the same target, and says nothing;
 * - `throttled`: the cloud was busy, and its answers say nothing;
 * - `not run`: the cloud gave no result.
 */
export type Verdict = "agrees" | "differs" | "unsafe" | "false alarm" | "flaky" | "throttled" | "not run";

/** What was judged of a test that ran on both. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly emulator: TestResult;
  readonly cloud: TestResult | undefined;
  /** The first thing that was not the same. */
  readonly difference?: Difference;
  readonly tolerated: readonly string[];
  /** What it did on both, noise named; absent where the cloud gave no result. */
  readonly traces?: { readonly emulator: CanonicalTrace; readonly cloud: CanonicalTrace };
  /** What the cause may be, where it can be told. */
  readonly cause?: string;
}

/** Why nothing can be concluded from a test that ran on both. */
export interface Doubt {
  readonly verdict: "flaky" | "throttled" | "not run";
  readonly cause?: string;
}

/** One target's side of a test. */
export interface Side {
  readonly result: TestResult;
  readonly trace: CanonicalTrace;
}

/** Judges a test that ran on both; `doubt` is why nothing can be concluded from it. */
export function judge(emulator: Side, cloud: Side | undefined, doubt?: Doubt): Judgement {
  if (cloud === undefined || cloud.result.status === "skipped") {
    return { verdict: "not run", emulator: emulator.result, cloud: cloud?.result, tolerated: [] };
  }
  const comparison = compareTraces(emulator.trace, cloud.trace);
  const difference = firstOf(comparison.differences);
  const common = {
    emulator: emulator.result,
    cloud: cloud.result,
    tolerated: comparison.tolerated,
    traces: { emulator: emulator.trace, cloud: cloud.trace },
    ...(difference !== undefined && { difference }),
  };
  if (doubt !== undefined) return { ...common, ...doubt };
  const [here, there] = [emulator.result.status, cloud.result.status];
  if (here !== there) {
    const verdict = here === "passed" ? "unsafe" : "false alarm";
    const cause = causeOf(comparison, emulator.trace, cloud.trace);
    return { ...common, verdict, ...(cause !== undefined && { cause }) };
  }
  const isSame = difference === undefined && !hasProblems(emulator, cloud);
  return { ...common, verdict: isSame ? "agrees" : "differs" };
}

/**
 * The difference that says most. Who does something else has been answered otherwise before, so an answer comes before
 * a step that one side lacks; and which of several is named first follows from what differs elsewhere.
 */
function firstOf(differences: readonly Difference[]): Difference | undefined {
  const answers = differences.filter(({ place }) => place !== "step");
  return answers.find((difference) => !isConsequence(difference)) ?? answers[0] ?? differences[0];
}

function isConsequence({ place, emulator, cloud }: Difference): boolean {
  if (place === "step") return true;
  return emulator !== undefined && cloud !== undefined && unnumbered(emulator) === unnumbered(cloud);
}

function unnumbered(text: string): string {
  return text.replace(/‹(\w+)#\d+/g, "‹$1");
}

/**
 * Points at other differences where the first is one that tests have which end the same on both: that cannot be why
 * these end differently.
 */
export function pointOut(judgements: readonly Judgement[]): readonly Judgement[] {
  const harmless = new Set(
    judgements
      .filter(({ verdict }) => verdict === "differs")
      .flatMap((judgement) => differencesOf(judgement).map(wordsOf)),
  );
  return judgements.map((judgement) => {
    if (judgement.verdict !== "unsafe" && judgement.verdict !== "false alarm") return judgement;
    const telling = differencesOf(judgement).filter(
      (difference) => !harmless.has(wordsOf(difference)) && !isConsequence(difference),
    );
    const difference = firstOf(telling) ?? judgement.difference;
    return difference === undefined ? judgement : { ...judgement, difference };
  });
}

function differencesOf({ traces }: Judgement): readonly Difference[] {
  return traces === undefined ? [] : compareTraces(traces.emulator, traces.cloud).differences;
}

function wordsOf({ operation, place, emulator, cloud }: Difference): string {
  return JSON.stringify([operation, place, emulator, cloud]);
}

function hasProblems(...sides: readonly Side[]): boolean {
  return sides.some(({ trace }) => trace.problems.length > 0);
}

/** The emulator says itself that it cannot do that. */
function isLimit({ place, emulator = "" }: Difference): boolean {
  if (place === "response.status") return emulator === "501";
  return (
    /^response\..*(?:code|__type|errortype)$/i.test(place) &&
    /not_?implemented|unknownoperation/i.test(emulator)
  );
}

function causeOf(
  { differences, tolerated }: Comparison,
  emulator: CanonicalTrace,
  cloud: CanonicalTrace,
): string | undefined {
  const [first] = differences;
  if (emulator.problems.length + cloud.problems.length > 0) {
    return [...emulator.problems, ...cloud.problems][0];
  }
  if (first === undefined) {
    return tolerated.length > 0
      ? `only texts for people differ (${tolerated[0]}): the test seems to assert on one`
      : "no exchange differs: the outcome depends on something else, such as time";
  }
  const limit = differences.find(isLimit);
  if (limit !== undefined) return `a limit of the emulator: it does not implement ${limit.operation}`;
  const refusal = differences.find(({ place }) => place === "response.status");
  return refusal === undefined
    ? undefined
    : `${refusal.operation} answers ${refusal.emulator} on the emulator and ${refusal.cloud} on the cloud`;
}
