import { expect, test } from "vitest";
import { phaseLine } from "../../../../src/cli/run-output/progress.ts";

const start = { phase: "emulator", total: undefined, done: 0, failed: 0, requests: 0, seconds: 0 } as const;

test.each([
  [start, "0 tests on the emulators · 0 requests · 0 s"],
  [{ ...start, done: 1, requests: 1, seconds: 3.9 }, "1 test on the emulators · 1 request · 3 s"],
  [
    { ...start, phase: "cloud", total: 8, done: 3, failed: 1, requests: 5211, seconds: 62 },
    "3 of 8 tests on the cloud · 1 failed · 5,211 requests · 1 min 02 s",
  ],
  [{ ...start, phase: "noise", total: 1, done: 1 }, "1 test once more on the emulators · 0 requests · 0 s"],
] as const)("%# a phase on one line", (state, line) => {
  expect(phaseLine(state)).toBe(line);
});
