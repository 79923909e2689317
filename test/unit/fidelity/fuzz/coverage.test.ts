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

function step(operation: string, caller: Step["caller"] = "owner"): Step {
  return { operation, input: {}, caller, tries: { kind: "valid" } };
}

test("reached is what was sent", () => {
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

  expect([...coverage.reached]).toEqual(["Queue_Create", "Queue_Delete", "Messages_Peek"]);
  expect(coverage).toMatchObject({ calls: 4, masked: 1, retries: 0 });
  expect(Object.fromEntries(coverage.table.get("Queue_Delete") ?? [])).toEqual({ "403 No": 1 });
});

test("measured is what both have performed, and have answered in several ways", () => {
  const coverage = new Coverage(interfaceOf("azure-queue").operations);
  const both = (of: CallResult) => ({ emulator: of, reference: of });
  const refused = both(answered(403, "No"));

  coverage.add(
    [step("Queue_Create"), step("Queue_Create", "anonymous"), step("Queue_Create", "wrong-key")],
    [both(answered(201)), refused, refused],
  );
  coverage.add(
    [step("Queue_Delete"), step("Queue_Delete", "anonymous"), step("Queue_Delete", "wrong-key")],
    [refused, refused, refused],
  );
  coverage.add(
    [step("Messages_Peek"), step("Messages_Peek"), step("Messages_Peek")],
    Array(3).fill(both(answered(200))),
  );

  expect([...coverage.measured]).toEqual(["Queue_Create"]);
});
