import fc from "fast-check";
import { type Input, type ObjectType, type Operation, type Types, validate } from "../model/index.ts";
import { listsOf, structuresOf } from "./broken/counts.ts";
import { ofOtherKind, type Writing, writingOf } from "./broken/kinds.ts";
import { largest } from "./broken/largest.ts";
import { brokenNumbers } from "./broken/numbers.ts";
import type { TextRefinement } from "./broken/refinements.ts";
import { brokenTexts } from "./broken/texts.ts";
import { bareInputs } from "./places/bare-inputs.ts";
import { inputProblems } from "./places/input-type.ts";
import { type Place, placesOf } from "./places/places.ts";
import { withField } from "./places/settings.ts";
import { sampled } from "./sampled.ts";

/** What a value can break. `needs`: of a group of parameters none is given. */
export type Refinement =
  | TextRefinement
  | `name ${TextRefinement}`
  | "min"
  | "max"
  | "multipleOf"
  | "minItems"
  | "maxItems"
  | "minFields"
  | "maxFields"
  | "missing"
  | "needs"
  | "unknown-field"
  | "kind";

/**
 * A refinement that inputs can break. What only a value of more than 1 MiB would break is left out; so is a parameter
 * of the path that is missing, since nobody could write such a request.
 */
export interface Breakage {
  readonly parameter: string;
  /** `blobTags.BlobTagSet[].Value`; `metadata[name]` are the names of a map's entries; `A or B` a group of parameters. */
  readonly path: string;
  readonly refinement: Refinement;
  /** What cannot but break with it, where a type says one thing twice: a pattern that has a length in it. */
  readonly along: readonly Refinement[];
  /** Inputs, valid but for this one refinement, at and around the boundary. */
  readonly inputs: fc.Arbitrary<Input>;
}

interface Broken {
  readonly refinement: Refinement;
  readonly along?: readonly Refinement[];
  readonly values: fc.Arbitrary<unknown>;
  /** Where the problem is, as seen from the place. */
  readonly inside?: string;
}

/**
 * Every refinement that an input of the operation can break, with inputs that do.
 *
 * @example
 * const tags = breakagesOf(operationOf("azure-blob", "Blob_SetTags"), types);
 * tags.find(({ refinement }) => refinement === "maxItems")?.path; // "tags.BlobTagSet"
 */
export function breakagesOf(operation: Operation, types: Types): readonly Breakage[] {
  const atPlaces = placesOf(operation, types).flatMap((place) => {
    const writing = writingOf(place.parameter, operation);
    return brokenAt(place, writing, types).map(
      ({ refinement, along = [], values, inside = "" }): Breakage => ({
        parameter: place.parameter.name,
        path: place.path + inside,
        refinement,
        along,
        inputs: place.within(values),
      }),
    );
  });
  const refused = atPlaces.filter(
    ({ inputs }) => inputProblems(operation, sampled(inputs, 1), types).length > 0,
  );
  return [...merged(refused), ...unmetNeeds(operation, types)];
}

function brokenAt(place: Place, writing: Writing, types: Types): readonly Broken[] {
  const kinds = place.slot === "name" ? [] : ofOtherKind(place.type, writing);
  return [
    ...missing(place),
    ...valuesBreaking(place, "kind", kinds, types),
    ...brokenByType(place, writing, types),
  ];
}

function missing({ slot, optional, alternative, parameter, path }: Place): readonly Broken[] {
  const inPath = parameter.in === "path" && path === parameter.name;
  const mustBeThere = slot === "field" && !optional && alternative === 0 && !inPath;
  return mustBeThere ? [{ refinement: "missing", values: fc.constant(undefined) }] : [];
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

function brokenByType(place: Place, writing: Writing, types: Types): readonly Broken[] {
  const { type } = place;
  switch (type.kind) {
    case "string":
      return brokenTexts(type).flatMap(({ refinement, along, texts }) => {
        const isName = place.slot === "name";
        const named = (name: TextRefinement) => (isName ? (`name ${name}` as const) : name);
        // A name in the headers must be a token there: no client sends anything else.
        const sendable = isName && writing === "text" ? texts.filter((text) => token.test(text)) : texts;
        return valuesBreaking(place, named(refinement), sendable, types, along.map(named));
      });
    case "int":
    case "long":
    case "double":
      return brokenNumbers(type).flatMap(({ refinement, numbers }) =>
        valuesBreaking(place, refinement, numbers, types),
      );
    case "bytes": {
      const { minLength = 0, maxLength = largest } = type;
      return [
        ...(minLength > 0 ? [ofBytes("minLength", [minLength - 1, 0])] : []),
        ...(maxLength < largest ? [ofBytes("maxLength", [maxLength + 1])] : []),
      ];
    }
    case "array":
      return [
        ...counted("minItems", type.min, (min) => listsOf(type, min - 1, types)),
        ...counted("maxItems", type.max, (max) => listsOf(type, max + 1, types)),
      ];
    case "object":
      return [
        ...counted("minFields", type.minFields, (min) => structuresOf(type, min - 1, place.names, types)),
        ...counted("maxFields", type.maxFields, (max) => structuresOf(type, max + 1, place.names, types)),
        ...unknownField(type, writing, types),
      ];
    default:
      return [];
  }
}

/** Of these values those that no alternative of the place allows. */
function valuesBreaking(
  { declared }: Place,
  refinement: Refinement,
  values: readonly unknown[],
  types: Types,
  along: readonly Refinement[] = [],
): readonly Broken[] {
  const refused = values.filter((value) => validate(declared, value, types).length > 0);
  return refused.length === 0 ? [] : [{ refinement, along, values: fc.constantFrom(...refused) }];
}

function ofBytes(refinement: "minLength" | "maxLength", lengths: readonly number[]): Broken {
  const values = fc.constantFrom(...new Set(lengths)).map((length) => new Uint8Array(length).fill(97));
  return { refinement, values };
}

function counted(
  refinement: Refinement,
  bound: number | undefined,
  valuesFor: (bound: number) => fc.Arbitrary<unknown> | undefined,
): readonly Broken[] {
  const values = bound === undefined ? undefined : valuesFor(bound);
  return values === undefined ? [] : [{ refinement, values }];
}

const strangeName = "touchstone";

function unknownField(type: ObjectType, writing: Writing, types: Types): readonly Broken[] {
  if (type.open || writing === "text" || Object.hasOwn(type.fields, strangeName)) return [];
  const values = withField(type, strangeName, fc.constantFrom("a", ""), types);
  return [{ refinement: "unknown-field", values, inside: `.${strangeName}` }];
}

/** Alternatives of one place may have the same refinement. */
function merged(breakages: readonly Breakage[]): readonly Breakage[] {
  const groups = Map.groupBy(breakages, ({ path, refinement }) => `${path} ${refinement}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const along = [...new Set(group.flatMap((each) => each.along))];
    return [{ ...first, along, inputs: fc.oneof(...group.map(({ inputs }) => inputs)) }];
  });
}

/** Inputs without any of a group of parameters of which one must be given. */
function unmetNeeds(operation: Operation, types: Types): readonly Breakage[] {
  const whole = bareInputs(operation, types);
  return operation.needs.flatMap((names) => {
    const required = operation.parameters.some(({ name, required }) => required && names.includes(name));
    const [parameter] = names;
    if (required || parameter === undefined) return [];
    const inputs = whole.map((input) =>
      Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name))),
    );
    return [{ parameter, path: names.join(" or "), refinement: "needs", along: [], inputs }];
  });
}
