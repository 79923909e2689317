import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalise, canonicalLast, understood } from "../../../src/clouds/canonical/canonical-trace.ts";
import { stepOf } from "../../../src/clouds/canonical/step.ts";
import { generatedTest, perform } from "./canonical-suite.ts";

const start = Date.parse("2026-11-15T10:00:00.000Z");

test("the last step alone is told as in the exact trace of all, however far that has come", () => {
  fc.assert(
    fc.property(generatedTest, fc.integer(), (program, seed) => {
      const steps = understood(perform(program, { seed, now: start }).map(stepOf));

      for (const [at] of steps.entries()) {
        const soFar = steps.slice(0, at + 1);
        expect(canonicalLast(soFar)).toEqual(canonicalise(soFar, { mode: "exact" }).steps.at(-1));
      }
    }),
    { numRuns: 60 },
  );
});

test("of nothing there is no last step", () => {
  expect(canonicalLast([])).toBeUndefined();
});
