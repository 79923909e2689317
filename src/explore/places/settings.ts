import fc from "fast-check";
import {
  type ArrayType,
  defaultValue,
  type ObjectType,
  present,
  type StringType,
  type Types,
} from "../../model/index.ts";
import { valueArbitrary } from "../value-arbitrary.ts";
import { bareArbitrary } from "./bare.ts";

type Structure = Readonly<Record<string, unknown>>;

/** Structures with these values in one field; what is undefined is left out. */
export function withField(
  type: ObjectType,
  name: string,
  values: fc.Arbitrary<unknown>,
  types: Types,
): fc.Arbitrary<Structure> {
  return fc
    .tuple(bareArbitrary(type, types), values)
    .map(([around, value]) => filled(type, put(type, around as Structure, name, value), name, types));
}

/** Where one field was left out and there are too few now, others take its place. */
function filled(type: ObjectType, structure: Structure, without: string, types: Types): Structure {
  const missing = (type.minFields ?? 0) - Object.keys(structure).length;
  if (missing <= 0) return structure;
  const others = Object.entries(type.fields)
    .filter(
      ([name, field]) => field.kind === "optional" && name !== without && !Object.hasOwn(structure, name),
    )
    .slice(0, missing)
    .map(([name, field]) => [name, defaultValue(present(field), types)]);
  return { ...structure, ...Object.fromEntries(others) };
}

/** Lists with one of these values, and no more others than there must be. */
export function withItem(
  { items, min = 0 }: ArrayType,
  values: fc.Arbitrary<unknown>,
  types: Types,
): fc.Arbitrary<readonly unknown[]> {
  const others = Math.max(0, min - 1);
  if (others === 0) return values.map((value) => [value]);
  const around = fc.array(bareArbitrary(items, types), { minLength: others, maxLength: others });
  return fc
    .tuple(around, values, fc.boolean())
    .map(([rest, value, first]) => (first ? [value, ...rest] : [...rest, value]));
}

/** Maps with an entry of these names and values. */
export function withEntry(
  type: ObjectType,
  names: fc.Arbitrary<string>,
  values: fc.Arbitrary<unknown>,
  types: Types,
): fc.Arbitrary<Structure> {
  return fc
    .tuple(bareArbitrary(type, types), names, values)
    .map(([around, name, value]) => put(type, around as Structure, name, value));
}

/** Names that entries of a map may have. */
export function entryNames(type: ObjectType): fc.Arbitrary<string> {
  const names: StringType = type.names ?? { kind: "string", minLength: 1, example: "field" };
  const plain = String(defaultValue(names));
  const drawn = valueArbitrary(names).map((name) =>
    Object.hasOwn(type.fields, String(name)) ? plain : String(name),
  );
  return fc.oneof({ arbitrary: fc.constant(plain), weight: 2 }, { arbitrary: drawn, weight: 1 });
}

/** Where there would be too many fields, others make room. */
function put(type: ObjectType, structure: Structure, name: string, value: unknown): Structure {
  const given = Object.entries({ ...structure, [name]: value }).filter(([, each]) => each !== undefined);
  let excess = given.length - (type.maxFields ?? given.length);
  const kept = given.filter(([field]) => {
    const mayGo = field !== name && !isRequired(type, field);
    if (!mayGo || excess <= 0) return true;
    excess--;
    return false;
  });
  return Object.fromEntries(kept);
}

/** Whether the type lists the field as one that must be there. */
export function isRequired({ fields }: ObjectType, name: string): boolean {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field !== undefined && field.kind !== "optional";
}

/** Whether the field can be given at all, beside those that must be. */
export function hasRoom(type: ObjectType, name: string): boolean {
  const others = Object.keys(type.fields).filter((each) => each !== name && isRequired(type, each));
  return type.maxFields === undefined || others.length < type.maxFields;
}
