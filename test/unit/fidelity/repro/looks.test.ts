import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { interfaceOf } from "../../../../src/clouds/index.ts";
import { findingId } from "../../../../src/fidelity/findings/identity.ts";
import {
  curlOf,
  type Finding,
  issueText,
  readFindings,
  recordFinding,
  scriptOf,
} from "../../../../src/fidelity/index.ts";
import { finding, step } from "../../../integration/repro/findings.ts";

const queue = { queueName: "ts000001" };
const found = finding(
  "azure-queue",
  [
    step("Queue_Create", queue),
    step("Messages_Enqueue", { ...queue, queueMessage: { MessageText: "a" } }),
    step("Messages_Clear", queue),
  ],
  {
    manifestation: "state",
    emulator: { status: 204, code: null, label: "azurite 3.37.0", message: null },
    reference: { status: 204, code: null, label: "the cloud", message: null },
    differences: [
      { place: "state messages.0.text", emulator: "a", reference: null, readBy: "Messages_Peek" },
    ],
  },
);

/** A finding as whoever reads it from a catalogue has it. */
async function catalogued(recorded: Finding): Promise<Finding> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-looks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "catalogue.json");
  recordFinding(file, recorded);
  const [read] = await readFindings(file);
  return read ?? expect.fail("the catalogue has no finding");
}

test("what shows in the state alone is shown by the call that has read it, as a catalogue keeps it", async () => {
  const read = await catalogued(found);

  const [script, curl, issue] = await Promise.all([
    scriptOf(read),
    curlOf(read),
    issueText(read, { cwd: process.cwd() }),
  ]);

  for (const text of [script, curl])
    expect(text).toContain("it shows in what Messages_Peek (call 4) answers.");
  expect(script).toMatch(/step\("Messages_Peek"/);
  expect(curl).toContain("peekonly=true");
  expect(issue).toContain("The state shows in what Messages_Peek answers afterwards.");
});

test("where a catalogue does not say by what a state was read, nothing more is called", async () => {
  const differences = found.differences.map(({ readBy: _, ...difference }) => difference);
  const read = await catalogued({ ...found, differences });

  expect(await scriptOf(read)).not.toContain("Messages_Peek");
});

test("by what a state was read is no part of what a finding is called by", () => {
  const idOf = (differences: Finding["differences"]) => {
    const discrepancy = { ...found, differences, step: 2, messages: { emulator: null, reference: null } };
    return findingId("azure-queue", { ...found, discrepancy }, interfaceOf("azure-queue"));
  };

  expect(idOf(found.differences)).toBe(idOf(found.differences.map(({ readBy: _, ...rest }) => rest)));
});
