import fc from "fast-check";
import {
  type ArrayType,
  canEnd,
  defaultValue,
  type ObjectType,
  present,
  type StringType,
  scalarText,
  type Type,
  type Types,
} from "../../model/index.ts";
import { bareArbitrary } from "../places/bare.ts";
import { isRequired } from "../places/settings.ts";
import { largest } from "./largest.ts";
import { variants } from "./variants.ts";

/** Lists of so many different items; undefined where they would be too large. */
export function listsOf(
  { items }: ArrayType,
  count: number,
  types: Types,
): fc.Arbitrary<readonly unknown[]> | undefined {
  if (count < 0 || count * sizeOf(items, types) > largest) return undefined;
  if (count === 0) return fc.constant([]);
  return bareArbitrary(items, types).map((item) => variants(items, item, count, types));
}

/** Structures of so many fields; undefined where there can be none, or where they would be too large. */
export function structuresOf(
  type: ObjectType,
  count: number,
  names: readonly string[],
  types: Types,
): fc.Arbitrary<Readonly<Record<string, unknown>>> | undefined {
  const listed = Object.entries(type.fields)
    .filter(([, field]) => field.kind !== "optional" || canEnd(field.of, types, names))
    .toSorted(([a], [b]) => Number(isRequired(type, b)) - Number(isRequired(type, a)));
  const required = listed.filter(([name]) => isRequired(type, name)).length;
  const others = count - listed.length;
  if (count < required || (others > 0 && !type.open)) return undefined;
  if (others > 0 && others * sizeOf(type.rest ?? { kind: "any" }, types) > largest) return undefined;
  const fields = listed
    .slice(0, count)
    .map(([name, field]): [string, fc.Arbitrary<unknown>] => [name, bareArbitrary(present(field), types)]);
  const named = fc.record(Object.fromEntries(fields));
  if (others <= 0) return named;
  return fc
    .tuple(named, bareArbitrary(type.rest ?? { kind: "any" }, types))
    .map(([fixed, value]) => ({ ...fixed, ...entries(type, others, value) }));
}

function entries(type: ObjectType, count: number, value: unknown): Readonly<Record<string, unknown>> {
  const names: StringType = type.names ?? { kind: "string", example: "field" };
  const stem = String(defaultValue(names));
  return Object.fromEntries(variants(names, stem, count, {}).map((name) => [name, value]));
}

/** What a value takes at least when it is written, with what stands around it. */
function sizeOf(type: Type, types: Types): number {
  return scalarText(defaultValue(type, types)).length + 16;
}
