import { expect, test } from "vitest";
import type { CompareResult } from "../../../src/fidelity/index.ts";
import { compareReport } from "../../../src/report/index.ts";

const finding = { service: "s3", operation: "CreateBucket" };

const result: CompareResult = {
  recordings: 2,
  exchanges: 9,
  uncompared: 3,
  a: {},
  b: {},
  tests: { compared: 2, changed: [] },
  findings: {
    gone: [{ ...finding, id: "CreateBucket-00000a" }],
    appeared: [{ ...finding, id: "CreateBucket-00000b" }],
    stayed: 4,
    absent: 0,
    unperformed: 1,
  },
  safeList: { entries: 5, lapsing: [{ test: "adds", emulators: [], learned: "", isChanged: true }] },
  seconds: 2,
};

test("a comparison says what changes, and what was left out for which reason", () => {
  expect(compareReport(result, "old", "new").split("\n")).toEqual([
    "old → new · 9 exchanges of 2 recordings · 2.0 s",
    "✓ 2 tests: all answered the same",
    "! 3 exchanges skipped: only one of the targets serves them, or they touch data that was there before",
    "- CreateBucket-00000a (CreateBucket) no longer shows on new",
    "✗ CreateBucket-00000b (CreateBucket) shows on new",
    "  4 findings shown on both",
    "! 1 finding could not be performed",
    "! 1 of 5 safe-list entries not valid on new",
    "    adds (answered differently)",
  ]);
});
