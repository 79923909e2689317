import fc from "fast-check";
import { expect, test } from "vitest";
import { sampled } from "../../../src/explore/index.ts";

test("the same seed gives the same value", () => {
  const arbitrary = fc.tuple(fc.string(), fc.double(), fc.array(fc.nat()));

  fc.assert(
    fc.property(fc.integer(), (seed) => {
      expect(sampled(arbitrary, seed)).toEqual(sampled(arbitrary, seed));
    }),
  );
});

test("seeds that follow one another give values that do not", () => {
  const truths = Array.from({ length: 64 }, (_, seed) => sampled(fc.boolean(), seed));
  const changes = truths.filter((truth, index) => index > 0 && truth !== truths[index - 1]).length;

  expect(changes).toBeGreaterThan(16);
  expect(changes).toBeLessThan(48);
});
