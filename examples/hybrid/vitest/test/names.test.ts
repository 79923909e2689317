import { expect, test } from "vitest";
import { fresh } from "../../app/src/fresh.ts";

test("names are nobody else's", () => {
  expect(fresh("shelf")).not.toBe(fresh("shelf"));
});
