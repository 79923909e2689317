import fc from "fast-check";
import {
  canEnd,
  defaultValue,
  type Input,
  type ObjectType,
  type Operation,
  present,
  type Types,
} from "../model/index.ts";
import { bareArbitrary } from "./places/bare.ts";
import { bareInputs } from "./places/bare-inputs.ts";
import { type Place, placesOf } from "./places/places.ts";
import { valueArbitrary } from "./value-arbitrary.ts";

/** Valid inputs that differ from the barest in one thing. */
export interface Option {
  /** Empty where there is only what is required. */
  readonly path: string;
  /** Whether what may be left out is the only such thing that is given, or the only one of its structure that is not. */
  readonly given: "none" | "alone" | "all-but";
  readonly inputs: fc.Arbitrary<Input>;
}

/** Valid inputs with one value of an enumeration or one truth value at the path. */
export interface Choice {
  readonly path: string;
  readonly choice: string | boolean;
  readonly inputs: fc.Arbitrary<Input>;
}

/** Valid inputs with some text or number at the path, and with nothing else that can be left out. */
export interface Drawn {
  readonly path: string;
  readonly inputs: fc.Arbitrary<Input>;
}

/** Inputs of only what is required; with each optional thing alone; and structures that lack one such thing. */
export function withEachOptional(operation: Operation, types: Types): readonly Option[] {
  const bare = bareInputs(operation, types);
  const places = placesOf(operation, types);
  const alone = places
    .filter(({ optional, alternative, slot }) => slot === "field" && optional && alternative === 0)
    .map(
      ({ path, declared, within }): Option => ({
        path,
        given: "alone",
        inputs: within(bareArbitrary(declared, types)),
      }),
    );
  return [
    { path: "", given: "none", inputs: bare },
    ...alone,
    ...places.flatMap((place) => (place.type.kind === "object" ? allBut(place, place.type, types) : [])),
  ];
}

/** Where a structure has several optional fields and takes all of them at once, all but one. */
function allBut(place: Place, type: ObjectType, types: Types): readonly Option[] {
  const fields = Object.entries(type.fields).filter(
    ([, field]) => field.kind !== "optional" || canEnd(field.of, types, place.names),
  );
  const optional = fields.filter(([, field]) => field.kind === "optional").map(([name]) => name);
  if (optional.length < 2 || fields.length - 1 > (type.maxFields ?? fields.length)) return [];
  if (fields.length - 1 < (type.minFields ?? 0)) return [];
  return optional.map((left) => {
    const given = fields
      .filter(([name]) => name !== left)
      .map(([name, field]): [string, fc.Arbitrary<unknown>] => [name, bareArbitrary(present(field), types)]);
    const inputs = place.within(fc.record(Object.fromEntries(given)));
    return { path: `${place.path}.${left}`, given: "all-but", inputs };
  });
}

/** For every value of every enumeration at any depth, and for true and false, inputs that have it. */
export function eachChoice(operation: Operation, types: Types): readonly Choice[] {
  return placesOf(operation, types).flatMap(({ path, type, within }) =>
    choicesOf(type).map((choice) => ({ path, choice, inputs: within(fc.constant(choice)) })),
  );
}

function choicesOf(type: Place["type"]): readonly (string | boolean)[] {
  if (type.kind === "bool") return [true, false];
  return type.kind === "string" ? (type.oneOf ?? []) : [];
}

/**
 * For every text and every number at any depth that is no enumeration's, inputs that have any of its values there: seldom the
 * one that it has without reason for another.
 */
export function eachDrawn(operation: Operation, types: Types): readonly Drawn[] {
  return placesOf(operation, types)
    .filter(({ type }) => isDrawn(type))
    .map(({ path, type, within }) => ({ path, inputs: within(unusual(type, types)) }));
}

function unusual(type: Place["type"], types: Types): fc.Arbitrary<unknown> {
  const drawn = valueArbitrary(type, types);
  const usual = defaultValue(type, types);
  return fc.tuple(drawn, drawn, drawn).map((values) => values.find((value) => value !== usual) ?? usual);
}

function isDrawn(type: Place["type"]): boolean {
  if (type.kind === "string") return type.oneOf === undefined;
  return type.kind === "int" || type.kind === "long" || type.kind === "double";
}
