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
  const length = Math.max(emulator.steps.length, cloud.steps.length);
  for (let at = 0; at < length; at++) {
    const [here, there] = [emulator.steps[at], cloud.steps[at]];
    if (here === undefined || there === undefined || nameOf(here) !== nameOf(there)) {
      differences.push(differenceOf("step", here, there, nameOf(here), nameOf(there)));
      // Behind a step that only one of them has, nothing lies side by side any more.
      break;
    }
    for (const [place, own, other] of unequal(here.fields, there.fields)) {
      differences.push(differenceOf(place, here, there, own, other));
    }
    for (const [place] of unequal(here.messages, there.messages)) tolerated.add(`${here.operation} ${place}`);
  }
  if (differences.length === 0 && emulator.fingerprint !== cloud.fingerprint) {
    const at = emulator.steps.findIndex((step, index) => orderOf(step) !== orderOf(cloud.steps[index]));
    const [here, there] = [emulator.steps[at], cloud.steps[at]];
    differences.push(differenceOf("order", here, there, orderOf(here), orderOf(there)));
  }
  return { differences, tolerated: [...tolerated].sort() };
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
function unequal(
  here: readonly Field[],
  there: readonly Field[],
): readonly (readonly [place: string, here: string | undefined, there: string | undefined])[] {
  const [own, other] = [byPlace(here), byPlace(there)];
  const places = [...new Set([...own.keys(), ...other.keys()])];
  return places.flatMap((place) => {
    const [left = [], right = []] = [own.get(place), other.get(place)];
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => at)
      .filter((at) => left[at] !== right[at])
      .map((at) => [place, left[at], right[at]] as const);
  });
}

function byPlace(fields: readonly Field[]): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(fields, ({ place }) => place);
  return new Map([...groups].map(([place, all]) => [place, all.map(({ value }) => value)]));
}
