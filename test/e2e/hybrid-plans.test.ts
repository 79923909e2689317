import { expect, test } from "vitest";
import { plans } from "./hybrid-plans.ts";

test("the examples differ often enough from the stand-in, in both directions, on listed operations and on others", () => {
  const all = plans.flatMap(({ differing }) => differing);

  for (const verdict of ["unsafe", "false alarm"]) {
    const such = all.filter(([, planned]) => planned === verdict);
    expect(such.length, verdict).toBeGreaterThanOrEqual(20);
    for (const where of ["listed", "unlisted"]) {
      expect(such.filter(([, , operation]) => operation === where).length, where).toBeGreaterThanOrEqual(8);
    }
  }
});
