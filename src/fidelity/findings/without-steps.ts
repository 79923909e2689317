import { type FromAnswer, isFromAnswer, type Sequence, type Step } from "../../explore/index.ts";
import type { Interface, Parameter } from "../../model/index.ts";
import { nowhere } from "../pair/nowhere.ts";

/**
 * A sequence without some of its steps. What may be left out of a later step and refers to them is left out, what may not gets
 * something else to stand there, and the other references are counted anew; `undefined` where that cannot be.
 */
export function withoutSteps(
  sequence: Sequence,
  removed: ReadonlySet<number>,
  described: Interface,
): Sequence | undefined {
  const places = new Map<number, number>();
  const kept: Step[] = [];
  for (const [at, step] of sequence.entries()) {
    if (removed.has(at)) continue;
    const changed = renumbered(step, { sequence, places, described });
    if (changed === undefined) return undefined;
    places.set(at, kept.length);
    kept.push(changed);
  }
  return kept;
}

interface Around {
  readonly sequence: Sequence;
  /** Where the steps that are kept stand now. */
  readonly places: ReadonlyMap<number, number>;
  readonly described: Interface;
}

function renumbered(step: Step, around: Around): Step | undefined {
  const { places, described } = around;
  const operation = described.operations.find(({ name }) => name === step.operation);
  const entries: [string, unknown][] = [];
  for (const [name, value] of Object.entries(step.input)) {
    if (!refersElsewhere(value, places)) {
      entries.push([name, movedTo(value, places)]);
      continue;
    }
    const parameter = operation?.parameters.find((each) => each.name === name);
    if (parameter === undefined) return undefined;
    if (!parameter.required) continue;
    if (!isFromAnswer(value)) return undefined;
    entries.push([name, instead(value, parameter, around)]);
  }
  return { ...step, input: Object.fromEntries(entries) };
}

/** What stands for a value of a step that is gone: what that step itself was given for it, or what is to be found nowhere. */
function instead({ $from }: FromAnswer, parameter: Parameter, around: Around): unknown {
  const { sequence, places, described } = around;
  const given = sequence[$from]?.input[parameter.name];
  if (isFromAnswer(given)) {
    return places.has(given.$from) ? movedTo(given, places) : instead(given, parameter, around);
  }
  return typeof given === "string" ? given : nowhere(parameter.type, described.types);
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
