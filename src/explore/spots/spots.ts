import {
  type Input,
  type Operation,
  type Parameter,
  present,
  resolve,
  type Type,
  type Types,
  validate,
} from "../../model/index.ts";
import { choosable } from "../places/input-type.ts";
import type { PlacedType } from "../places/places.ts";
import { isAtEndpoint, isFromAnswer } from "../sequence.ts";

type Structure = Readonly<Record<string, unknown>>;

/** A value in an input, at any depth, with what may be done to it. */
export interface Spot {
  readonly parameter: Parameter;
  /** As places are named: `blobTags.BlobTagSet[].Value`. */
  readonly path: string;
  readonly value: unknown;
  /** The type that it is meant to have; of several the one that it comes closest to. */
  readonly type: PlacedType;
  /** Whether it may be left out: what is optional, and every item and entry. */
  readonly optional: boolean;
  readonly slot: "parameter" | "field" | "item" | "entry";
  /** It stands for what is only known later, and is not looked into. */
  readonly isReference: boolean;
  /** The input with another value here; undefined takes it out. */
  readonly with: (value: unknown) => Input;
}

type Way = Omit<Spot, "type" | "isReference"> & { readonly declared: Type };

/** Every value in an input, outer ones before those inside. */
export function spotsOf(input: Input, operation: Operation, types: Types): readonly Spot[] {
  return choosable(operation)
    .filter(({ name }) => input[name] !== undefined)
    .flatMap((parameter) => [
      ...spotsIn(
        {
          parameter,
          path: parameter.name,
          value: input[parameter.name],
          declared: parameter.type,
          optional: !parameter.required,
          slot: "parameter",
          with: (value) => changed(input, parameter.name, value),
        },
        types,
      ),
    ]);
}

/** Whether a value stands for what is only known when the sequence is performed. */
export function isReference(value: unknown): boolean {
  return isFromAnswer(value) || isAtEndpoint(value);
}

/** Whether there is such a value in it. */
export function holdsReference(value: unknown): boolean {
  if (isReference(value)) return true;
  return isStructure(value) || Array.isArray(value) ? Object.values(value).some(holdsReference) : false;
}

export function isStructure(value: unknown): value is Structure {
  return (
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}

function* spotsIn(way: Way, types: Types): Generator<Spot, undefined> {
  const { value, declared } = way;
  const reference = isReference(value);
  const type = reference ? ({ kind: "any" } as const) : meantType(declared, value, types);
  yield { ...way, type, isReference: reference };
  if (reference) return;
  if (Array.isArray(value)) yield* spotsInList(way, type, value, types);
  else if (isStructure(value)) yield* spotsInStructure(way, type, value, types);
}

function* spotsInList(
  way: Way,
  type: PlacedType,
  list: readonly unknown[],
  types: Types,
): Generator<Spot, undefined> {
  const declared: Type = type.kind === "array" ? type.items : { kind: "any" };
  for (const [index, value] of list.entries()) {
    const put = (other: unknown) =>
      way.with(other === undefined ? list.toSpliced(index, 1) : list.with(index, other));
    yield* spotsIn(
      { ...way, path: `${way.path}[]`, value, declared, optional: true, slot: "item", with: put },
      types,
    );
  }
}

function* spotsInStructure(
  way: Way,
  type: PlacedType,
  structure: Structure,
  types: Types,
): Generator<Spot, undefined> {
  const fields = type.kind === "object" ? type.fields : {};
  const rest: Type = (type.kind === "object" ? type.rest : undefined) ?? { kind: "any" };
  for (const [name, value] of Object.entries(structure)) {
    if (value === undefined) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    yield* spotsIn(
      {
        ...way,
        path: field === undefined ? `${way.path}[]` : `${way.path}.${name}`,
        value,
        declared: field ?? rest,
        optional: field === undefined || field.kind === "optional",
        slot: field === undefined ? "entry" : "field",
        with: (other) => way.with(changed(structure, name, other)),
      },
      types,
    );
  }
}

function changed(structure: Structure, name: string, value: unknown): Structure {
  if (value !== undefined) return { ...structure, [name]: value };
  return Object.fromEntries(Object.entries(structure).filter(([each]) => each !== name));
}

function meantType(declared: Type, value: unknown, types: Types): PlacedType {
  const type = resolve(present(declared), types);
  if (type.kind === "optional") return meantType(type.of, value, types);
  if (type.kind !== "union") return type;
  const problems = type.of.map((each) => validate(each, value, types).length);
  const closest = type.of[problems.indexOf(Math.min(...problems))];
  return closest === undefined ? { kind: "any" } : meantType(closest, value, types);
}
