import { expect, test } from "vitest";
import { fuzzReport } from "../../../../src/report/findings/fuzz-report.ts";
import { plain } from "../../../../src/report/text/paint.ts";

test("a run that a budget has ended says so, and what it has not come to", () => {
  const text = fuzzReport(
    {
      service: "azure-queue",
      emulator: "azurite 3.37.0",
      reference: "the cloud",
      seed: 1,
      operations: { total: 18, reached: 18, unreached: [] },
      calls: 120,
      masked: 3,
      retries: 0,
      crashes: 0,
      seconds: 2,
      findings: [],
      timeDependent: [],
      unconfirmed: 0,
      unexamined: 2,
      spent: "the budget of 500 requests is spent",
      measured: [],
      coverage: new Map(),
    },
    { paint: plain, width: 100, file: "catalogue.json", hasCoverage: false },
  );

  expect(text).toContain(
    "ended early: the budget of 500 requests is spent · 2 differences not looked into\n",
  );
  expect(text).toContain("3 calls not sent");
});
