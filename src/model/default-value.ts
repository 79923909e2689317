import { format } from "./formats.ts";
import type { HttpShape, Presence } from "./http-shape.ts";
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
import { charsetPattern } from "./validate.ts";

/** Values for an operation's parameters, by their API names. */
export type Input = Readonly<Record<string, unknown>>;

/**
 * The smallest plain value of a type: the same one every time.
 *
 * @example
 * defaultValue(object({ Id: string({ minLength: 3 }), "Days?": int({ min: 1 }) })); // { Id: "aaa" }
 */
export function defaultValue(type: Type, types: Types = {}): unknown {
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
      return defaultValue(actual.of[0] ?? { kind: "void" }, types);
    case "array":
      return Array.from({ length: actual.min ?? 0 }, () => defaultValue(actual.items, types));
    case "object": {
      const named = neededFields(actual).map(([name, field]) => [name, defaultValue(present(field), types)]);
      return Object.fromEntries([...named, ...fillers(actual, named.length, types)]);
    }
  }
}

/** The required fields; where a closed object needs more of them, its first optional ones too. */
function neededFields({ fields, open, minFields = 0 }: ObjectType): [string, Type][] {
  const all = Object.entries(fields);
  const required = all.filter(([, field]) => field.kind !== "optional");
  const choice = open ? [] : all.filter(([, field]) => field.kind === "optional");
  return [...required, ...choice.slice(0, Math.max(0, minFields - required.length))];
}

/** Fields of the caller's choice, as many as the least number asks for. */
function fillers(
  { minFields = 0, names, rest }: { minFields?: number; names?: StringType; rest?: Type },
  have: number,
  types: Types,
): [string, unknown][] {
  const stem = names === undefined ? "field" : defaultText(names);
  const missing = Math.max(0, minFields - have);
  return Array.from({ length: missing }, (_, index) => [
    index === 0 ? stem : `${stem}${index}`,
    defaultValue(rest ?? { kind: "any" }, types),
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
  const allowed = charsetPattern(charset);
  const candidates = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index));
  return ["a", "A", "0", ...candidates].find((char) => allowed.test(char)) ?? "a";
}

function defaultNumber({ min, max, multipleOf = 1 }: NumberType): number {
  const wanted = min ?? Math.min(multipleOf, max ?? multipleOf);
  return Math.ceil(wanted / multipleOf) * multipleOf;
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
export function oneOfEach({ http, parameters, needs }: Operation): Parameter[] {
  const told = http.has.map((presences) => presences.map((presence) => parameterOf(presence, parameters)));
  const needed = needs.map((names) =>
    names.map((name) => parameters.find((parameter) => parameter.name === name)),
  );
  return [...told, ...needed].flatMap((alternatives) => {
    const chosen = alternatives.find((parameter) => parameter?.required) ?? alternatives[0];
    return chosen === undefined ? [] : [chosen];
  });
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
