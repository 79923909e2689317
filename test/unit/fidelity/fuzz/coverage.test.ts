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

const both = (of: CallResult) => ({ emulator: of, reference: of });
const [done, refused] = [both(answered(201)), both(answered(404, "QueueNotFound"))];

/** What is measured of an operation that was called so, by whom and with which options, and how that ended. */
function measuredBy(
  calls: readonly (readonly [caller: Step["caller"], option: string, end: typeof done])[],
): boolean {
  const coverage = new Coverage(interfaceOf("azure-queue").operations);
  coverage.add(
    calls.map(([caller, option]) => ({ ...step("Queue_Create", caller), input: { [option]: 1 } })),
    calls.map(([, , end]) => end),
  );
  return coverage.measured.has("Queue_Create");
}

test("measured is what both have performed, and have answered in several ways", () => {
  expect(
    measuredBy([
      ["owner", "a", done],
      ["owner", "b", refused],
      ["owner", "c", done],
    ]),
  ).toBe(true);
});

test.each<[string, Parameters<typeof measuredBy>[0]]>([
  [
    "both have refused, whatever it was",
    [
      ["owner", "a", refused],
      ["owner", "b", refused],
      ["owner", "c", refused],
    ],
  ],
  [
    "was called in the same way each time",
    [
      ["owner", "a", done],
      ["owner", "a", done],
      ["owner", "a", done],
    ],
  ],
  [
    "others were refused but for once",
    [
      ["owner", "a", done],
      ["anonymous", "a", refused],
      ["wrong-key", "a", refused],
    ],
  ],
])("not measured is what %s", (_, calls) => {
  expect(measuredBy(calls)).toBe(false);
});

test("what has succeeded is counted, however often it was called", () => {
  const coverage = new Coverage(interfaceOf("azure-queue").operations);

  coverage.add(
    [step("Queue_Create"), step("Queue_Create"), step("Queue_Delete"), step("Messages_Peek")],
    [done, done, done, { emulator: answered(200), reference: answered(404, "QueueNotFound") }],
  );

  expect(coverage.succeeded).toBe(2);
});
