import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ran } from "./cases.cjs";

const file = "photos.vitest.mjs";
let tries = 0;

test("is retried", { retry: 2 }, () => {
  if (++tries < 3) throw new Error("not yet");
  ran(file, ["is retried"]);
});
test.todo("is to be done");
test.fails("is to fail", () => {
  ran(file, ["is to fail"]);
  expect(1).toBe(2);
});
describe("without set-up", () => {
  beforeAll(() => {
    throw new Error("no bucket");
  });
  test("needs it", () => ran(file, ["without set-up", "needs it"]));
});
describe("leaves a mess", () => {
  afterAll(() => {
    throw new Error("cannot clean up");
  });
  test("passes", () => ran(file, ["leaves a mess", "passes"]));
});
