import { isDeepStrictEqual } from "node:util";
import type { Input, Operation, Types } from "../model/index.ts";
import { brokenAt } from "./broken/broken-at.ts";
import { inputProblems } from "./places/input-type.ts";
import type { Trial } from "./sequence.ts";
import { isChangedSo } from "./spots/changed-so.ts";
import { spotsOf } from "./spots/spots.ts";

const valid: Trial = { kind: "valid" };

/**
 * What a call tries once its input is a plainer one: of a value that was replaced, only what is true of the new one is said.
 *
 * @example
 * const tries = { kind: "mutated", path: "queueName", how: "with =" } as const;
 * trialNow(tries, { queueName: "jo=bs" }, { queueName: "aaa" }, operation, types); // { kind: "valid" }
 */
export function trialNow(tries: Trial, before: Input, now: Input, operation: Operation, types: Types): Trial {
  if (tries.kind !== "breaks" && tries.kind !== "mutated") return tries;
  const { path } = tries;
  const spotsAt = (input: Input) => spotsOf(input, operation, types).filter((spot) => spot.path === path);
  const spots = spotsAt(now);
  const values = spots.map(({ value }) => value);
  const earlier = spotsAt(before).map(({ value }) => value);
  // What is missing, and the names of a map's entries, stand nowhere.
  if (values.length === 0 && earlier.length === 0) return unlessMended(tries, before, now, operation, types);
  if (isDeepStrictEqual(values, earlier)) return tries;
  if (
    tries.kind === "mutated" &&
    values.some((value, index) => isChangedSo(tries.how, value, earlier[index]))
  )
    return tries;
  const broken = spots.flatMap(brokenAt);
  if (tries.kind === "breaks" && broken.some((one) => one === tries.refinement)) return tries;
  const [first] = broken;
  return first === undefined ? valid : { kind: "breaks", path, refinement: first };
}

/** What was wrong around a place is so still, unless all is well with what has changed. */
function unlessMended(tries: Trial, before: Input, now: Input, operation: Operation, types: Types): Trial {
  const name = /^[^.[ ]*/.exec("path" in tries ? tries.path : "")?.[0] ?? "";
  const isSame = isDeepStrictEqual(before[name], now[name]);
  return isSame || inputProblems(operation, now, types).length > 0 ? tries : valid;
}
