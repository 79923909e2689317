import { TouchstoneError } from "./error.ts";
import type { Operation } from "./operation.ts";
import type { Type, Types } from "./types.ts";

/** What a service promises. Plain data: `JSON.stringify` keeps all of it. */
export interface Interface {
  readonly name: string;
  readonly title: string;
  /** The owner's version of the API that this describes. */
  readonly version: string;
  readonly types: Types;
  readonly operations: readonly Operation[];
}

/** Checks that an interface is sound in itself, and returns it. */
export function defineInterface(definition: Interface): Interface {
  const flaws = [
    ...repeatedNames(definition),
    ...definition.operations.flatMap((operation) =>
      flawsOf(operation, definition).map((flaw) => `${operation.name}: ${flaw}`),
    ),
    ...Object.entries(definition.types).flatMap(([name, type]) =>
      missingRefs(type, definition.types).map((ref) => `type ${name}: there is no type ${ref}`),
    ),
  ];
  if (flaws.length > 0) {
    throw new TouchstoneError("TS_INTERFACE", `the interface ${definition.name} is not sound`, {
      hint: flaws.join("\n"),
    });
  }
  return definition;
}

function repeatedNames({ operations }: Interface): string[] {
  const seen = new Set<string>();
  return operations
    .map(({ name }) => name)
    .filter((name) => seen.size === seen.add(name).size)
    .map((name) => `${name} is there twice`);
}

function flawsOf(operation: Operation, { types, operations }: Interface): string[] {
  const names = operation.parameters.map(({ name }) => name);
  const inPath = [...operation.http.path.matchAll(/\{([^}+]+)\+?\}/g)].map((match) => match[1] ?? "");
  const given = new Set(operation.parameters.filter((p) => p.in === "path").map((p) => p.wire));
  const places = Object.values(operation.produces).filter((place) => place.startsWith("request "));
  const used = [
    ...Object.values(operation.consumes),
    ...places.map((place) => place.slice("request ".length)),
  ];
  return [
    ...names.filter((name, i) => names.indexOf(name) !== i).map((name) => `parameter ${name} is there twice`),
    ...inPath.filter((name) => !given.has(name)).map((name) => `the path's {${name}} is no parameter`),
    ...[...given].filter((name) => !inPath.includes(name)).map((name) => `${name} is not in the path`),
    ...[...used, ...operation.needs.flat()]
      .map(topField)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is no parameter`),
    ...[...operation.parameters.map((p) => p.type), operation.output.body]
      .flatMap((type) => missingRefs(type, types))
      .map((ref) => `there is no type ${ref}`),
    ...(operation.twinOf !== undefined && !operations.some(({ name }) => name === operation.twinOf)
      ? [`there is no operation ${operation.twinOf}`]
      : []),
  ];
}

function topField(path: string): string {
  return path.split(/[.[]/)[0] ?? path;
}

function missingRefs(type: Type, types: Types): string[] {
  switch (type.kind) {
    case "ref":
      return Object.hasOwn(types, type.name) ? [] : [type.name];
    case "optional":
      return missingRefs(type.of, types);
    case "array":
      return missingRefs(type.items, types);
    case "union":
      return type.of.flatMap((alternative) => missingRefs(alternative, types));
    case "object": {
      const rest = type.rest === undefined ? [] : [type.rest];
      return [...Object.values(type.fields), ...rest].flatMap((field) => missingRefs(field, types));
    }
    default:
      return [];
  }
}
