import fc from "fast-check";
import {
  type ArrayType,
  canEnd,
  charactersOf,
  countAtLeast,
  countAtMost,
  defaultValue,
  type FormatName,
  format,
  multiple,
  type NumberType,
  type ObjectType,
  present,
  resolve,
  type StringType,
  type Type,
  type Types,
  validate,
  wholePattern,
} from "../model/index.ts";
import { rangeArbitrary } from "./byte-ranges.ts";

/**
 * Draws values of a type, every refinement kept. Recursive types grow smaller with depth.
 *
 * @example
 * fc.assert(fc.property(valueArbitrary(int({ min: 1, max: 32 })), (n) => validate(int(), n).length === 0));
 */
export function valueArbitrary(type: Type, types: Types = {}): fc.Arbitrary<unknown> {
  return draw(type, { types, depth: 0, names: [] });
}

interface Situation {
  readonly types: Types;
  readonly depth: number;
  /** The named types on the way here, so that recursion ends. */
  readonly names: readonly string[];
}

function draw(type: Type, situation: Situation): fc.Arbitrary<unknown> {
  const { types, depth } = situation;
  const deeper = {
    ...situation,
    depth: depth + 1,
    names: type.kind === "ref" ? [...situation.names, type.name] : situation.names,
  };
  const actual = resolve(type, types);
  switch (actual.kind) {
    case "string":
      return text(actual);
    case "int":
    case "long":
    case "double":
      return number(actual);
    case "bool":
      return fc.boolean();
    case "bytes":
      return fc.uint8Array(lengths(actual.minLength, actual.maxLength));
    case "any":
      return fc.jsonValue({ maxDepth: 2 });
    case "void":
      return fc.constant(undefined);
    case "optional":
      return ends(actual.of, situation)
        ? fc.constant(undefined)
        : fc.option(draw(actual.of, deeper), { nil: undefined });
    case "union":
      return fc.oneof(...alternatives(actual.of, deeper).map((alternative) => draw(alternative, deeper)));
    case "array":
      return list(actual, deeper);
    case "object":
      return structure(actual, deeper);
  }
}

/** Optional parts are left out where a type has come round to itself, or deep down. */
function ends(type: Type, { names, depth }: Situation): boolean {
  return depth > 8 || (type.kind === "ref" && names.includes(type.name));
}

/** Deep down, only the alternatives that do not come round again. */
function alternatives(all: readonly Type[], { types, names, depth }: Situation): readonly Type[] {
  if (depth <= 8) return all;
  const ending = all.filter((type) => canEnd(type, types, names));
  return ending.length === 0 ? all : ending;
}

function list({ items, min = 0, max }: ArrayType, situation: Situation): fc.Arbitrary<unknown[]> {
  const most = ends(items, situation) ? min : Math.min(max ?? min + 3, min + 3);
  if (most === 0) return fc.constant([]);
  return fc.array(draw(items, situation), { minLength: min, maxLength: most });
}

function structure(type: ObjectType, situation: Situation): fc.Arbitrary<Record<string, unknown>> {
  if ((type.minFields ?? type.maxFields) !== undefined) return counted(type, situation);
  const fields = Object.entries(type.fields).map(([name, field]): [string, fc.Arbitrary<unknown>] => [
    name,
    draw(field, situation),
  ]);
  const named = fc.record(Object.fromEntries(fields)).map(withoutUndefined);
  if (!type.open || type.rest === undefined) return named;
  return fc.tuple(others(type, situation)(0, 3), named).map(([free, fixed]) => ({ ...free, ...fixed }));
}

/** An object that says how many fields there may be, of the listed ones and others together. */
function counted(type: ObjectType, situation: Situation): fc.Arbitrary<Record<string, unknown>> {
  const { open, minFields = 0, maxFields = Number.POSITIVE_INFINITY } = type;
  const drawn = Object.entries(type.fields)
    .filter(([, field]) => field.kind !== "optional" || !recurs(field.of, situation))
    .map(([name, field]) => ({
      name,
      required: field.kind !== "optional",
      value: draw(present(field), situation),
    }));
  const required = drawn.filter((field) => field.required);
  const choice = drawn.filter((field) => !field.required);
  const free = open ? others(type, situation) : undefined;
  const withChosen = (chosen: typeof drawn): fc.Arbitrary<Record<string, unknown>> => {
    const given = [...required, ...chosen];
    const named = fc.record(Object.fromEntries(given.map(({ name, value }) => [name, value])));
    if (free === undefined) return named;
    const missing = Math.max(0, minFields - given.length);
    return fc
      .tuple(free(missing, maxFields - given.length), named)
      .map(([more, fixed]) => ({ ...more, ...fixed }));
  };
  if (choice.length === 0) return withChosen([]);
  const wanted = open ? 0 : minFields - required.length;
  return fc
    .shuffledSubarray(choice, {
      minLength: Math.min(choice.length, Math.max(0, wanted)),
      maxLength: Math.max(0, Math.min(choice.length, maxFields - required.length)),
    })
    .chain(withChosen);
}

