import { format } from "./formats.ts";
import { isMultiple } from "./multiples.ts";
import {
  type ArrayType,
  type BytesType,
  type NumberType,
  type ObjectType,
  resolve,
  type StringType,
  type Type,
  type Types,
  type UnionType,
} from "./types.ts";

/** One way in which a value fails its type. */
export interface Problem {
  /** Where, such as `Cors[2].MaxAgeInSeconds`; empty for the value itself. */
  readonly path: string;
  readonly message: string;
}

/**
 * Everything that is wrong with a value, in the order of its fields; empty when it is right.
 *
 * @example
 * validate(int({ min: 1, max: 32 }), 33); // [{ path: "", message: "is 33, but at most 32 is allowed" }]
 */
export function validate(type: Type, value: unknown, types: Types = {}, path = ""): Problem[] {
  const actual = resolve(type, types);
  switch (actual.kind) {
    case "optional":
      return value === undefined ? [] : validate(actual.of, value, types, path);
    case "any":
      return value === undefined ? [{ path, message: "is missing" }] : [];
    case "void":
      return value === undefined ? [] : [{ path, message: "must not be given" }];
    case "union":
      return unionProblems(actual, value, types, path);
    case "object":
      return objectProblems(actual, value, types, path);
    case "array":
      return arrayProblems(actual, value, types, path);
    default:
      return scalarMessages(actual, value).map((message) => ({ path, message }));
  }
}

/** The problems as one text, a line each. */
export function describeProblems(problems: readonly Problem[], subject = "the value"): string {
  return problems.map(({ path, message }) => `${path === "" ? subject : path} ${message}`).join("\n");
}

type Scalar = Exclude<
  ReturnType<typeof resolve>,
  { kind: "optional" | "any" | "void" | "union" | "object" | "array" }
>;

function scalarMessages(type: Scalar, value: unknown): string[] {
  if (value === undefined) return ["is missing"];
  switch (type.kind) {
    case "string":
      return typeof value === "string" ? stringMessages(type, value) : [wrongKind("text", value)];
    case "bool":
      return typeof value === "boolean" ? [] : [wrongKind("true or false", value)];
    case "bytes":
      return value instanceof Uint8Array ? bytesMessages(type, value) : [wrongKind("bytes", value)];
    default:
      return numberMessages(type, value);
  }
}

function stringMessages(type: StringType, value: string): string[] {
  const { minLength = 0, maxLength, charset, pattern, oneOf } = type;
  const length = type.countsBytes ? Buffer.byteLength(value) : value.length;
  const unit = type.countsBytes ? "bytes" : "characters";
  const messages: string[] = [];
  if (oneOf !== undefined && !oneOf.includes(value)) {
    messages.push(`is ${quote(value)}, but must be one of ${oneOf.join(", ")}`);
  }
  if (length < minLength) {
    messages.push(`has ${length} ${unit}, but at least ${minLength} are needed`);
  }
  if (maxLength !== undefined && length > maxLength) {
    messages.push(`has ${length} ${unit}, but at most ${maxLength} are allowed`);
  }
  if (charset !== undefined && !wholePattern(`[${charset}]*`).test(value)) {
    const allowed = charsetPattern(charset);
    const stranger = [...value].find((char) => !allowed.test(char)) ?? "";
    messages.push(`has ${quote(stranger)}, but only [${charset}] is allowed`);
  }
  if (pattern !== undefined && !wholePattern(pattern).test(value)) {
    messages.push(`is ${quote(value)}, but must match ${pattern}`);
  }
  if (type.format !== undefined && !format(type.format).test(value)) {
    messages.push(`is ${quote(value)}, but must be ${format(type.format).says}`);
  }
  return messages;
}

const wholePatterns = new Map<string, RegExp>();
const charsetPatterns = new Map<string, RegExp>();

/** The pattern that a whole text must match. */
export function wholePattern(pattern: string): RegExp {
  let compiled = wholePatterns.get(pattern);
  if (compiled === undefined) {
    compiled = new RegExp(`^(?:${pattern})$`, "u");
    wholePatterns.set(pattern, compiled);
  }
  return compiled;
}

/** The pattern of one character of a set. */
export function charsetPattern(charset: string): RegExp {
  let compiled = charsetPatterns.get(charset);
  if (compiled === undefined) {
    compiled = new RegExp(`^[${charset}]$`, "u");
    charsetPatterns.set(charset, compiled);
  }
  return compiled;
}

const widths = {
  int: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  long: { min: -(2n ** 63n), max: 2n ** 63n - 1n },
};

