import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import type { Sequence } from "../../../../src/explore/index.ts";
import type { Confirmed } from "../../../../src/fidelity/findings/confirm.ts";
import type { FindingContext } from "../../../../src/fidelity/findings/finding-of.ts";
import { tidyMessage } from "../../../../src/fidelity/findings/told.ts";
import { type Finding, findingOf } from "../../../../src/fidelity/index.ts";

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

const context: FindingContext = {
  service: "azure-queue",
  interface: interfaceOf("azure-queue"),
  emulator: "azurite 3.21.0",
  reference: "contracts (on azurite 3.21.0)",
  claims: ({ name }) => name === "Messages_Dequeue",
};

/** The finding of a discrepancy that is another in some ways. */
function foundWith(changes: Partial<Confirmed["discrepancy"]>): Finding {
  const discrepancy = { ...confirmed.discrepancy, ...changes };
  return findingOf(sequence, { ...confirmed, discrepancy }, context);
}

test("a finding has all that is known, and short", () => {
  const finding = findingOf(sequence, confirmed, context);

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
  expect(finding.differences).toHaveLength(9);
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
  [
    "It was signed at 20260101T000000Z, and asked for at Thu, 01 Jan 2026 00:00:00 GMT",
    "It was signed at <time>, and asked for at <time>",
  ],
  ["GET /a?sp=r&sig=c2VjcmV0 is refused", "GET /a?sp=r&sig=REDACTED is refused"],
])("a message is kept without what is new each time: %j", (message, tidy) => {
  expect(tidyMessage(message)).toBe(tidy);
});

test("a message is cut where it is long", () => {
  const { reference } = foundWith({ messages: { emulator: null, reference: "long ".repeat(100) } });

  expect(reference.message).toBe(`${"long ".repeat(60).slice(0, 299)}…`);
});

const signature = createHmac("sha256", "key").update("text").digest("base64");
const id = "7f3a9c00-0000-4000-8000-000000000000";

test("evidence quotes what sides said without secrets, ids and times", () => {
  const said = `The signature ${signature} of ${id} at 2026-01-01T00:00:00Z is wrong: ?sig=c2VjcmV0`;

  const { evidence } = foundWith({
    emulator: { status: 500, code: null },
    messages: { emulator: said, reference: null },
  });

  expect(evidence).toBe(
    "the emulator failed inside: 500 (The signature … of <id> at <time> is wrong: ?sig=REDACTED)",
  );
});

test("differences have no secrets, and what else stands there is told as it is", () => {
  const harmless = { emulator: id, reference: "2026-01-01T00:00:00.000Z" };

  const { differences } = foundWith({
    differences: [
      { place: "call", emulator: `failed: SharedKey devstoreaccount1:${signature}`, reference: "201" },
      { place: "response.header.location", emulator: null, reference: "http://a/b?sp=r&sig=c2VjcmV0" },
      { place: "state policy.id", ...harmless },
      { place: "state sha256", emulator: signature, reference: null },
    ],
  });

  expect(differences).toEqual([
    { place: "call", emulator: "failed: SharedKey devstoreaccount1:…", reference: "201" },
    { place: "response.header.location", emulator: null, reference: "http://a/b?sp=r&sig=REDACTED" },
    { place: "state policy.id", ...harmless },
    { place: "state sha256", emulator: signature, reference: null },
  ]);
});

test("last words have no secrets", () => {
  const { lastWords } = foundWith({
    died: "emulator",
    lastWords: ["Error: GET /a?sp=r&sig=c2VjcmV0", '{"authorization":"Bearer c2VjcmV0c2VjcmV0"}'],
  });

  expect(lastWords).toEqual(["Error: GET /a?sp=r&sig=REDACTED", '{"authorization":"Bearer REDACTED"}']);
});
