import fc from "fast-check";
import type { Input, Operation, Types } from "../model/index.ts";
import type { Refinement } from "./breakage.ts";
import { listsOf, structuresOf } from "./broken/counts.ts";
import { largest } from "./broken/largest.ts";
import { boundaryNumbers } from "./broken/numbers.ts";
import { boundaryTexts } from "./broken/texts.ts";
import { type Place, placesOf } from "./places/places.ts";

/** Valid inputs whose value at the path stands exactly on a bound of what is allowed. */
export interface Boundary {
  readonly parameter: string;
  readonly path: string;
  readonly refinement: Refinement;
  readonly inputs: fc.Arbitrary<Input>;
}

interface OnBound {
  readonly refinement: Refinement;
  readonly values: fc.Arbitrary<unknown>;
}

/**
 * Inputs on the allowed side of every bound: the longest and the shortest, the least and the greatest, the most and the
 * fewest, and the last characters of a set. Bounds above 1 MiB are left out.
 */
export function boundaryInputs(operation: Operation, types: Types): readonly Boundary[] {
  return placesOf(operation, types).flatMap((place) =>
    onBounds(place, types).map(({ refinement, values }) => ({
      parameter: place.parameter.name,
      path: place.path,
      refinement,
      inputs: place.within(values),
    })),
  );
}

function onBounds({ type, slot, names }: Place, types: Types): readonly OnBound[] {
  switch (type.kind) {
    case "string":
      return boundaryTexts(type).map(({ refinement, texts }) => ({
        refinement: slot === "name" ? `name ${refinement}` : refinement,
        values: fc.constantFrom(...texts),
      }));
    case "int":
    case "long":
    case "double":
      return boundaryNumbers(type).map(({ refinement, numbers }) => ({
        refinement,
        values: fc.constantFrom(...numbers),
      }));
    case "bytes":
      return [
        ...counted("minLength", type.minLength ?? 0, bytesOf),
        ...counted("maxLength", type.maxLength, bytesOf),
      ];
    case "array":
      return [
        ...counted("minItems", type.min ?? 0, (min) => listsOf(type, min, types)),
        ...counted("maxItems", type.max, (max) => listsOf(type, max, types)),
      ];
    case "object":
      return [
        ...counted("minFields", type.minFields, (min) => structuresOf(type, min, names, types)),
        ...counted("maxFields", type.maxFields, (max) => structuresOf(type, max, names, types)),
      ];
    default:
      return [];
  }
}

function bytesOf(length: number): fc.Arbitrary<Uint8Array> | undefined {
  return length > largest ? undefined : fc.nat(255).map((byte) => new Uint8Array(length).fill(byte));
}

function counted(
  refinement: Refinement,
  bound: number | undefined,
  valuesFor: (bound: number) => fc.Arbitrary<unknown> | undefined,
): readonly OnBound[] {
  const values = bound === undefined ? undefined : valuesFor(bound);
  return values === undefined ? [] : [{ refinement, values }];
}
