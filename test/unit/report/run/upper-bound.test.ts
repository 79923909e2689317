import fc from "fast-check";
import { expect, test } from "vitest";
import { upperBound } from "../../../../src/report/run/upper-bound.ts";

test.each([
  [0, 59, 0.0495],
  [0, 1, 0.95],
  [1, 20, 0.2161],
  [3, 100, 0.0757],
  [10, 10, 1],
  [0, 5000, 0.000599],
  [500, 5000, 0.1073],
])("%i wrong of %i: at most %f", (wrong, drawn, bound) => {
  expect(upperBound(wrong, drawn)).toBeCloseTo(bound, 3);
});

test("the bound is never below what was seen, and more checks without a fault lower it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3000 }), fc.nat({ max: 3000 }), (drawn, some) => {
      const wrong = Math.min(some, drawn);
      const bound = upperBound(wrong, drawn) ?? 0;

      expect(bound).toBeGreaterThanOrEqual(wrong / drawn);
      expect(upperBound(0, drawn + 1) ?? 0).toBeLessThan(upperBound(0, drawn) ?? 0);
    }),
  );
});

test("nothing drawn says nothing", () => {
  expect(upperBound(0, 0)).toBeNull();
});
