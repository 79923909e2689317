import { isFromAnswer, type Sequence, type Step } from "../../explore/index.ts";
import type { Interface } from "../../model/index.ts";

/**
 * A sequence without some of its steps. What may be left out of a later step and refers to them is left out, and the
 * other references are counted anew; `undefined` where a later step cannot do without.
 */
export function withoutSteps(
  sequence: Sequence,
  removed: ReadonlySet<number>,
  contract: Interface,
): Sequence | undefined {
  const places = new Map<number, number>();
  const kept: Step[] = [];
  for (const [at, step] of sequence.entries()) {
    if (removed.has(at)) continue;
    const changed = renumbered(step, places, contract);
    if (changed === undefined) return undefined;
    places.set(at, kept.length);
    kept.push(changed);
  }
  return kept;
}

function renumbered(
  step: Step,
  places: ReadonlyMap<number, number>,
  { operations }: Interface,
): Step | undefined {
  const operation = operations.find(({ name }) => name === step.operation);
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(step.input)) {
    if (refersElsewhere(value, places)) {
      const parameter = operation?.parameters.find((each) => each.name === name);
      if (parameter === undefined || parameter.required) return undefined;
    } else entries.push([name, movedTo(value, places)]);
  }
  return { ...step, input: Object.fromEntries(entries) };
}

/** Whether a value takes something from a step that is no longer there. */
function refersElsewhere(value: unknown, places: ReadonlyMap<number, number>): boolean {
  if (isFromAnswer(value)) return !places.has(value.$from);
  return partsOf(value).some(([, part]) => refersElsewhere(part, places));
}

function movedTo(value: unknown, places: ReadonlyMap<number, number>): unknown {
  if (isFromAnswer(value)) return { ...value, $from: places.get(value.$from) };
  if (Array.isArray(value)) return value.map((item: unknown) => movedTo(item, places));
  const parts = partsOf(value);
  return parts.length === 0
    ? value
    : Object.fromEntries(parts.map(([name, part]) => [name, movedTo(part, places)]));
}

function partsOf(value: unknown): [string, unknown][] {
  const isWhole = typeof value !== "object" || value === null || value instanceof Uint8Array;
  return isWhole ? [] : Object.entries(value);
}
