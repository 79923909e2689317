import { expect, test } from "vitest";
import { interfaceOf, serviceNames } from "../../../src/clouds/index.ts";
import { boundaryInputs, inputProblems, sampled } from "../../../src/explore/index.ts";
import {
  array,
  body,
  int,
  long,
  map,
  object,
  operation,
  string,
  type Type,
} from "../../../src/model/index.ts";

test.each(serviceNames)("what stands on a bound of %s is valid", (service) => {
  const { operations, types } = interfaceOf(service);

  const invalid = operations.flatMap((operation) =>
    boundaryInputs(operation, types).flatMap(({ path, refinement, inputs }) =>
      inputProblems(operation, sampled(inputs, 5), types).map((problem) => ({
        at: `${operation.name} ${path} ${refinement}`,
        problem,
      })),
    ),
  );

  expect(invalid).toEqual([]);
});

function onBound(type: Type, path: string, refinement: string): unknown[] {
  const put = operation("Put", "PUT /", { input: [body("thing", type)], price: "write" });
  return boundaryInputs(put, {})
    .filter((each) => each.path === path && each.refinement === refinement)
    .flatMap(({ inputs }) => Array.from({ length: 30 }, (_, seed) => sampled(inputs, seed)["thing"]));
}

test("texts are exactly as long as they may be, in what their type counts", () => {
  const bytes = onBound(string({ maxLength: 10, countsBytes: true }), "thing", "maxLength").map(String);
  const characters = onBound(string({ maxLength: 10 }), "thing", "maxLength").map(String);

  expect(new Set(bytes.map((text) => Buffer.byteLength(text)))).toEqual(new Set([10]));
  expect(new Set(characters.map((text) => text.length))).toEqual(new Set([10]));
  expect(characters.some((text) => Buffer.byteLength(text) > 10)).toBe(true);
});

test("the characters at the edges of a set are used", () => {
  const texts = onBound(string({ charset: "b-y", minLength: 1 }), "thing", "charset").join("");

  expect(texts).toMatch(/b/);
  expect(texts).toMatch(/y/);
});

test("numbers are the least and the greatest, or those of their bits", () => {
  const step = long({ min: 1, max: 1100, multipleOf: 512 });

  expect(onBound(int({ min: 1, max: 32 }), "thing", "max")[0]).toBe(32);
  expect(onBound(step, "thing", "max")[0]).toBe(1024);
  expect(onBound(step, "thing", "min")[0]).toBe(512);
  expect(onBound(long(), "thing", "min")[0]).toBe(-(2 ** 63));
  expect(onBound(int(), "thing", "max")[0]).toBe(2 ** 31 - 1);
});

test("lists, maps and structures have as many and as few as they may", () => {
  const choice = object({ "a?": int(), "b?": int(), "c?": int() }, { minFields: 1, maxFields: 2 });

  expect((onBound(array(int(), { max: 5 }), "thing", "maxItems")[0] as unknown[]).length).toBe(5);
  expect(onBound(array(int(), { max: 5 }), "thing", "minItems")[0]).toEqual([]);
  expect(Object.keys(onBound(map(int(), { maxFields: 4 }), "thing", "maxFields")[0] as object)).toHaveLength(
    4,
  );
  expect(Object.keys(onBound(choice, "thing", "maxFields")[0] as object)).toEqual(["a", "b"]);
});

test("ranges of bytes are as short, as long and as far off as they may be", () => {
  expect(onBound(string({ format: "byte-range-from" }), "thing", "format")).toEqual(
    expect.arrayContaining([
      "bytes=0-0",
      "bytes=0-",
      `bytes=0-${Number.MAX_SAFE_INTEGER - 1}`,
      `bytes=${Number.MAX_SAFE_INTEGER - 1}-`,
    ]),
  );
  expect(onBound(string({ format: "closed-byte-range" }), "thing", "format")).not.toContain("bytes=0-");
});
