import { isAtEndpoint, isFromAnswer, type Step } from "../../explore/index.ts";
import { type Interface, optional, type Problem, present, validate } from "../../model/index.ts";

/** What a step's input breaks of its operation's refinements; of what is taken from an answer nothing can be said. */
export function brokenBy({ operation, input }: Step, { operations, types }: Interface): readonly Problem[] {
  const parameters = operations.find(({ name }) => name === operation)?.parameters ?? [];
  return parameters.flatMap(({ name, type, required }) => {
    const value = input[name];
    const wanted = required ? present(type) : optional(present(type));
    const unknown = standIns(value, name);
    return validate(wanted, value, types, name).filter(
      ({ path }) => !unknown.some((place) => path === place || path.startsWith(`${place}.`)),
    );
  });
}

/** The paths of what stands for something else, written as those of problems are. */
function standIns(value: unknown, path: string): readonly string[] {
  if (isFromAnswer(value) || isAtEndpoint(value)) return [path];
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => standIns(item, `${path}[${index}]`));
  }
  return Object.entries(value).flatMap(([name, part]) => {
    const isWord = /^[A-Za-z_$][\w$-]*$/.test(name);
    return standIns(part, isWord ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`);
  });
}

/** Whether two paths are the same but for indices: `Tags[].Key` and `Tags[3].Key`. */
export function samePath(one: string, other: string): boolean {
  return general(one) === general(other);
}

function general(path: string): string {
  return path.replaceAll(/\[\d*\]/g, "[]");
}
