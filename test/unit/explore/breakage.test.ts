import { expect, test } from "vitest";
import { interfaceOf, operationOf, serviceNames } from "../../../src/clouds/index.ts";
import { type Breakage, breakagesOf, inputProblems, sampled } from "../../../src/explore/index.ts";
import {
  array,
  body,
  header,
  int,
  long,
  map,
  object,
  oneOf,
  operation,
  type Problem,
  partsOf,
  path,
  query,
  ref,
  string,
  type Type,
  type Types,
  union,
} from "../../../src/model/index.ts";

const messages: Readonly<Record<string, RegExp>> = {
  minLength: /has \d+ (characters|bytes), but at least/,
  maxLength: /has \d+ (characters|bytes), but at most/,
  charset: /but only \[/,
  pattern: /but must match/,
  format: /but must be (?!one of)/,
  oneOf: /but must be one of/,
  min: /but at least/,
  max: /but at most/,
  multipleOf: /must be a multiple of/,
  minItems: /items, but at least/,
  maxItems: /items, but at most/,
  minFields: /fields, but at least/,
  maxFields: /fields, but at most/,
  missing: /is missing/,
  "unknown-field": /is not known here/,
  kind: /but must be/,
};

function saysWhat(message: string, refinement: string): boolean {
  const name = refinement.replace("name ", "");
  const ofName = message.startsWith("(its name)") === refinement.startsWith("name ");
  return ofName && messages[name]?.test(message) === true;
}

/** Whether a problem's own path is one that the path with `[]` stands for. */
function isAt(problem: Problem, path: string): boolean {
  const step = String.raw`(?:\.[\w$-]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])`;
  const pattern = path
    .split(/\[\]|\[name\]/)
    .map(RegExp.escape)
    .join(step);
  return new RegExp(`^${pattern}$`, "u").test(problem.path);
}

/** Where types can be chosen from, `validate` speaks of the nearest, which need not be the one that was meant. */
function hasUnion(type: Type, types: Types, seen = new Set<string>()): boolean {
  if (type.kind === "union") return true;
  if (type.kind !== "ref") return partsOf(type).some((part) => hasUnion(part, types, seen));
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  return hasUnion(types[type.name] ?? { kind: "void" }, types, seen);
}

/** Whether these are the problems that the breakage speaks of. */
function areMeant(problems: readonly Problem[], breakage: Breakage, throughUnion: boolean): boolean {
  if (breakage.refinement === "needs") return problems.length === 0;
  if (throughUnion) return problems.length > 0;
  const expected = [breakage.refinement, ...breakage.along];
  return (
    problems.length === expected.length &&
    problems.every((problem) => isAt(problem, breakage.path)) &&
    expected.every((name) => problems.some(({ message }) => saysWhat(message, name)))
  );
}

test.each(serviceNames)("every refinement of %s is broken by itself, where it is said to be", (service) => {
  const { operations, types } = interfaceOf(service);

  const wrong = operations.flatMap((operation) => {
    const withUnions = operation.parameters.filter((parameter) => hasUnion(parameter.type, types));
    return breakagesOf(operation, types).flatMap((breakage) => {
      const problems = inputProblems(operation, sampled(breakage.inputs, 3), types);
      const throughUnion = withUnions.some(({ name }) => name === breakage.parameter);
      const { path, refinement, along } = breakage;
      return areMeant(problems, breakage, throughUnion)
        ? []
        : [{ at: `${operation.name} ${path}`, refinement, along, problems }];
    });
  });

  expect(wrong).toEqual([]);
});

function found(breakages: readonly Breakage[], path: string, refinement: string): unknown[] {
  const breakage = breakages.find((each) => each.path === path && each.refinement === refinement);
  return breakage === undefined
    ? []
    : Array.from({ length: 40 }, (_, seed) => sampled(breakage.inputs, seed)[breakage.parameter]);
}

function of(type: Type, types = {}): readonly Breakage[] {
  return breakagesOf(operation("Put", "PUT /", { input: [body("thing", type)], price: "write" }), types);
}

test("what is too long is too long by one, and sometimes by far", () => {
  const lengths = found(of(string({ maxLength: 100 })), "thing", "maxLength").map(
    (text) => String(text).length,
  );

  expect(Math.min(...lengths)).toBe(101);
  expect(Math.max(...lengths)).toBe(210);
});

test("where bytes are counted, characters that take several of them are too long", () => {
  const texts = found(of(string({ maxLength: 100, countsBytes: true })), "thing", "maxLength").map(String);

  expect(texts.every((text) => Buffer.byteLength(text) > 100)).toBe(true);
  expect(texts.some((text) => text.length <= 100)).toBe(true);
});

test("a length that the pattern says as well breaks with it, and the breakage says so", () => {
  const name = string({ minLength: 3, maxLength: 63, pattern: "[a-z](-?[a-z]){2,62}", example: "abc" });
  const breakages = of(name);

  expect(breakages.find(({ refinement }) => refinement === "minLength")?.along).toEqual(["pattern"]);
  expect(breakages.find(({ refinement }) => refinement === "maxLength")?.along).toEqual([]);
  expect(found(breakages, "thing", "maxLength").map((text) => String(text).length)).toContain(64);
});

test("texts grow by what their pattern repeats", () => {
  const chunks = string({ maxLength: 32, pattern: "([0-9a-f]{16})+", example: "0123456789abcdef" });

  expect(found(of(chunks), "thing", "maxLength").map((text) => String(text).length)).toContain(48);
});

test("the characters next to those allowed are tried", () => {
  const texts = found(of(string({ charset: "b-y", minLength: 1 })), "thing", "charset").join("");

  expect(texts).toMatch(/a/);
  expect(texts).toMatch(/z/);
});

test.each([
  ["guid", /^[0-9a-f-]{35}$/],
  ["http-date", /^\d{4}-\d\d-\d\dT/],
  ["date-time", /^2024-13/],
  ["etag", /^"[^"]*$/],
  ["md5", /\*/],
  ["byte-range", /^bytes=-$/],
  ["byte-range-from", /^bytes=1-0$/],
  ["closed-byte-range", /^bytes=0-$/],
  ["page-range", /^bytes=0-512$/],
] as const)("what is almost a %s is no %s", (format, nearMiss) => {
  const texts = found(of(string({ format })), "thing", "format").map(String);

  expect(texts.some((text) => nearMiss.test(text))).toBe(true);
});

