import { expect, test } from "@jest/globals";
import { freshTable } from "../../app/src/fresh.ts";

test("names are nobody else's", () => {
  expect(freshTable("ledger")).not.toBe(freshTable("ledger"));
});
