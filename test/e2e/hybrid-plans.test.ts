import { expect, test } from "vitest";
import { plans } from "./hybrid-plans.ts";

test("the examples differ often enough from the stand-in, in both directions and in every way", () => {
  const all = plans.flatMap(({ differing }) => differing);

  for (const verdict of ["unsafe", "false alarm"]) {
    const such = all.filter(([, planned]) => planned === verdict);
    expect(such.length, verdict).toBeGreaterThanOrEqual(20);
    for (const word of ["listed", "unlisted", "status", "value", "state"]) {
      const ofThem = such.filter(([, , operation, way]) => operation === word || way === word);
      expect(ofThem.length, `${verdict}, ${word}`).toBeGreaterThanOrEqual(5);
    }
  }
});
