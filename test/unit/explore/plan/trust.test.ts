import { expect, test } from "vitest";
import { operationOf } from "../../../../src/clouds/index.ts";
import { Trust } from "../../../../src/explore/plan/trust.ts";

const operation = operationOf("azure-queue", "Service_ListQueuesSegment");
const producer = { operation, place: "body Queues[].Name" };

/** How much an operation is trusted that has succeeded, and gave what it makes so often as told. */
function trustAfter(...gave: readonly (boolean | undefined)[]): number {
  const trust = new Trust();
  for (const each of gave) trust.learn(operation, { outcome: "200", isSuccess: true, gave: () => each });
  return trust.in(producer);
}

test("an operation is trusted the less, the less often it gave what it makes", () => {
  expect(Object.values(operation.produces).flat()).toContain(producer.place);
  expect(trustAfter(true, true)).toBe(1);
  expect(trustAfter(true, false)).toBeLessThan(1);
});

test("what may be anybody's says nothing of an operation", () => {
  expect(trustAfter(true, undefined, undefined)).toBe(1);
  expect(trustAfter(false, undefined)).toBe(trustAfter(false));
});