/** Draws the fields of an open object beyond those listed: at least so many, and a few more where there is room. */
function others(
  type: ObjectType,
  situation: Situation,
): (least: number, room: number) => fc.Arbitrary<Record<string, unknown>> {
  const rest = type.rest ?? { kind: "any" };
  const names = text(type.names ?? { kind: "string", minLength: 1 });
  const unlisted = names.filter((name) => !Object.hasOwn(type.fields, name));
  const values = draw(rest, situation);
  const onlyLeast = type.rest === undefined || ends(rest, situation);
  return (least, room) =>
    fc.dictionary(unlisted, values, {
      minKeys: least,
      maxKeys: onlyLeast ? least : Math.min(room, least + 3),
    });
}

/** Whether a value of the type, deep down, would hold the type that it is part of. */
function recurs(type: Type, situation: Situation): boolean {
  const { names, depth } = situation;
  if (depth <= 8) return false;
  if (type.kind === "ref") return names.includes(type.name);
  if (type.kind === "array") return recurs(type.items, situation);
  return type.kind === "object" && type.rest !== undefined && recurs(type.rest, situation);
}

function withoutUndefined(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

function number({ kind, min, max, multipleOf }: NumberType): fc.Arbitrary<number> {
  if (kind === "double" && multipleOf === undefined) {
    return fc.double({ min: min ?? -1e15, max: max ?? 1e15, noNaN: true, noDefaultInfinity: true });
  }
  const bound = kind === "int" ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER;
  const step = multipleOf ?? 1;
  const most = Math.floor(bound / Math.max(1, step));
  return fc
    .integer({
      min: Math.max(-most, countAtLeast(min ?? -bound, step)),
      max: Math.min(most, countAtMost(max ?? bound, step)),
    })
    .map((count) => multiple(count, step));
}

/** Longest text that is drawn where the type itself would allow far more. */
const longest = 64;

const texts = new WeakMap<StringType, fc.Arbitrary<string>>();

/** What draws text is dear to make, and the same type stands in many places. */
function text(type: StringType): fc.Arbitrary<string> {
  let made = texts.get(type);
  if (made === undefined) {
    made = madeText(type);
    texts.set(type, made);
  }
  return made;
}

function madeText(type: StringType): fc.Arbitrary<string> {
  if (type.oneOf !== undefined) return fc.constantFrom(...type.oneOf);
  const plain = String(defaultValue(type));
  const drawn = fc.oneof(
    { arbitrary: shaped(type), weight: 9 },
    { arbitrary: fc.constant(plain), weight: 1 },
  );
  return drawn.map((value) => (validate(type, value).length === 0 ? value : plain));
}

function shaped(type: StringType): fc.Arbitrary<string> {
  if (type.pattern !== undefined) return fc.stringMatching(wholePattern(type.pattern));
  if (type.format !== undefined) return formatted(type.format);
  const units =
    type.charset === undefined
      ? fc.oneof(
          { arbitrary: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 1 }), weight: 4 },
          fullUnicode,
        )
      : fc.constantFrom(...charactersOf(type.charset));
  return fc.string({ unit: units, ...lengths(type.minLength, type.maxLength) });
}

const surrogates = { from: 0xd800, count: 0x800 };

/** Any character; fast-check's own would first make a table of all of them. */
const fullUnicode = fc
  .integer({ min: 0, max: 0x10_ffff - surrogates.count })
  .map((place) => String.fromCodePoint(place < surrogates.from ? place : place + surrogates.count));

function lengths(
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
): { minLength: number; maxLength: number } {
  return { minLength, maxLength: Math.min(maxLength, minLength + longest) };
}

function formatted(name: FormatName): fc.Arbitrary<string> {
  switch (name) {
    case "guid":
      return fc.uuid();
    case "date-time":
      return days.map((date) => date.toISOString());
    case "http-date":
      return days.map((date) => date.toUTCString());
    case "etag":
      return fc.stringMatching(/^"0x[0-9A-F]{15}"$/);
    case "base64":
      return fc.uint8Array({ maxLength: 48 }).map(base64);
    case "json":
      return fc.json({ maxDepth: 2 });
    case "url":
      return fc.stringMatching(
        /^https?:\/\/[a-z][a-z0-9]{0,12}(\.[a-z]{2,8}){1,2}(\/([\w.~-]|%20|%C3%A9){1,12}){0,3}(\?[a-z]{1,5}=\w{0,5})?$/,
      );
    case "byte-range":
    case "byte-range-from":
    case "closed-byte-range":
    case "page-range":
      return rangeArbitrary(name);
    case "arn":
      return fc.stringMatching(/^arn:aws:[a-z0-9]{2,8}:eu-west-1:[0-9]{12}:[a-z]{1,12}$/);
    case "header-value":
      return fc.stringMatching(/^[!-~]([ !-~]{0,20}[!-~])?$/);
    case "mime-type":
      return fc.constantFrom("text/plain", "application/json", "image/png", "text/html; charset=utf-8");
    default:
      return digest(Buffer.from(format(name).example, "base64").length);
  }
}

const days = fc.date({
  min: new Date("2010-01-01T00:00:00Z"),
  max: new Date("2037-12-31T23:59:59Z"),
  noInvalidDate: true,
});

function digest(length: number): fc.Arbitrary<string> {
  return fc.uint8Array({ minLength: length, maxLength: length }).map(base64);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}
