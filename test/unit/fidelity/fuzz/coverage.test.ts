import { expect, test } from "vitest";
import type { CallResult } from "../../../../src/clouds/index.ts";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import type { Step } from "../../../../src/explore/index.ts";
import { Coverage } from "../../../../src/fidelity/fuzz/coverage.ts";

function answered(status: number, code?: string): CallResult {
  const answer = {
    kind: "answered",
    via: "sdk",
    status,
    headers: {},
    body: Buffer.alloc(0),
    attempts: 1,
  } as const;
  return { ...answer, ...(code !== undefined && { code }) };
}

function step(operation: string): Step {
  return { operation, input: {}, caller: "owner", tries: { kind: "valid" } };
}

test("measured is what both have performed, and reached is what was sent", () => {
  const coverage = new Coverage(interfaceOf("azure-queue").operations);
  const masked: CallResult = { kind: "masked", via: "sdk", message: "no" };

  coverage.add(
    [step("Queue_Create"), step("Queue_Delete"), step("Messages_Peek"), step("Messages_Clear")],
    [
      { emulator: answered(201), reference: answered(201) },
      { emulator: answered(403, "No"), reference: answered(403, "No") },
      { emulator: answered(200), reference: answered(404, "QueueNotFound") },
      { emulator: masked, reference: masked },
    ],
  );

  expect([...coverage.measured]).toEqual(["Queue_Create"]);
  expect([...coverage.reached]).toEqual(["Queue_Create", "Queue_Delete", "Messages_Peek"]);
  expect(coverage).toMatchObject({ calls: 4, masked: 1, retries: 0 });
  expect(Object.fromEntries(coverage.table.get("Queue_Delete") ?? [])).toEqual({ "403 No": 1 });
});
