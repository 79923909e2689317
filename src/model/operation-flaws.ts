import type { Interface } from "./interface.ts";
import type { Operation } from "./operation.ts";
import { present, resolve, type Types } from "./types.ts";

const closedRanges: ReadonlySet<string | undefined> = new Set(["closed-byte-range", "page-range"]);

/** What does not hold together in one operation of an interface, a line each. */
export function operationFlaws(operation: Operation, { operations, types }: Interface): string[] {
  const flaws = [
    ...repeatedParameters(operation),
    ...pathFlaws(operation),
    ...unknownNeeds(operation),
    ...withoutLength(operation, types),
    ...unknownPresences(operation),
    ...(operation.twinOf !== undefined && !operations.some(({ name }) => name === operation.twinOf)
      ? [`there is no operation ${operation.twinOf}`]
      : []),
  ];
  return flaws.map((flaw) => `${operation.name}: ${flaw}`);
}

function repeatedParameters({ parameters }: Operation): string[] {
  const names = parameters.map(({ name }) => name);
  return names
    .filter((name, index) => names.indexOf(name) !== index)
    .map((name) => `parameter ${name} is there twice`);
}

function pathFlaws({ http, parameters }: Operation): string[] {
  const inPath = [...http.path.matchAll(/\{([^}+]+)\+?\}/g)].map(([, name = ""]) => name);
  const given = parameters.filter((parameter) => parameter.in === "path").map(({ wire }) => wire);
  return [
    ...inPath.filter((name) => !given.includes(name)).map((name) => `the path's {${name}} is no parameter`),
    ...given.filter((name) => !inPath.includes(name)).map((name) => `${name} is not in the path`),
  ];
}

function unknownNeeds({ needs, parameters }: Operation): string[] {
  return needs
    .flat()
    .filter((name) => !parameters.some((parameter) => parameter.name === name))
    .map((name) => `${name} is no parameter`);
}

/** What has to be as long as something else is bytes, or a range that says where it ends. */
function withoutLength({ sameLength, parameters }: Operation, types: Types): string[] {
  return sameLength.flat().flatMap((name) => {
    const parameter = parameters.find((each) => each.name === name);
    if (parameter === undefined) return [`${name} is no parameter`];
    const type = resolve(present(parameter.type), types);
    const isRange = type.kind === "string" && closedRanges.has(type.format);
    return type.kind === "bytes" || isRange ? [] : [`${name} has no length`];
  });
}

/** Of every group of presences that tell an operation, one at least must be a parameter: nobody could write it else. */
function unknownPresences({ http, parameters }: Operation): string[] {
  return http.has
    .filter((group) => !group.some((presence) => parameters.some((parameter) => names(parameter, presence))))
    .map((group) => `${group.map(({ in: place, name }) => `${place} ${name}`).join(" or ")} is no parameter`);
}

function names(
  { in: place, wire }: { readonly in: string; readonly wire: string },
  presence: { readonly in: string; readonly name: string },
): boolean {
  return place === presence.in && wire.toLowerCase() === presence.name.toLowerCase();
}
