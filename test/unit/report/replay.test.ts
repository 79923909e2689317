import { expect, test } from "vitest";
import type { ReplayResult } from "../../../src/fidelity/index.ts";
import { replayReport } from "../../../src/report/index.ts";

const unlike = {
  recording: "album",
  index: 1,
  service: "azure-blob",
  operation: "Blob_SetTags",
  expected: { status: 204, code: null },
  actual: { status: 501, code: "NotImplemented" },
  messages: { expected: null, actual: null },
  reproduced: false,
} as const;

const result: ReplayResult = {
  recordings: 1,
  exchanges: 5,
  matched: 3,
  skipped: 1,
  discrepancies: [unlike],
  findings: [],
  summary: {
    matched: 3,
    helped: 2,
    citedContract: 0,
    citedFinding: 0,
    uncited: 1,
    skipped: 1,
    following: 0,
    percent: { matched: 60, cited: 0, uncited: 20, skipped: 20 },
  },
  skips: [],
  skipReasons: { "it has no answer to compare with": 1 },
  groups: [{ ...unlike, count: 1, cites: [], example: { recording: "album", index: 1 } }],
  crashes: 1,
  prepared: 0,
  seconds: 1.25,
};

test("a replay says what became of its exchanges, and for how many Touchstone had to help", () => {
  expect(replayReport(result, "azurite").split("\n")).toEqual([
    "5 exchanges of 1 recording on azurite · 1.3 s",
    "       3  (60.0%)  answered as recorded (2 after Touchstone created what the target refused)",
    "       0   (0.0%)  answered differently: a contract is broken",
    "       0   (0.0%)  answered differently: a finding",
    "       1  (20.0%)  answered differently: unexplained",
    "       1  (20.0%)  skipped",
    "               1  it has no answer to compare with",
    "✗ Blob_SetTags  recorded 204 · now 501 NotImplemented  × 1",
    "    album #1",
    "! 1 difference did not show again on clean state",
    "! the emulator crashed once and was restarted",
  ]);
});
