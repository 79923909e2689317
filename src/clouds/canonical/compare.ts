import type { CanonicalStep, CanonicalTrace } from "./canonical-trace.ts";
import type { Field } from "./step.ts";

/** Where two targets did not do the same. */
export interface Difference {
  readonly operation: string;
  /**
   * The place in the exchange, or `step` where one of them did something that the other did not, or `order` where all
   * is the same but the order in which it stands there.
   */
  readonly place: string;
  readonly emulator: string | undefined;
  readonly cloud: string | undefined;
  /** The first exchange of each, where there is one. */
  readonly exchanges: { readonly emulator: number | undefined; readonly cloud: number | undefined };
}

/** What differs between two traces, and what was let pass. */
export interface Comparison {
  /** In the order of the trace; nothing if they did the same. */
  readonly differences: readonly Difference[];
  /** Places at which texts for people differ. */
  readonly tolerated: readonly string[];
}

/** Compares what a test did on the emulator with what it did on the cloud: strictly, but for texts for people. */
export function compareTraces(emulator: CanonicalTrace, cloud: CanonicalTrace): Comparison {
  const differences: Difference[] = [];
  const tolerated = new Set<string>();
  for (const [here, there] of sideBySide(emulator.steps, cloud.steps)) {
    if (here === undefined || there === undefined) {
      differences.push(differenceOf("step", here, there, nameOf(here), nameOf(there)));
      continue;
    }
    for (const [place, own, other] of unequalFields(here.fields, there.fields)) {
      differences.push(differenceOf(place, here, there, own, other));
    }
    for (const [place] of unequalFields(here.messages, there.messages))
      tolerated.add(`${here.operation} ${place}`);
  }
  if (differences.length === 0 && emulator.fingerprint !== cloud.fingerprint) {
    const at = emulator.steps.findIndex((step, index) => orderOf(step) !== orderOf(cloud.steps[index]));
    const [here, there] = [emulator.steps[at], cloud.steps[at]];
    differences.push(differenceOf("order", here, there, orderOf(here), orderOf(there)));
  }
  return { differences, tolerated: [...tolerated].sort() };
}

type Pair = readonly [here: CanonicalStep | undefined, there: CanonicalStep | undefined];

/** How many steps that only one of them has may lie together before nothing lies side by side any more. */
const farthest = 50;

/** Steps in pairs; where only one of them did something, it stands alone, and both go on from where they meet again. */
function* sideBySide(here: readonly CanonicalStep[], there: readonly CanonicalStep[]): Iterable<Pair> {
  let [at, other] = [0, 0];
  while (at < here.length || other < there.length) {
    const [own, theirs] = meeting(here.slice(at, at + farthest), there.slice(other, other + farthest));
    for (const step of here.slice(at, at + own)) yield [step, undefined];
    for (const step of there.slice(other, other + theirs)) yield [undefined, step];
    at += own;
    other += theirs;
    if (at < here.length && nameOf(here[at]) === nameOf(there[other])) yield [here[at++], there[other++]];
  }
}

/** How many steps each of them has to pass until both do the same operation, as few together as possible. */
function meeting(here: readonly CanonicalStep[], there: readonly CanonicalStep[]): readonly [number, number] {
  for (let passed = 0; passed <= here.length + there.length; passed++) {
    for (let own = Math.max(0, passed - there.length); own <= Math.min(passed, here.length); own++) {
      const [mine, theirs] = [here[own], there[passed - own]];
      if (mine !== undefined && nameOf(mine) === nameOf(theirs)) return [own, passed - own];
    }
  }
  return [here.length, there.length];
}

/** The places of a step, in their order: what is the same at every place may still come in another one. */
function orderOf(step: CanonicalStep | undefined): string | undefined {
  return step?.fields.map(({ place }) => place).join(" ");
}

function nameOf(step: CanonicalStep | undefined): string | undefined {
  return step === undefined ? undefined : `${step.service} ${step.operation}`;
}

function differenceOf(
  place: string,
  here: CanonicalStep | undefined,
  there: CanonicalStep | undefined,
  emulator: string | undefined,
  cloud: string | undefined,
): Difference {
  const operation = (here ?? there)?.operation ?? "";
  const exchanges = { emulator: here?.exchanges[0], cloud: there?.exchanges[0] };
  return { operation, place, emulator, cloud, exchanges };
}

/** Fields at the same place, by their order there, whose values differ or which one side lacks. */
export function unequalFields(
  here: readonly Field[],
  there: readonly Field[],
): readonly (readonly [place: string, here: string | undefined, there: string | undefined])[] {
  if (areEqual(here, there)) return [];
  const [own, other] = [byPlace(here), byPlace(there)];
  const places = [...new Set([...own.keys(), ...other.keys()])];
  return places.flatMap((place) => {
    const [left = [], right = []] = [own.get(place), other.get(place)];
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => at)
      .filter((at) => left[at] !== right[at])
      .map((at) => [place, left[at], right[at]] as const);
  });
}

/** What is the same field by field is the same, and mostly all is. */
function areEqual(here: readonly Field[], there: readonly Field[]): boolean {
  if (here.length !== there.length) return false;
  return here.every(({ place, value }, at) => place === there[at]?.place && value === there[at].value);
}

function byPlace(fields: readonly Field[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(fields, ({ place }) => place);
  return new Map([...groups].map(([place, all]) => [place, all.map(({ value }) => value)]));
}
