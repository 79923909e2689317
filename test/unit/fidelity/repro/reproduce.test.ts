import { expect, test } from "vitest";
import type { CallResult } from "../../../../src/clouds/index.ts";
import { type Finding, reproduce, type Side } from "../../../../src/fidelity/index.ts";
import type { Recovered } from "../../../../src/fidelity/sides/side.ts";
import { sampleFinding } from "../findings/sample-findings.ts";
import { answered, sideThat } from "../told-side.ts";

const failed: CallResult = { kind: "failed", via: "sdk", message: "socket hang up", attempts: 1 };
const masked: CallResult = { kind: "masked", via: "sdk", message: "the SDK refuses it" };
const nothing = { status: null, code: null, message: null };

/** A finding of a call that is not answered, and of what became of the process. */
function unanswered(process: Recovered, reference: Partial<Finding["reference"]> = {}): Finding {
  return sampleFinding({
    service: "azure-queue",
    operation: "Queue_Create",
    rootCause: process === "alive" ? "emulator-bug" : "crash",
    emulator: { ...nothing, label: "azurite 3.21.0" },
    reference: { status: 201, code: null, message: null, label: "the cloud", ...reference },
    differences: [{ place: "process", emulator: process, reference: "alive" }],
    sequence: [
      {
        operation: "Queue_Create",
        input: { queueName: "ts000001" },
        caller: "owner",
        tries: { kind: "valid" },
      },
    ],
  });
}

/** A side whose calls end in a way, after which it is as it is told. */
function sideAfter(result: CallResult, became: Recovered): Side {
  return { ...sideThat(() => result), recover: () => Promise.resolve(became) };
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
])("of a process that was found %s and is %s now the verdict is %s", async (found, became, verdict) => {
  const again = await reproduce(unanswered(found), sideAfter(failed, became));

  expect(again).toMatchObject({ verdict, process: became, actual: { status: null } });
});

test("a call that fails is no answer, though any would be right", async () => {
  const crash = unanswered("died", { ...nothing, message: "a service that answers" });

  const { verdict } = await reproduce(crash, sideAfter(failed, "alive"));

  expect(verdict).toBe("other");
});

test("a call that is not sent shows no crash", async () => {
  const { verdict } = await reproduce(unanswered("died"), sideAfter(masked, "died"));

  expect(verdict).toBe("other");
});

test("a value shows again where only what is secret in it is another", async () => {
  const place = "response.header.location";
  const location = (signature: string) => `http://a/b?sp=r&sig=${signature}`;
  const answer = { status: 201, code: null, message: null };
  const finding: Finding = {
    ...unanswered("alive"),
    emulator: { ...answer, label: "azurite 3.21.0" },
    reference: { ...answer, label: "the cloud" },
    differences: [{ place, emulator: location("REDACTED"), reference: null }],
  };
  const created = { ...answered(201), headers: { location: location("c2VjcmV0") } };

  const again = await reproduce(finding, sideAfter(created, "alive"));

  expect(again).toMatchObject({
    verdict: "emulator",
    values: [{ place, actual: location("REDACTED") }],
  });
});
