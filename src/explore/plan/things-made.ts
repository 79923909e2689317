import { isDeepStrictEqual } from "node:util";
import { defaultInput, type Input, type Operation, requestPaths } from "../../model/index.ts";
import { valueAt } from "./place.ts";
import type { Resources } from "./resources.ts";
import { pick, type Thing, valuesOf } from "./thing.ts";

/** A call at its place in a draft. */
export interface DraftedCall {
  readonly operation: Operation;
  readonly input: Input;
  /** The step that it is. */
  readonly at: number;
  /** It may well be refused, so that nothing that it answers is named later. */
  readonly isUncertain: boolean;
  /** What it names, by resource. */
  readonly about: ReadonlyMap<string, Thing>;
}

/** The things that a call makes or finds, and what they lie in. */
export function thingsMadeBy(
  { operation, input, at, isUncertain, about }: DraftedCall,
  before: readonly Thing[],
  resources: Resources,
): readonly Thing[] {
  const isFinding = operation.readOnly && !isAboutOwn(operation, input, before, resources);
  const plain = defaultInput(operation, resources.interface.types);
  const made = Object.entries(operation.produces).flatMap(([resource, places]) => {
    // What is found in the account may be somebody else's; where its list goes on is nobody's.
    const isFound = operation.readOnly && resources.isTop(resource);
    if (isFound || (isFinding && !(resource in operation.consumes))) return [];
    return places.flatMap((place) => {
      const [path] = requestPaths([place]);
      if (path === undefined) return isUncertain ? [] : [{ resource, value: { $from: at, at: place } }];
      const value = pick(valueAt(input, path), valueAt(plain, path));
      return value === undefined ? [] : [{ resource, value }];
    });
  });
  return made.map((one) => {
    const beside = made.filter(({ resource }) => resource !== one.resource);
    const among = new Map([
      ...beside.map(({ resource, value }): [string, unknown] => [resource, value]),
      ...valuesOf(about),
    ]);
    among.delete(one.resource);
    return { ...one, among };
  });
}

/** Whether a call names something that the draft has made, and so does not look through the whole account. */
function isAboutOwn(
  operation: Operation,
  input: Input,
  things: readonly Thing[],
  resources: Resources,
): boolean {
  return resources.slotsOf(operation).some(({ resource, path }) => {
    if (resource in operation.produces) return false;
    const named = valueAt(input, path);
    return things.some((thing) => thing.resource === resource && isDeepStrictEqual(thing.value, named));
  });
}
