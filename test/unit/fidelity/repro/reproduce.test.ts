import { expect, test } from "vitest";
import type { Finding } from "../../../../src/fidelity/index.ts";
import { verdictByOutcome } from "../../../../src/fidelity/repro/reproduce.ts";
import type { Recovered } from "../../../../src/fidelity/sides/side.ts";
import { sampleFinding } from "../findings/sample-findings.ts";

const nothing = { status: null, code: null, message: null };

/** A finding of a call that is not answered, and of what became of the process. */
function unanswered(process: Recovered, reference: Partial<Finding["reference"]> = {}): Finding {
  return sampleFinding({
    rootCause: process === "alive" ? "emulator-bug" : "crash",
    emulator: { ...nothing, label: "azurite 3.21.0" },
    reference: { status: 201, code: null, message: null, label: "the cloud", ...reference },
    differences: [{ place: "process", emulator: process, reference: "alive" }],
  });
}

test.each<[found: Recovered, became: Recovered, verdict: string]>([
  ["died", "died", "emulator"],
  ["hung", "hung", "emulator"],
  ["alive", "alive", "emulator"],
  ["died", "hung", "other"],
  ["died", "alive", "other"],
  ["hung", "died", "other"],
  ["hung", "alive", "other"],
  ["alive", "died", "other"],
])("of a process that was found %s and is %s now the verdict is %s", (found, became, verdict) => {
  expect(verdictByOutcome(unanswered(found), nothing, became)).toBe(verdict);
});

test("a call that fails is no answer, though any would be right", () => {
  const crash = unanswered("died", { ...nothing, message: "a service that answers" });

  expect(verdictByOutcome(crash, nothing, "alive")).toBe("other");
});
