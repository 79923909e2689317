import { charactersOf } from "./charset.ts";
import { canEnd } from "./ending.ts";
import { format } from "./formats.ts";
import type { HttpShape, Presence } from "./http-shape.ts";
import { countAtLeast, countAtMost, multiple } from "./multiples.ts";
import type { Operation, Parameter } from "./operation.ts";
import {
  type NumberType,
  type ObjectType,
  present,
  resolve,
  type StringType,
  type Type,
  type Types,
} from "./types.ts";

/** Values for an operation's parameters, by their API names. */
export type Input = Readonly<Record<string, unknown>>;

/**
 * The smallest plain value of a type: the same one every time.
 *
 * @example
 * defaultValue(object({ Id: string({ minLength: 3 }), "Days?": int({ min: 1 }) })); // { Id: "aaa" }
 */
export function defaultValue(type: Type, types: Types = {}): unknown {
  return plainValue(type, { types, names: [] });
}

type Field = readonly [name: string, type: Type];

interface Situation {
  readonly types: Types;
  /** The named types on the way here: what comes through one of them again may never end. */
  readonly names: readonly string[];
}

function plainValue(type: Type, before: Situation): unknown {
  const { types } = before;
  const here = type.kind === "ref" ? { types, names: [...before.names, type.name] } : before;
  const actual = resolve(type, types);
  switch (actual.kind) {
    case "string":
      return defaultText(actual);
    case "int":
    case "long":
    case "double":
      return defaultNumber(actual);
    case "bool":
      return true;
    case "bytes":
      return new Uint8Array(actual.minLength ?? 0);
    case "any":
      return {};
    case "optional":
    case "void":
      return undefined;
    case "union":
      return plainValue(firstThatEnds(actual.of, here) ?? { kind: "void" }, here);
    case "array":
      return Array.from({ length: actual.min ?? 0 }, () => plainValue(actual.items, here));
    case "object": {
      const named = neededFields(actual, here).map(([name, field]) => [
        name,
        plainValue(present(field), here),
      ]);
      return Object.fromEntries([...named, ...fillers(actual, named.length, here)]);
    }
  }
}

function firstThatEnds(types: readonly Type[], situation: Situation): Type | undefined {
  return types.find((type) => canEnd(type, situation.types, situation.names)) ?? types[0];
}

/** The required fields; where a closed object needs more of them, its first optional ones too. */
function neededFields({ fields, open, minFields = 0 }: ObjectType, { types, names }: Situation): Field[] {
  const all = Object.entries(fields);
  const required = all.filter(([, field]) => field.kind !== "optional");
  const choice = open
    ? []
    : all.filter(([, field]) => field.kind === "optional" && canEnd(field.of, types, names));
  return [...required, ...choice.slice(0, Math.max(0, minFields - required.length))];
}

/** Fields of the caller's choice, as many as the least number asks for. */
function fillers(
  { minFields = 0, names, rest }: ObjectType,
  have: number,
  situation: Situation,
): [string, unknown][] {
  const stem = names === undefined ? "field" : defaultText(names);
  const missing = Math.max(0, minFields - have);
  return Array.from({ length: missing }, (_, index) => [
    index === 0 ? stem : `${stem}${index}`,
    plainValue(rest ?? { kind: "any" }, situation),
  ]);
}

function defaultText(type: StringType): string {
  const known = type.example ?? type.oneOf?.[0];
  if (known !== undefined) return known;
  if (type.format !== undefined) return format(type.format).example;
  const letter = type.charset === undefined ? "a" : letterOf(type.charset);
  return letter.repeat(Math.max(1, type.minLength ?? 0));
}

function letterOf(charset: string): string {
  const allowed = charactersOf(charset);
  const printable = allowed.find((char) => /[ -~]/.test(char));
  return ["a", "A", "0"].find((char) => allowed.includes(char)) ?? printable ?? allowed[0] ?? "a";
}

function defaultNumber({ kind, min, max, multipleOf }: NumberType): number {
  const step = multipleOf ?? (kind === "double" ? undefined : 1);
  if (step === undefined) return min ?? Math.min(1, max ?? 1);
  const count = min === undefined ? Math.min(1, countAtMost(max ?? step, step)) : countAtLeast(min, step);
  return multiple(count, step);
}

/**
 * Default values for what a request of the operation cannot do without.
 *
 * @example
 * defaultInput(operationOf("azure-queue", "Queue_Create"), interfaceOf("azure-queue").types);
 * // { queueName: "touchstone" }
 */
export function defaultInput(operation: Operation, types: Types): Input {
  const needed = new Set(operation.parameters.filter(({ required }) => required));
  for (const parameter of oneOfEach(operation)) needed.add(parameter);
  return Object.fromEntries([...needed].map(({ name, type }) => [name, defaultValue(present(type), types)]));
}

/** Parameters that no request can do without, though each may be left out: one of every group of alternatives. */
export function oneOfEach(operation: Operation): Parameter[] {
  return alternativesOf(operation).flatMap((alternatives) => {
    const chosen = alternatives.find((parameter) => parameter?.required) ?? alternatives[0];
    return chosen === undefined ? [] : [chosen];
  });
}

/**
 * Groups of parameters of which a request has at least one: such as tell the operation, and such as it needs.
 * Undefined stands for one that is always there, or that nobody could give.
 */
export function alternativesOf({ http, parameters, needs }: Operation): (Parameter | undefined)[][] {
  const told = http.has.map((presences) => presences.map((presence) => parameterOf(presence, parameters)));
  const needed = needs.map((names) =>
    names.map((name) => parameters.find((parameter) => parameter.name === name)),
  );
  return [...told, ...needed];
}

function parameterOf(presence: Presence, parameters: readonly Parameter[]): Parameter | undefined {
  return parameters.find(
    (parameter) =>
      parameter.in === presence.in && parameter.wire.toLowerCase() === presence.name.toLowerCase(),
  );
}

/** Whether the shape already fixes that header or query parameter. */
export function isFixed(http: HttpShape, { in: place, wire }: Parameter): boolean {
  if (place === "query") return Object.hasOwn(http.query, wire);
  return (
    place === "header" && Object.keys(http.headers).some((name) => name.toLowerCase() === wire.toLowerCase())
  );
}