test("values of an enumeration are tried in other case and with a letter more", () => {
  const texts = found(of(oneOf("Hot", "Cool")), "thing", "oneOf");

  expect(texts).toContain("hot");
  expect(texts).toContain("Hots");
});

test("numbers are broken at their bounds, or at those of their bits", () => {
  expect(found(of(int({ min: 1, max: 32 })), "thing", "max")).toContain(33);
  expect(found(of(int({ min: 1, max: 32 })), "thing", "min")).toContain(0);
  expect(found(of(long({ min: 0 })), "thing", "max")).toEqual(Array(40).fill(2 ** 63));
  expect(found(of(long({ min: 0, max: 2048, multipleOf: 512 })), "thing", "max")).toContain(2560);
  expect(found(of(long({ min: 0, multipleOf: 512 })), "thing", "multipleOf")).toContain(511);
});

test("lists get one item too many, no two of them alike", () => {
  const tags = array(object({ Key: string({ maxLength: 3, charset: "a-z" }) }), { min: 1, max: 10 });
  const lists = found(of(tags), "thing", "maxItems") as { Key: string }[][];

  expect(lists.every((list) => new Set(list.map(({ Key }) => Key)).size === 11)).toBe(true);
  expect(found(of(tags), "thing", "minItems")).toContainEqual([]);
});

test("names of a map, its number of entries, and what is inside are broken apart from each other", () => {
  const names = string({ charset: "a-z", maxLength: 5 });
  const breakages = of(map(string({ maxLength: 2 }), { names, minFields: 1, maxFields: 3 }));

  expect(breakages.map((each) => `${each.path} ${each.refinement}`)).toEqual([
    "thing missing",
    "thing minFields",
    "thing maxFields",
    "thing[name] name maxLength",
    "thing[name] name charset",
    "thing[] maxLength",
  ]);
});

test("of structures each required field is left out, and a strange one put in", () => {
  const breakages = of(object({ Id: int(), "Days?": int() }));

  expect(found(breakages, "thing.Id", "missing")).toContainEqual({});
  expect(found(breakages, "thing.Days", "missing")).toEqual([]);
  expect(found(breakages, "thing.touchstone", "unknown-field")).toContainEqual({ Id: 1, touchstone: "a" });
});

test("what another alternative allows breaks nothing", () => {
  const seconds = found(of(union(int({ min: 15, max: 60 }), int({ min: -1, max: -1 }))), "thing", "min");

  expect(seconds).toContain(14);
  expect(seconds).toContain(-2);
  expect(seconds).not.toContain(-1);
});

test("types that contain themselves are broken once", () => {
  const types = { Tree: object({ value: int({ min: 0 }), "left?": ref("Tree") }) };

  expect(of(ref("Tree"), types).filter(({ refinement }) => refinement === "min")).toHaveLength(1);
});

test("what would take more than a mebibyte is not broken", () => {
  const breakages = of(object({ a: string({ maxLength: 2 ** 21 }), b: array(int(), { max: 10 ** 6 }) }));

  expect(breakages.map(({ refinement }) => refinement)).not.toContain("maxLength");
  expect(breakages.map(({ refinement }) => refinement)).not.toContain("maxItems");
});

test("parameters are left out, but none of the path; groups are left out whole", () => {
  const put = operation("Put", "PUT /{name}", {
    input: [path("name", string()), header("a", string()), query("b?", string()), query("c?", string())],
    needs: ["b or c"],
    price: "write",
  });
  const absent = breakagesOf(put, {}).filter(({ refinement }) => ["missing", "needs"].includes(refinement));

  expect(absent.map((each) => each.path)).toEqual(["a", "b or c"]);
  expect(absent.map(({ inputs }) => Object.keys(sampled(inputs, 1)))).toEqual([
    ["name", "b"],
    ["name", "a"],
  ]);
});

test("the tags of a blob can be too many, and their values too long", () => {
  const { types } = interfaceOf("azure-blob");
  const breakages = breakagesOf(operationOf("azure-blob", "Blob_SetTags"), types);

  expect(breakages.map((each) => `${each.path} ${each.refinement}`)).toEqual(
    expect.arrayContaining(["tags.BlobTagSet maxItems", "tags.BlobTagSet[].Value maxLength"]),
  );
});

test("names that break something in headers can be sent there", () => {
  const { types } = interfaceOf("azure-blob");
  const breakage = breakagesOf(operationOf("azure-blob", "Blob_SetMetadata"), types).find(
    ({ refinement }) => refinement === "name pattern",
  );
  const inputs = Array.from({ length: 50 }, (_, seed) => breakage && sampled(breakage.inputs, seed));
  const names = inputs.map((input) => Object.keys(input?.["metadata"] ?? {}));

  expect(names.every((some) => some.some((name) => !/^[A-Za-z_]\w*$/.test(name)))).toBe(true);
  for (const name of names.flat()) expect(() => new Headers({ [`x-ms-meta-${name}`]: "a" })).not.toThrow();
});
