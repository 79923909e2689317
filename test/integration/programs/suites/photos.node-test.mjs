import test, { after, before, describe, it } from "node:test";
import { ran } from "./cases.cjs";

const file = "photos.node-test.mjs";

test("has tests inside", async (context) => {
  ran(file, ["has tests inside"]);
  await context.test("the first", () => ran(file, ["has tests inside", "the first"]));
  await context.test("the second", () => ran(file, ["has tests inside", "the second"]));
});
test("is to be done", { todo: true });
describe("without set-up", () => {
  before(() => {
    throw new Error("no bucket");
  });
  it("needs it", () => ran(file, ["without set-up", "needs it"]));
});
describe("leaves a mess", () => {
  after(() => {
    throw new Error("cannot clean up");
  });
  it("passes", () => ran(file, ["leaves a mess", "passes"]));
});
