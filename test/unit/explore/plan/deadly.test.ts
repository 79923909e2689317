import { expect, test } from "vitest";
import type { Step } from "../../../../src/explore/index.ts";
import { DeadlySteps } from "../../../../src/explore/plan/deadly.ts";

const put: Step = {
  operation: "PutObject",
  input: { Bucket: "photos", Key: "a" },
  caller: "owner",
  tries: { kind: "valid" },
};
const broken = (Key: string): Step => ({
  ...put,
  input: { Bucket: "photos", Key },
  tries: { kind: "breaks", path: "Key", refinement: "maxLength" },
});

test("calls that were never answered are suspected, and those with a value of their own as well", () => {
  const deadly = new DeadlySteps();
  deadly.survived(put);
  deadly.survived(broken("a"));

  const suspicions = [put, broken("long".repeat(300)), { ...put, caller: "anonymous" as const }].map((step) =>
    deadly.suspicion(step),
  );
  expect(suspicions).toEqual(suspicions.toSorted((a, b) => a - b));
  expect(new Set(suspicions).size).toBe(3);
  expect(deadly.suspicion(put)).toBe(0);
});

test("a value that has hung an operation is not given to another", () => {
  const deadly = new DeadlySteps();
  deadly.hung(broken("(a+)+".repeat(4)));

  expect(deadly.isIn([{ ...broken("(a+)+".repeat(4)), operation: "GetObject" }])).toBe(true);
  expect(deadly.isIn([broken("(a+)")])).toBe(false);
});

test("what something has died of is not called again, unless such calls were answered", () => {
  const deadly = new DeadlySteps();
  deadly.died(put);
  expect(deadly.isIn([{ ...put, input: { Bucket: "others", Key: "b" } }])).toBe(true);

  deadly.survived(put);
  expect(deadly.isIn([put])).toBe(false);
});
