import fc from "fast-check";
import type { Input, Operation, Parameter, Type, Types } from "../model/index.ts";
import { choosable } from "./places/input-type.ts";
import { changesOf } from "./spots/changes.ts";
import { type Spot, spotsOf } from "./spots/spots.ts";
import type { Change } from "./spots/text-changes.ts";

/** An input with one place changed. */
export interface Mutation {
  readonly input: Input;
  readonly path: string;
  /** `doubled`, `with #`, `first item twice`. */
  readonly how: string;
}

/** Changes of one place; they are only worked out when the place is drawn. */
type Changes = () => readonly Mutation[];

/**
 * Draws inputs that differ from this one in one place, or in two parameters that have changed places. What stands for
 * a thing known only later may go or be moved, but is not changed inside.
 *
 * @example
 * sampled(mutations({ queueName: "jobs" }, operationOf("azure-queue", "Queue_Create"), types), 7);
 * // { input: { queueName: "jobs/.." }, path: "queueName", how: "parent behind" }
 */
export function mutations(input: Input, operation: Operation, types: Types): fc.Arbitrary<Mutation> {
  const spots = spotsOf(input, operation, types);
  const dropped = spots
    .filter(isDroppable)
    .map((spot) => mutation(spot, { how: "dropped", value: undefined }));
  const swapped = swaps(input, operation);
  const places: readonly Changes[] = [
    ...spots
      .filter(isChangeable)
      .map((spot) => () => changesOf(spot).map((change) => mutation(spot, change))),
    ...[dropped, swapped].filter((all) => all.length > 0).map((all) => () => all),
  ];
  if (places.length === 0) return fc.constant({ input, path: "", how: "unchanged" });
  return fc.constantFrom(...places).chain((changes) => fc.constantFrom(...changes()));
}

function mutation({ path, with: put }: Spot, { how, value }: Change): Mutation {
  return { input: put(value), path, how };
}

/** Scalars can always be changed; asking them all would take longer than drawing one. */
function isChangeable(spot: Spot): boolean {
  return (typeof spot.value !== "object" && !spot.isReference) || changesOf(spot).length > 0;
}

/** Items of lists are dropped by changes of the list. */
function isDroppable({ optional, slot }: Spot): boolean {
  return optional && slot !== "item";
}

/** Two parameters of the same type, each with the other's value. */
function swaps(input: Input, operation: Operation): readonly Mutation[] {
  const given = choosable(operation).filter(({ name }) => input[name] !== undefined);
  return given.flatMap((one, index) =>
    given
      .slice(index + 1)
      .filter((other) => isSameType(one, other) && input[one.name] !== input[other.name])
      .map((other) => ({
        input: { ...input, [one.name]: input[other.name], [other.name]: input[one.name] },
        path: one.name,
        how: `swapped with ${other.name}`,
      })),
  );
}

const written = new WeakMap<Type, string>();

function isSameType({ type: one }: Parameter, { type: other }: Parameter): boolean {
  return one === other || (one.kind === other.kind && writtenType(one) === writtenType(other));
}

function writtenType(type: Type): string {
  let text = written.get(type);
  if (text === undefined) {
    text = JSON.stringify(type);
    written.set(type, text);
  }
  return text;
}
