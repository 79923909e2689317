import type fc from "fast-check";
import {
  type ArrayType,
  type Input,
  type ObjectType,
  type Operation,
  type OptionalType,
  type Parameter,
  present,
  type RefType,
  resolve,
  type Type,
  type Types,
  type UnionType,
} from "../../model/index.ts";
import { inStep } from "../same-length.ts";
import { bareArbitrary } from "./bare.ts";
import { choosable, neededType } from "./input-type.ts";
import { entryNames, hasRoom, withEntry, withField, withItem } from "./settings.ts";

/** What stands at a place: no reference, nothing optional, no choice of types. */
export type PlacedType = Exclude<Type, RefType | OptionalType | UnionType>;

/** A place in the inputs of an operation, at any depth. */
export interface Place {
  readonly parameter: Parameter;
  /** `blobTags.BlobTagSet[].Value`; `metadata[name]` for the names of a map's entries, `metadata[]` for its values. */
  readonly path: string;
  readonly slot: "field" | "item" | "entry" | "name";
  readonly optional: boolean;
  /** As it is declared, with all alternatives. */
  readonly declared: Type;
  /** The alternative that is meant here, and its number. */
  readonly type: PlacedType;
  readonly alternative: number;
  /** The named types on the way here. */
  readonly names: readonly string[];
  /** Inputs with these values here, and with nothing else that can be left out. */
  readonly within: (values: fc.Arbitrary<unknown>) => fc.Arbitrary<Input>;
}

type Way = Omit<Place, "type" | "alternative">;

/** Deeper than any type goes that does not come round to itself. */
const deepest = 12;

/** Every place in the inputs of an operation, outer ones before those inside; types that contain themselves once. */
export function placesOf(operation: Operation, types: Types): readonly Place[] {
  const whole = neededType(operation);
  return choosable(operation).flatMap((parameter) => [
    ...placesIn(
      {
        parameter,
        path: parameter.name,
        slot: "field",
        optional: !parameter.required,
        declared: present(parameter.type),
        names: [],
        within: (values) =>
          withField(whole, parameter.name, values, types).map((input) =>
            inStep(operation, input, types, parameter.name),
          ),
      },
      types,
      0,
    ),
  ]);
}

function* placesIn(way: Way, types: Types, depth: number): Generator<Place, undefined> {
  if (depth > deepest) return;
  let alternative = 0;
  for (const { type, names } of alternativesOf(way.declared, way.names, types)) {
    const place = { ...way, type, names, alternative: alternative++ };
    yield place;
    if (type.kind === "object") yield* placesInObject(place, type, types, depth + 1);
    if (type.kind === "array") yield* placesInList(place, type, types, depth + 1);
  }
}

/** References followed and choices taken apart; a type that has come round to itself gives nothing. */
function alternativesOf(
  type: Type,
  names: readonly string[],
  types: Types,
): readonly { readonly type: PlacedType; readonly names: readonly string[] }[] {
  switch (type.kind) {
    case "ref": {
      if (names.includes(type.name)) return [];
      const target = types[type.name] ?? resolve(type, types);
      return alternativesOf(target, [...names, type.name], types);
    }
    case "optional":
      return alternativesOf(type.of, names, types);
    case "union":
      return type.of.flatMap((each) => alternativesOf(each, names, types));
    default:
      return [{ type, names }];
  }
}

function* placesInObject(
  place: Place,
  type: ObjectType,
  types: Types,
  depth: number,
): Generator<Place, undefined> {
  for (const [name, field] of Object.entries(type.fields)) {
    if (!hasRoom(type, name)) continue;
    const way: Way = {
      ...place,
      path: `${place.path}.${name}`,
      slot: "field",
      optional: field.kind === "optional",
      declared: present(field),
      within: (values) => place.within(withField(type, name, values, types)),
    };
    yield* placesIn(way, types, depth);
  }
  if (!type.open) return;
  const rest = type.rest ?? { kind: "any" };
  if (type.names !== undefined) {
    const within: Way["within"] = (names) =>
      place.within(withEntry(type, names.map(String), bareArbitrary(rest, types), types));
    const at = { ...place, path: `${place.path}[name]`, slot: "name", optional: false } as const;
    yield { ...at, declared: type.names, type: type.names, alternative: 0, within };
  }
  const within: Way["within"] = (values) => place.within(withEntry(type, entryNames(type), values, types));
  const at = { ...place, path: `${place.path}[]`, slot: "entry", optional: false } as const;
  yield* placesIn({ ...at, declared: rest, within }, types, depth);
}

function placesInList(
  place: Place,
  type: ArrayType,
  types: Types,
  depth: number,
): Generator<Place, undefined> {
  const way: Way = {
    ...place,
    path: `${place.path}[]`,
    slot: "item",
    optional: false,
    declared: type.items,
    within: (values) => place.within(withItem(type, values, types)),
  };
  return placesIn(way, types, depth);
}
