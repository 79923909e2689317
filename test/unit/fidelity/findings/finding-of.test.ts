import { expect, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import type { Confirmed } from "../../../../src/fidelity/findings/confirm.ts";
import { tidyMessage } from "../../../../src/fidelity/findings/finding-of.ts";
import { findingOf } from "../../../../src/fidelity/index.ts";

const sequence: Sequence = [
  {
    operation: "Messages_Dequeue",
    input: { queueName: "ts000001", numberOfMessages: 33 },
    caller: "owner",
    tries: { kind: "breaks", path: "numberOfMessages", refinement: "max" },
  },
];

const confirmed: Confirmed = {
  discrepancy: {
    step: 0,
    emulator: { status: 200, code: null },
    reference: { status: 400, code: "OutOfRangeQueryParameterValue" },
    differences: Array.from({ length: 9 }, (_, at) => ({
      place: `response.${at}`,
      emulator: "x".repeat(900),
      reference: null,
    })),
    manifestation: "response",
    messages: { emulator: null, reference: "Out of range\nRequestId:1\nTime:2026-01-01T00:00:00.000Z" },
    contract: "azure-queue/dequeue-limit",
  },
  reproduced: 2,
  dependsOnTime: true,
};

test("a finding has all that is known, and short", () => {
  const finding = findingOf(sequence, confirmed, {
    service: "azure-queue",
    interface: interfaceOf("azure-queue"),
    emulator: "azurite 3.21.0",
    reference: "contracts (on azurite 3.21.0)",
    claims: ({ name }) => name === "Messages_Dequeue",
  });

  expect(finding).toMatchObject({
    service: "azure-queue",
    operation: "Messages_Dequeue",
    impact: "deployment-safety",
    manifestation: "response",
    rootCause: "value-constraint",
    evidence: "max of numberOfMessages is broken: it is 33, but at most 32 is allowed",
    emulator: { label: "azurite 3.21.0", status: 200, code: null, message: null },
    reference: {
      label: "contracts (on azurite 3.21.0)",
      code: "OutOfRangeQueryParameterValue",
      message: "Out of range",
    },
    contract: "azure-queue/dequeue-limit",
    claimed: true,
    sequence,
    reproduced: 2,
    dependsOnTime: true,
  });
  expect(finding.id).toMatch(/^Messages_Dequeue-[0-9a-f]{6}$/);
  expect(finding.differences).toHaveLength(5);
  expect(finding.differences[0]?.emulator).toHaveLength(200);
});

test.each([
  ["Gone.\nRequestId:0fb1-22\nTime:2026-01-01T00:00:00Z", "Gone."],
  [
    "The lease 7f3a9c00-0000-4000-8000-000000000000 ended at 2026-01-01T00:00:00.123Z",
    "The lease <id> ended at <time>",
  ],
  [`The signature ${"aB3/".repeat(11)}= is wrong`, "The signature … is wrong"],
  ["s3 at 127.0.0.1:42583 cannot be reached", "s3 at (host) cannot be reached"],
  ["long ".repeat(100), `${"long ".repeat(60).slice(0, 299)}…`],
])("a message is kept without what is new each time: %j", (message, tidy) => {
  expect(tidyMessage(message)).toBe(tidy);
});
