import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { BothTargets, type WatchedTarget } from "../../../../src/fidelity/compare/both-targets.ts";
import type { RecordingResult } from "../../../../src/fidelity/replay/result.ts";

const recording = { name: "one", exchanges: [], keepsCredentials: false };
const result: RecordingResult = {
  exchanges: 0,
  prepared: 0,
  matched: 0,
  skipped: [],
  discrepancies: [],
  answers: new Map(),
  steps: [],
};

function targetThat(perform: (crashes: { count: number }) => Promise<RecordingResult>): WatchedTarget {
  const crashes = { count: 1 };
  return {
    target: { perform: () => perform(crashes), label: () => "a target", async [Symbol.asyncDispose]() {} },
    crashes,
  };
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

test("of each it is told whether it died of a recording", async () => {
  const both = new BothTargets(
    targetThat(async (crashes) => {
      crashes.count++;
      return result;
    }),
    targetThat(async () => result),
  );

  const [onA, onB] = [await both.perform(recording, "a"), await both.perform(recording, "b")];

  expect([onA.died, onB.died]).toEqual([true, false]);
});
