import { type CanonicalStep, canonicalise } from "./canonical-trace.ts";
import type { Field, ReadExchange } from "./step.ts";

/** What two runs of a test on the same emulator teach. */
export interface NoiseLesson {
  /** Places that differed: `Container_Create request.path[1]`. */
  readonly places: readonly string[];
  /** Whether the two runs are the same once those places are named by first use. */
  readonly isStable: boolean;
}

/** Finds what is noise by what differs between two runs that should have been the same. */
export function learnNoise(first: readonly ReadExchange[], second: readonly ReadExchange[]): NoiseLesson {
  const places = new Set<string>();
  const [own, other] = [byOperation(first), byOperation(second)];
  for (const [operation, steps] of own) {
    const counterparts = other.get(operation) ?? [];
    for (const [at, step] of steps.entries()) {
      for (const place of unequalPlaces(step.fields, counterparts[at]?.fields ?? [])) {
        places.add(`${step.operation} ${place}`);
      }
    }
  }
  const [one, two] = [first, second].map((exchanges) => canonicalise(exchanges, { noise: places }));
  return { places: [...places].sort(), isStable: one?.fingerprint === two?.fingerprint };
}

/** Steps by their operation, in the order of their coming, with what flows from one to the next named already. */
function byOperation(exchanges: readonly ReadExchange[]): ReadonlyMap<string, readonly CanonicalStep[]> {
  const { steps } = canonicalise(exchanges, { mode: "exact" });
  return Map.groupBy(steps, ({ service, operation }) => `${service} ${operation}`);
}

/** Places that both have equally often, with other values. */
function unequalPlaces(one: readonly Field[], other: readonly Field[]): readonly string[] {
  const [left, right] = [one, other].map((fields) => Map.groupBy(fields, ({ place }) => place));
  return [...(left ?? [])].flatMap(([place, fields]) => {
    const counterparts = right?.get(place) ?? [];
    if (fields.length !== counterparts.length) return [];
    return fields.every(({ value }, at) => value === counterparts[at]?.value) ? [] : [place];
  });
}
