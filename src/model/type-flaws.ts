import { charactersOf } from "./charset.ts";
import { canEnd } from "./ending.ts";
import type { Interface } from "./interface.ts";
import { partsOf, type StringType, type Type, type Types } from "./types.ts";
import { describeProblems, validate } from "./validate.ts";

/** What does not hold together in the types of an interface, a line each. */
export function typeFlaws({ types, operations }: Interface): string[] {
  const seen = new Set<Type>();
  const inOperations = operations.flatMap(({ name, parameters, output }) =>
    [...parameters.map(({ type }) => type), ...Object.values(output.headers), output.body]
      .flatMap((type) => flawsIn(type, types, seen))
      .map((flaw) => `${name}: ${flaw}`),
  );
  const named = Object.entries(types).flatMap(([name, type]) =>
    [...flawsIn(type, types, seen), ...circleFlaws(name, type, types)].map((flaw) => `type ${name}: ${flaw}`),
  );
  return [...inOperations, ...named];
}

/** The flaws of a type and its parts; types are shared a lot, and each is looked at once. */
function flawsIn(type: Type, types: Types, seen: Set<Type>): string[] {
  if (seen.has(type)) return [];
  seen.add(type);
  switch (type.kind) {
    case "ref":
      return Object.hasOwn(types, type.name) ? [] : [`there is no type ${type.name}`];
    case "string":
      return exampleFlaws(type);
    default:
      return partsOf(type).flatMap((part) => flawsIn(part, types, seen));
  }
}

function exampleFlaws(type: StringType): string[] {
  const { pattern, charset, oneOf, example } = type;
  if (charset !== undefined && charactersOf(charset).length === 0) {
    return [`the charset ${charset} allows no character`];
  }
  if (example !== undefined) {
    const problems = validate(type, example);
    return problems.length === 0
      ? []
      : [describeProblems(problems, `the example ${JSON.stringify(example)}`)];
  }
  return pattern === undefined || oneOf !== undefined ? [] : [`the pattern ${pattern} needs an example`];
}

/** What is wrong with how a named type comes back to itself. */
function circleFlaws(name: string, type: Type, types: Types): string[] {
  if (isItself(name, type, types)) return ["it is nothing but itself"];
  return canEnd(type, types, [name]) ? [] : ["it needs another of its kind, and so no value of it ever ends"];
}

/** Whether following references from a named type leads back to it with nothing in between. */
function isItself(name: string, type: Type, types: Types, onTheWay: readonly string[] = []): boolean {
  switch (type.kind) {
    case "ref": {
      const target = Object.hasOwn(types, type.name) ? types[type.name] : undefined;
      if (type.name === name) return true;
      if (target === undefined || onTheWay.includes(type.name)) return false;
      return isItself(name, target, types, [...onTheWay, type.name]);
    }
    case "optional":
      return isItself(name, type.of, types, onTheWay);
    case "union":
      return type.of.some((each) => isItself(name, each, types, onTheWay));
    default:
      return false;
  }
}
