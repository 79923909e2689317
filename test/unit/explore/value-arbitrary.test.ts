import fc from "fast-check";
import { expect, test } from "vitest";
import { interfaceOf, serviceNames } from "../../../src/clouds/index.ts";
import { valueArbitrary } from "../../../src/explore/index.ts";
import {
  array,
  double,
  int,
  long,
  map,
  object,
  optional,
  ref,
  string,
  type Type,
  union,
  validate,
} from "../../../src/model/index.ts";
import { multiple } from "../../../src/model/multiples.ts";

/** Types made of types: what the arbitrary has to cope with. */
const typeArbitrary: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.record({ min: fc.integer({ min: -50, max: 0 }), max: fc.integer({ min: 0, max: 50 }) }).map(int),
    fc.record({ minLength: fc.nat(5), maxLength: fc.integer({ min: 5, max: 20 }) }).map(string),
    fc.constantFrom(
      string({ charset: "a-z" }),
      string({ charset: "一-龥", minLength: 1 }),
      string({ charset: "\\u{1F600}-\\u{1F64F}" }),
      double({ min: 0.1, max: 0.5, multipleOf: 0.1 }),
      double({ multipleOf: 0.25 }),
      long({ min: 1, multipleOf: 512 }),
      string({ format: "guid" }),
      string({ pattern: "[a-c]{2,4}", example: "ab" }),
    ),
    tie("type").map((items) => array(items, { min: 1, max: 3 })),
    tie("type").map((of) => optional(of)),
    tie("type").map((rest) => map(rest, { minFields: 1, maxFields: 2 })),
    fc.tuple(tie("type"), tie("type")).map(([a, b]) => union(a, b)),
    fc.tuple(tie("type"), tie("type")).map(([a, b]) => object({ a, "b?": b })),
    fc
      .tuple(tie("type"), tie("type"))
      .map(([a, b]) => object({ "a?": a, "b?": b }, { open: true, rest: int(), minFields: 2, maxFields: 3 })),
  ),
})).type;

test("draws only values that satisfy the type", () => {
  const drawn = typeArbitrary.chain((type) => valueArbitrary(type).map((value) => ({ type, value })));

  fc.assert(fc.property(drawn, ({ type, value }) => validate(type, value).length === 0));
});

test.each([
  ["the least", object({ "a?": int(), "b?": int() }, { open: true, rest: int(), minFields: 2 })],
  ["the most", object({ "a?": int(), "b?": int() }, { open: true, rest: int(), maxFields: 1 })],
  ["the least, of any kind", object({ "a?": int() }, { open: true, minFields: 2 })],
  [
    "the least, where names are few",
    object(
      { a: int() },
      { open: true, rest: int(), names: string({ charset: "ab", maxLength: 1 }), minFields: 2 },
    ),
  ],
])("keeps the number of fields of an open object: %s", (_, type) => {
  fc.assert(fc.property(valueArbitrary(type), (value) => validate(type, value).length === 0));
});

test("ends on types that contain themselves", () => {
  const types = { Tree: object({ value: int(), "left?": ref("Tree"), children: array(ref("Tree")) }) };

  fc.assert(
    fc.property(
      valueArbitrary(ref("Tree"), types),
      (tree) => validate(ref("Tree"), tree, types).length === 0,
    ),
  );
});

test("ends on alternatives that contain each other", () => {
  const types = {
    Tree: union(int(), object({ left: ref("Tree"), right: ref("Tree") })),
    Other: union(object({ tree: ref("Tree"), other: ref("Other") }), array(ref("Other"))),
  };

  for (const name of ["Tree", "Other"]) {
    fc.assert(
      fc.property(
        valueArbitrary(ref(name), types),
        (value) => validate(ref(name), value, types).length === 0,
      ),
    );
  }
});

test.each(serviceNames)("draws valid values of every named type of %s", (service) => {
  const { types } = interfaceOf(service);

  for (const name of Object.keys(types)) {
    const problems = fc
      .sample(valueArbitrary(ref(name), types), { numRuns: 5, seed: 7 })
      .flatMap((value) => validate(ref(name), value, types));
    expect(problems, name).toEqual([]);
  }
});

test.each([
  ["azure-blob", "Blob_Download", "range"],
  ["s3", "GetObject", "Range"],
  ["s3", "UploadPartCopy", "CopySourceRange"],
] as const)(
  "ranges of %s %s begin inside of small contents, at their end, and beyond",
  (service, name, at) => {
    const { operations, types } = interfaceOf(service);
    const type = operations
      .flatMap((operation) => (operation.name === name ? operation.parameters : []))
      .find((parameter) => parameter.name === at)?.type;

    const ranges = fc.sample(valueArbitrary(type ?? int(), types), { numRuns: 200, seed: 3 }).map(String);
    const starts = ranges.flatMap((range) => /^bytes=(\d+)-/.exec(range)?.[1] ?? []).map(Number);

    const share = (isMeant: (start: number) => boolean) => starts.filter(isMeant).length / starts.length;
    expect(share((start) => start < 24)).toBeGreaterThan(0.2);
    expect(share((start) => start >= 24)).toBeGreaterThan(0.2);
    expect(share((start) => start >= 20 && start <= 28)).toBeGreaterThan(0.03);
    expect(ranges.some((range) => /^bytes=(\d+)-\1$/.test(range))).toBe(true);
  },
);

test("a multiple with many digits keeps all of them", () => {
  expect(multiple(43_719_270_439_981, 0.25)).toBe(10_929_817_609_995.25);
  expect(multiple(3, 0.1)).toBe(0.3);
});
