import { expect, test } from "vitest";
import {
  any,
  array,
  bool,
  bytes,
  describeProblems,
  double,
  int,
  long,
  map,
  nothing,
  object,
  oneOf,
  ref,
  string,
  type Type,
  union,
  validate,
} from "../../../src/model/index.ts";

const rule = object({ Methods: array(oneOf("GET", "PUT"), { min: 1, max: 2 }), "MaxAge?": int({ min: 0 }) });
const tree = { Tree: object({ name: string({ minLength: 1 }), "children?": array(ref("Tree")) }) };

test.each<[string, Type, unknown]>([
  ["text of every refinement", string({ minLength: 2, maxLength: 3, charset: "a-z", pattern: "a.*" }), "abc"],
  ["a byte length", string({ maxLength: 4, countsBytes: true }), "éé"],
  ["the largest long as a bigint", long(), 2n ** 63n - 1n],
  ["a fraction", double({ min: 0 }), 0.5],
  ["a multiple", long({ multipleOf: 512 }), 1024],
  ["a multiple beyond what doubles tell apart", long({ multipleOf: 2 }), 2n ** 60n + 2n],
  ["a multiple of a fraction", double({ multipleOf: 0.1 }), 0.3],
  ["a large multiple of a fraction", double({ multipleOf: 0.01 }), 1234567.89],
  ["bytes", bytes({ maxLength: 2 }), new Uint8Array(2)],
  ["no value where none is wanted", nothing(), undefined],
  ["anything", any(), { a: [1] }],
  ["an optional field left out", rule, { Methods: ["GET"] }],
  ["a map with names that fit", map(bool(), { names: string({ charset: "a-z" }) }), { on: true }],
  ["either side of a union", union(int(), oneOf("all")), "all"],
])("accepts %s", (_, type, value) => {
  expect(validate(type, value)).toEqual([]);
});

const wrong: readonly [Type, unknown, string][] = [
  [string({ maxLength: 3 }), "abcd", "the value has 4 characters, but at most 3 are allowed"],
  [string({ minLength: 3 }), "ab", "the value has 2 characters, but at least 3 are needed"],
  [string({ maxLength: 3, countsBytes: true }), "éé", "the value has 4 bytes, but at most 3 are allowed"],
  [string({ charset: "a-z" }), "a-b", 'the value has "-", but only [a-z] is allowed'],
  [string({ pattern: "a|b", example: "a" }), "ab", 'the value is "ab", but must match a|b'],
  [
    string({ format: "guid" }),
    "1-2",
    'the value is "1-2", but must be a GUID such as 1f812371-a41d-49e6-b123-f4b542e851c5',
  ],
  [oneOf("Hot", "Cool"), "hot", 'the value is "hot", but must be one of Hot, Cool'],
  [string(), 5, "the value is 5, but must be text"],
  [int(), 2 ** 31, "the value is 2147483648, but at most 2147483647 is allowed"],
  [int({ min: 1 }), 0, "the value is 0, but at least 1 is needed"],
  [int(), 1.5, "the value is 1.5, but must be a whole number"],
  [long(), 2n ** 63n, "the value is 9223372036854775808, but at most 9223372036854775807 is allowed"],
  [long({ multipleOf: 512 }), 100, "the value is 100, but must be a multiple of 512"],
  [bool(), "true", 'the value is "true", but must be true or false'],
  [bytes(), "AA==", 'the value is "AA==", but must be bytes'],
  [nothing(), 1, "the value must not be given"],
  [rule, {}, "Methods is missing"],
  [rule, { Methods: [] }, "Methods has 0 items, but at least 1 are needed"],
  [rule, { Methods: ["GET", "get"] }, 'Methods[1] is "get", but must be one of GET, PUT'],
  [rule, { Methods: ["GET"], maxAge: 1 }, "maxAge is not known here; allowed: Methods, MaxAge"],
  [map(int(), { maxFields: 1 }), { a: 1, b: 2 }, "the value has 2 fields, but at most 1 are allowed"],
  [map(int()), { "a b": "x" }, '["a b"] is "x", but must be a whole number'],
  [union(int(), rule), { Methods: [] }, "Methods has 0 items, but at least 1 are needed"],
  [
    union(string(), rule),
    { Methods: [], maxAge: 1 },
    "Methods has 0 items, but at least 1 are needed\nmaxAge is not known here; allowed: Methods, MaxAge",
  ],
  [union(int(), rule), "text", 'the value is "text", but must be a whole number'],
];

test.each(wrong.map(([type, value, message]) => ({ type, value, message })))(
  "says: $message",
  ({ type, value, message }) => {
    expect(describeProblems(validate(type, value))).toBe(message);
  },
);

test("follows references into themselves and says where", () => {
  const value = { name: "root", children: [{ name: "a" }, { name: "b", children: [{ name: "" }] }] };

  const problems = validate(ref("Tree"), value, tree);

  expect(problems).toEqual([
    { path: "children[1].children[0].name", message: "has 0 characters, but at least 1 are needed" },
  ]);
});

test("does not take inherited properties for fields", () => {
  expect(validate(object({ toString: string() }), {})).toEqual([{ path: "toString", message: "is missing" }]);
});

test.each([
  [double({ multipleOf: 0.1 }), 0.35],
  [double({ multipleOf: 0.25 }), 0.3],
  [long({ multipleOf: 2 }), 2n ** 60n + 1n],
])("%j refuses what is no multiple: %s", (type, value) => {
  expect(validate(type, value)).toEqual([
    { path: "", message: `is ${value}, but must be a multiple of ${type.multipleOf}` },
  ]);
});

test("what a field's annotation says is no field, and is not counted", () => {
  const named = { names: string({ charset: "a-z" }), rest: int(), maxFields: 2, open: true };
  const annotated = object({}, { ...named, annotation: "@type" });
  const entity = { a: 1, b: 2, "a@type": "Int64", "b@type": "Int32" };

  expect(validate(annotated, entity, {})).toEqual([]);
  expect(validate(object({}, named), entity, {}).length).toBeGreaterThan(0);
  expect(validate(annotated, { ...entity, c: 3 }, {})).toHaveLength(1);
});
