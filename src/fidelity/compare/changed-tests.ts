import {
  type CanonicalTrace,
  canonicalise,
  compareTraces,
  learnNoise,
  type ReadExchange,
} from "../../clouds/index.ts";
import { type AnswerOutcome, outcomeOf, sameOutcome } from "../replay/outcome.ts";
import { type NamedRequest, namedRequest } from "../replay/recorded-request.ts";
import type { RecordedExchange, Recording } from "../replay/recording.ts";
import type { RecordingResult } from "../replay/result.ts";
import type { ChangedAnswer, ChangedTest, ChangedValue } from "./result.ts";

/** A recording on both targets, once. */
export interface OnBoth {
  readonly a: RecordingResult;
  readonly b: RecordingResult;
}

/** Which of a recording's exchanges are compared, by their tests; what is of none is the recording's own. */
export function placesByTest(
  recording: Recording,
  isCompared: (exchange: RecordedExchange, index: number) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const compared = [...recording.exchanges.entries()].filter(([index, exchange]) =>
    isCompared(exchange, index),
  );
  return Map.groupBy(
    compared.map(([index]) => index),
    (index) => testOf(recording, index),
  );
}

/** The tests that the two answer differently; where they were asked twice, both times. */
export function changedTests(
  recording: Recording,
  places: ReadonlyMap<string, readonly number[]>,
  first: OnBoth,
  second?: OnBoth,
): ChangedTest[] {
  return [...places].flatMap(([test, indices]): ChangedTest[] => {
    const answers = changedAnswers(recording, indices, first).filter(
      (one) => second === undefined || isSeenAgain(one, second),
    );
    const told = new Set(answers.map(({ index }) => index));
    const values = changedValues(indices, first, second).filter(
      ({ index }) => index === null || !told.has(index),
    );
    return answers.length + values.length === 0 ? [] : [{ test, answers, values }];
  });
}

function testOf({ name, exchanges }: Recording, index: number): string {
  return exchanges[index]?.test ?? name;
}

function changedAnswers(recording: Recording, indices: readonly number[], { a, b }: OnBoth): ChangedAnswer[] {
  return indices.flatMap((index): ChangedAnswer[] => {
    const exchange = recording.exchanges[index];
    const [here, there] = [a.answers.get(index) ?? null, b.answers.get(index) ?? null];
    if (exchange === undefined || isSame(here, there)) return [];
    const { service, operation } = namedRequest(exchange);
    const recorded = recordedOutcome(exchange, { service, operation });
    const recordedIs = isSame(recorded, here) ? "a" : isSame(recorded, there) ? "b" : "neither";
    const pair = { a: here, b: there, recorded, recordedIs } as const;
    return [{ recording: recording.name, index, service: service ?? "", operation, ...pair }];
  });
}

function recordedOutcome({ answer }: RecordedExchange, asked: NamedRequest): AnswerOutcome | null {
  return answer === undefined ? null : outcomeOf(answer, asked);
}

function isSame(one: AnswerOutcome | null, other: AnswerOutcome | null): boolean {
  return one === null || other === null ? one === other : sameOutcome(one, other);
}

function isSeenAgain({ index, a, b }: ChangedAnswer, again: OnBoth): boolean {
  return isSame(a, again.a.answers.get(index) ?? null) && isSame(b, again.b.answers.get(index) ?? null);
}

/** Both were asked in the recording's order. */
const mode = "exact";

/** What differs in answers by their canonical form; what differs between two times on the same target is noise. */
function changedValues(
  indices: readonly number[],
  first: OnBoth,
  second: OnBoth | undefined,
): ChangedValue[] {
  const wanted = new Set(indices);
  const of = ({ steps }: RecordingResult) => steps.filter(({ exchange }) => wanted.has(exchange - 1));
  const [a, b] = [of(first.a), of(first.b)];
  if (second === undefined) return valuesBetween(a, b, new Set());
  const [again, there] = [of(second.a), of(second.b)];
  const noise = new Set(
    [learnNoise(a, again, { mode }), learnNoise(b, there, { mode })].flatMap(({ places }) => places),
  );
  const seenAgain = new Set(valuesBetween(again, there, noise).map(placeOf));
  const byChance = [...valuesBetween(a, again, noise), ...valuesBetween(b, there, noise)].some(isByName);
  return valuesBetween(a, b, noise).filter(
    (one) => seenAgain.has(placeOf(one)) && !(byChance && isByName(one)),
  );
}

/**
 * Whether values differ only in which of the made-up ones they are. Some services make them of the time: whether two are the
 * same is then a matter of milliseconds.
 */
function isByName({ a, b }: ChangedValue): boolean {
  const withoutNames = (text: string) => text.replace(/‹[^›]*›/g, "‹›");
  return a !== null && b !== null && withoutNames(a) === withoutNames(b);
}

function placeOf({ index, operation, place }: ChangedValue): string {
  return JSON.stringify([index, operation, place]);
}

function valuesBetween(
  a: readonly ReadExchange[],
  b: readonly ReadExchange[],
  noise: ReadonlySet<string>,
): ChangedValue[] {
  const { differences } = compareTraces(answersOf(a, noise), answersOf(b, noise));
  return differences.map(({ operation, place, emulator, cloud, exchanges }) => {
    const exchange = exchanges.emulator ?? exchanges.cloud;
    return {
      index: exchange === undefined ? null : exchange - 1,
      operation,
      place,
      a: emulator ?? null,
      b: cloud ?? null,
    };
  });
}

/** A trace of answers alone: requests were made for the target, and are nothing that it does. */
function answersOf(read: readonly ReadExchange[], noise: ReadonlySet<string>): CanonicalTrace {
  const trace = canonicalise(read, { noise, mode });
  const steps = trace.steps.map((step) => ({
    ...step,
    fields: step.fields.filter(({ place }) => place.startsWith("response.")),
  }));
  return { ...trace, steps, fingerprint: JSON.stringify(steps.map(({ fields }) => fields)) };
}
