import { expect, test } from "vitest";
import { replayedFinding } from "../../../../src/fidelity/compare/replayed-finding.ts";
import type { RecordingResult } from "../../../../src/fidelity/replay/result.ts";
import { sampleFinding } from "../findings/sample-findings.ts";

/** What was recorded tells of a death by its cause alone. */
const crash = sampleFinding({
  rootCause: "crash",
  emulator: { status: null, code: null, message: null, label: "azurite 3.21.0" },
  differences: [{ place: "response.status", emulator: null, reference: "409" }],
  sequence: [],
  exchanges: [{ method: "GET", url: "http://127.0.0.1/a", requestHeaders: {}, requestBody: null }],
});

const unanswered: RecordingResult = {
  exchanges: 1,
  prepared: 0,
  matched: 0,
  helped: 0,
  skipped: [],
  discrepancies: [],
  answers: new Map([[0, { status: 0, code: null }]]),
  deaths: new Set(),
  steps: [],
};

test.each([
  ["of the last exchange", new Set([0]), true],
  ["not at all", new Set<number>(), false],
])("a recorded crash shows where the emulator died %s", async (_, deaths, isShown) => {
  const perform = replayedFinding(
    async () => ({ ...unanswered, deaths }),
    async () => undefined,
  );

  expect(await perform(crash, "a")).toBe(isShown);
});
