import {
  defaultValue,
  type Input,
  type Operation,
  present,
  resolve,
  type Type,
  type Types,
} from "../../model/index.ts";

/** The parameter that a path begins with. */
export function parameterIn(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

function stepsOf(path: string): string[] {
  return path.match(/\[name\]|\[\]|[^.[\]]+/g) ?? [];
}

/** What stands at a path of an input, of lists and maps the first; `undefined` where nothing does. */
export function valueAt(input: unknown, path: string): unknown {
  return stepsOf(path).reduce(
    (value, step) => (value === undefined || value === null ? undefined : next(value, step)),
    input,
  );
}

function next(value: unknown, step: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (step === "[]") return Array.isArray(value) ? value[0] : Object.values(value)[0];
  if (step === "[name]") return Object.keys(value)[0];
  return (value as Readonly<Record<string, unknown>>)[step];
}

/**
 * An input with another value at a path, in each item of the lists on the way. Lists that are empty get an item and
 * fields that are required are made; an optional field that is not there stays away, unless the path ends in it.
 */
export function placed(
  input: Input,
  path: string,
  value: unknown,
  operation: Operation,
  types: Types,
): Input {
  return placedEach(input, path, [value], operation, types);
}

/** The same with a value for each item of the lists on the way; those that are left get the last one. */
export function placedEach(
  input: Input,
  path: string,
  values: readonly unknown[],
  operation: Operation,
  types: Types,
): Input {
  const [name = "", ...steps] = stepsOf(path);
  const parameter = operation.parameters.find((one) => one.name === name);
  if (parameter === undefined) return input;
  const put = putter(values, types);
  return { ...input, [name]: put(input[name], parameter.type, steps) };
}

type Put = (current: unknown, type: Type, steps: readonly string[]) => unknown;

function putter(values: readonly unknown[], types: Types): Put {
  let at = 0;
  const next = () => values[Math.min(at++, values.length - 1)];
  const put: Put = (current, declared, steps) => {
    const [step, ...rest] = steps;
    if (step === undefined) return next();
    const type = resolve(present(declared), types);
    if (type.kind === "union") {
      const fitting = type.of.find((one) => leadsOn(resolve(present(one), types), step));
      return fitting === undefined ? current : put(current, fitting, steps);
    }
    const from = current ?? defaultValue(type, types);
    if (type.kind === "array") {
      const items =
        Array.isArray(from) && from.length > 0 ? from : [defaultValue(present(type.items), types)];
      return items.map((item) => put(item, type.items, rest));
    }
    if (type.kind !== "object" || typeof from !== "object" || from === null) return current;
    const fields = from as Readonly<Record<string, unknown>>;
    if (step === "[name]") {
      const [first = defaultValue(type.rest ?? { kind: "any" }, types)] = Object.values(fields);
      return { [String(next())]: first };
    }
    if (step === "[]") {
      return Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, put(field, type.rest ?? { kind: "any" }, rest)]),
      );
    }
    const field = type.fields[step];
    if (field === undefined) return current;
    if (fields[step] === undefined && field.kind === "optional" && rest.length > 0) return fields;
    return { ...fields, [step]: put(fields[step], field, rest) };
  };
  return put;
}

function leadsOn(type: Type, step: string): boolean {
  if (type.kind === "array") return step === "[]";
  return type.kind === "object" && (step.startsWith("[") ? type.open : Object.hasOwn(type.fields, step));
}

/** The type of what stands at a path of an operation's input. */
export function typeAt(path: string, operation: Operation, types: Types): Type {
  const [name = "", ...steps] = stepsOf(path);
  const parameter = operation.parameters.find((one) => one.name === name);
  const from: Type = parameter?.type ?? { kind: "any" };
  return steps.reduce<Type>((type, step) => typeBehind(resolve(present(type), types), step, types), from);
}

function typeBehind(type: Type, step: string, types: Types): Type {
  if (type.kind === "union") {
    const fitting = type.of.map((one) => resolve(present(one), types)).find((one) => leadsOn(one, step));
    return fitting === undefined ? { kind: "any" } : typeBehind(fitting, step, types);
  }
  if (type.kind === "array") return type.items;
  if (type.kind !== "object") return { kind: "any" };
  if (step === "[name]") return type.names ?? { kind: "string" };
  return (step === "[]" ? type.rest : type.fields[step]) ?? { kind: "any" };
}