function numberMessages(type: NumberType, value: unknown): string[] {
  const whole = type.kind !== "double";
  if (typeof value === "bigint" ? !whole : typeof value !== "number" || Number.isNaN(value)) {
    return [wrongKind(whole ? "a whole number" : "a number", value)];
  }
  const number = value as number | bigint;
  if (whole && typeof number === "number" && !Number.isInteger(number)) {
    return [`is ${number}, but must be a whole number`];
  }
  const min = type.min ?? (type.kind === "double" ? -Infinity : widths[type.kind].min);
  const max = type.max ?? (type.kind === "double" ? Infinity : widths[type.kind].max);
  if (number < min) return [`is ${number}, but at least ${min} is needed`];
  if (number > max) return [`is ${number}, but at most ${max} is allowed`];
  if (type.multipleOf !== undefined && !isMultiple(number, type.multipleOf)) {
    return [`is ${number}, but must be a multiple of ${type.multipleOf}`];
  }
  return [];
}

function bytesMessages({ minLength = 0, maxLength }: BytesType, value: Uint8Array): string[] {
  if (value.length < minLength) {
    return [`has ${value.length} bytes, but at least ${minLength} are needed`];
  }
  if (maxLength !== undefined && value.length > maxLength) {
    return [`has ${value.length} bytes, but at most ${maxLength} are allowed`];
  }
  return [];
}

function objectProblems(type: ObjectType, value: unknown, types: Types, path: string): Problem[] {
  if (value === undefined) return [{ path, message: "is missing" }];
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return [{ path, message: wrongKind("an object", value) }];
  }
  const record = value as Readonly<Record<string, unknown>>;
  const problems = Object.entries(type.fields).flatMap(([name, field]) =>
    validate(field, Object.hasOwn(record, name) ? record[name] : undefined, types, join(path, name)),
  );
  const { annotation } = type;
  const names = Object.keys(record).filter((name) => annotation === undefined || !name.endsWith(annotation));
  const others = names.filter((name) => !Object.hasOwn(type.fields, name));
  for (const name of others) problems.push(...otherFieldProblems(type, name, record, types, path));
  return [...countProblems(names.length, type.minFields, type.maxFields, "fields", path), ...problems];
}

function otherFieldProblems(
  type: ObjectType,
  name: string,
  record: Readonly<Record<string, unknown>>,
  types: Types,
  path: string,
): Problem[] {
  const at = join(path, name);
  if (!type.open) {
    const allowed = Object.keys(type.fields).join(", ");
    return [{ path: at, message: `is not known here; allowed: ${allowed === "" ? "nothing" : allowed}` }];
  }
  const ofName =
    type.names === undefined
      ? []
      : stringMessages(type.names, name).map((message) => ({ path: at, message: `(its name) ${message}` }));
  return [...ofName, ...(type.rest === undefined ? [] : validate(type.rest, record[name], types, at))];
}

function arrayProblems(type: ArrayType, value: unknown, types: Types, path: string): Problem[] {
  if (value === undefined) return [{ path, message: "is missing" }];
  if (!Array.isArray(value)) return [{ path, message: wrongKind("a list", value) }];
  return [
    ...countProblems(value.length, type.min, type.max, "items", path),
    ...value.flatMap((item, index) => validate(type.items, item, types, `${path}[${index}]`)),
  ];
}

function countProblems(
  count: number,
  min: number | undefined,
  max: number | undefined,
  what: string,
  path: string,
): Problem[] {
  if (min !== undefined && count < min) {
    return [{ path, message: `has ${count} ${what}, but at least ${min} are needed` }];
  }
  if (max !== undefined && count > max) {
    return [{ path, message: `has ${count} ${what}, but at most ${max} are allowed` }];
  }
  return [];
}

/**
 * A union fails with the problems of the alternative that the value comes closest to: first of one whose kind it is, so that the
 * problems lie inside of it, and then of one that has few.
 */
function unionProblems(type: UnionType, value: unknown, types: Types, path: string): Problem[] {
  const attempts = type.of.map((alternative) => validate(alternative, value, types, path));
  const isOutside = (problems: readonly Problem[]) => problems.some((problem) => problem.path === path);
  const [closest] = attempts.toSorted(
    (a, b) => Number(isOutside(a)) - Number(isOutside(b)) || a.length - b.length,
  );
  return closest ?? [{ path, message: "has no type that allows it" }];
}

function join(path: string, name: string): string {
  const step = /^[A-Za-z_$][\w$-]*$/.test(name) ? name : `[${JSON.stringify(name)}]`;
  return path === "" || step.startsWith("[") ? `${path}${step}` : `${path}.${step}`;
}

function wrongKind(wanted: string, value: unknown): string {
  return `is ${describe(value)}, but must be ${wanted}`;
}

function describe(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Uint8Array) return "bytes";
  if (typeof value === "string") return quote(value);
  if (typeof value === "object") return "an object";
  return String(value);
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 57)}…` : text);
}
