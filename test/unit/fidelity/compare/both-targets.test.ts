import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { BothTargets, type Target } from "../../../../src/fidelity/compare/both-targets.ts";
import type { RecordingResult } from "../../../../src/fidelity/replay/result.ts";

const recording = { name: "one", exchanges: [] };
const result: RecordingResult = {
  exchanges: 0,
  prepared: 0,
  matched: 0,
  helped: 0,
  skipped: [],
  discrepancies: [],
  answers: new Map(),
  deaths: new Set(),
  steps: [],
};

function targetThat(perform: () => Promise<RecordingResult>): Target {
  return { perform, label: () => "a target", redact: (text) => text, async [Symbol.asyncDispose]() {} };
}

test("where one fails, the other is waited for", async () => {
  let isPerforming = false;
  const both = new BothTargets(
    targetThat(() => Promise.reject(new Error("gone"))),
    targetThat(async () => {
      isPerforming = true;
      await pause(20);
      isPerforming = false;
      return result;
    }),
  );

  await expect(both.performOnBoth(recording)).rejects.toThrow("gone");

  expect(isPerforming).toBe(false);
});
