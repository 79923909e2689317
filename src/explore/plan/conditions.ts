import {
  defaultValue,
  type Operation,
  type Parameter,
  present,
  resolve,
  type Type,
  type Types,
} from "../../model/index.ts";
import { sampled } from "../sampled.ts";
import { isFromAnswer } from "../sequence.ts";
import { valueArbitrary } from "../value-arbitrary.ts";
import type { Draft } from "./draft.ts";
import type { Thing } from "./thing.ts";

/** A value of a header by which HTTP makes a call depend on what stands there. */
export interface Condition {
  readonly parameter: Parameter;
  readonly isFulfilled: boolean;
  /** The value; nothing where there is none yet. */
  readonly value: (draft: Draft, about: ReadonlyMap<string, Thing>) => unknown;
}

/** Long before and long after anything that a run makes. */
const past = new Date("2011-01-01T00:00:00Z");
const future = new Date("2036-12-31T00:00:00Z");

/** Whether a parameter is one of the conditions of HTTP, be it of a copy's source. */
export function isCondition({ in: place, wire }: Parameter): boolean {
  return place === "header" && /(^|-)if-(none-match|match|modified-since|unmodified-since)$/i.test(wire);
}

/** For each condition of an operation values that are fulfilled by something that is there, and values that are not. */
export function conditionsOf({ parameters }: Operation, types: Types): readonly Condition[] {
  return parameters.filter(isCondition).flatMap((parameter) => {
    const isNegative = /if-(none-match|unmodified-since)$/i.test(parameter.wire);
    const type = resolve(present(parameter.type), types);
    const condition = (isFulfilled: boolean, value: Condition["value"]): Condition => ({
      parameter,
      isFulfilled: isFulfilled !== isNegative,
      value,
    });
    if (/-match$/i.test(parameter.wire)) {
      const other = () => otherTag(type, types);
      return [condition(false, other), condition(true, tagOf), condition(true, () => "*")];
    }
    const isIso = type.kind === "string" && type.format === "date-time";
    const written = (date: Date) => (isIso ? date.toISOString() : date.toUTCString());
    return [condition(false, () => written(future)), condition(true, () => written(past))];
  });
}

/** The tag that was answered last for these things. */
function tagOf(draft: Draft, about: ReadonlyMap<string, Thing>): unknown {
  const isTag = ({ value }: Thing) => isFromAnswer(value) && /\betag$/i.test(value.at);
  return draft.latest(isTag, about)?.value;
}

/** A tag that nothing has. */
function otherTag(type: Type, types: Types): unknown {
  const drawn = [1, 2, 3, 4, 5, 6].map((seed) => sampled(valueArbitrary(type, types), seed));
  return drawn.find((value) => value !== "*") ?? defaultValue(type, types);
}
