import { expect, test } from "vitest";
import {
  array,
  bool,
  defaultValue,
  double,
  int,
  object,
  ref,
  string,
  type Type,
  union,
  validate,
} from "../../../src/model/index.ts";

test.each<[Type, unknown]>([
  [double({ min: 0.1, max: 0.5 }), 0.1],
  [double(), 1],
  [double({ max: 0.5 }), 0.5],
  [double({ min: 0.25, multipleOf: 0.1 }), 0.3],
  [double({ min: 1.1, multipleOf: 0.1 }), 1.1],
  [int({ max: 100, multipleOf: 512 }), 0],
  [int({ min: 513, multipleOf: 512 }), 1024],
  [int({ max: -5 }), -5],
  [string({ charset: "一-龥" }), "一"],
  [string({ charset: "一-龥", minLength: 2 }), "一一"],
  [string({ charset: "\\u{1F600}-\\u{1F64F}" }), "😀"],
  [string({ charset: "-_" }), "-"],
])("of %j is %s, which it allows", (type, expected) => {
  expect(defaultValue(type)).toEqual(expected);
  expect(validate(type, expected)).toEqual([]);
});

test.each<[string, Readonly<Record<string, Type>>, unknown]>([
  ["a list of its kind", { T: object({ next: array(ref("T")) }) }, { next: [] }],
  ["another alternative", { T: union(object({ next: ref("T") }), bool()) }, true],
  [
    "another alternative, further down",
    { T: object({ next: ref("U") }), U: union(ref("T"), int({ min: 7 })) },
    { next: 7 },
  ],
  ["another field", { T: object({ "t?": ref("T"), "n?": int() }, { minFields: 1 }) }, { n: 1 }],
])("of a type that holds itself ends: by %s", (_, types, expected) => {
  expect(defaultValue(ref("T"), types)).toEqual(expected);
});
