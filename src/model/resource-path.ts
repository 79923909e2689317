import { present, resolve, type Type, type Types } from "./types.ts";

/** Resource to the paths where it is found, such as `TransactItems[].Put.TableName`. */
export type ResourcePaths = Readonly<Record<string, readonly string[]>>;

const stepPattern = /\[name\]|\[\]|[^.[\]]+/g;

/**
 * All values that a path leads to: `.name` goes into a field, `[]` into the items of a list or the values of a map, `[name]` to
 * the names of a map.
 *
 * @example
 * valuesAt({ Queues: [{ Name: "a" }, { Name: "b" }] }, "Queues[].Name"); // ["a", "b"]
 */
export function valuesAt(value: unknown, path: string): readonly unknown[] {
  const steps: readonly string[] = path.match(stepPattern) ?? [];
  return steps
    .reduce<readonly unknown[]>((reached, step) => reached.flatMap((one) => valuesBehind(one, step)), [value])
    .filter((found) => found !== undefined);
}

/**
 * Where a request gives names to what it makes, of all the places where that is found afterwards.
 *
 * @example
 * requestPaths(["request Key", "header ETag"]); // ["Key"]
 */
export function requestPaths(places: readonly string[]): readonly string[] {
  return places.flatMap((place) => /^request (.+)$/.exec(place)?.[1] ?? []);
}

/** Where an operation's request names things: those that it takes, and those that it makes. */
export function namePaths(operation: {
  readonly consumes: ResourcePaths;
  readonly produces: ResourcePaths;
}): readonly string[] {
  const { consumes, produces } = operation;
  return [...Object.values(consumes).flat(), ...requestPaths(Object.values(produces).flat())];
}

function valuesBehind(value: unknown, step: string): readonly unknown[] {
  if (typeof value !== "object" || value === null) return [];
  if (step === "[name]") return Object.keys(value);
  if (step === "[]") return Object.values(value);
  return Object.hasOwn(value, step) ? [Reflect.get(value, step)] : [];
}

/**
 * The types that a path leads to from a value's type: `.name` goes into a field, `[]` into the items of a list or the
 * values of a map, `[name]` to the names of a map. A union is followed into all of its alternatives; what leads
 * nowhere gives an empty list.
 *
 * @example
 * typesAt("[].Id", array(object({ Id: string() }))); // [{ kind: "string" }]
 */
export function typesAt(path: string, from: Type, types: Types = {}): readonly Type[] {
  const steps = path.match(stepPattern) ?? [];
  return steps.reduce<readonly Type[]>(
    (reached, step) =>
      reached.flatMap((type) => alternatives(type, types).flatMap((each) => next(each, step))),
    [from],
  );
}

function alternatives(type: Type, types: Types): readonly Type[] {
  const actual = resolve(present(type), types);
  if (actual.kind === "optional") return alternatives(actual.of, types);
  return actual.kind === "union" ? actual.of.flatMap((each) => alternatives(each, types)) : [actual];
}

function next(type: Type, step: string): readonly Type[] {
  if (type.kind === "any") return [type];
  if (type.kind === "array") return step === "[]" ? [type.items] : [];
  if (type.kind !== "object") return [];
  if (step === "[name]") return type.open ? [type.names ?? { kind: "string" }] : [];
  const found = step === "[]" ? type.rest : Object.hasOwn(type.fields, step) ? type.fields[step] : undefined;
  return found === undefined ? [] : [found];
}
