import { expect, test } from "vitest";
import { fuzzReport } from "../../../../src/report/findings/fuzz-report.ts";
import { plain } from "../../../../src/report/text/paint.ts";

const run = {
  service: "azure-queue",
  emulator: "azurite 3.37.0",
  reference: "azurite 3.21.0",
  seed: 1,
  operations: { total: 18, reached: 18, succeeded: 0, unreached: [] },
  calls: 120,
  masked: 0,
  retries: 0,
  crashes: 0,
  hangs: 0,
  referenceCrashes: 0,
  referenceHangs: 0,
  seconds: 2,
  findings: [],
  timeDependent: [],
  unconfirmed: 0,
  unexamined: 0,
  measured: [],
  coverage: new Map(),
} as const;

const succeeded = { ...run, operations: { ...run.operations, succeeded: 3 } };

test("a run that a budget has ended says so, and what it has not come to", () => {
  const text = fuzzReport(
    {
      ...run,
      reference: "the cloud",
      masked: 3,
      unexamined: 2,
      spent: "the budget of 500 requests is spent",
    },
    { paint: plain, width: 100, hasCoverage: false },
  );

  expect(text).toContain("ended early: the budget of 500 requests is spent · 2 differences not examined\n");
  expect(text).toContain("3 calls not sent");
});

test.each([
  [{ interrupted: true }, "ended early: interrupted\n"],
  [{ interrupted: true, unexamined: 1 }, "ended early: interrupted · 1 difference not examined\n"],
  [{ unexamined: 4 }, "ended early: the time of --budget is over · 4 differences not examined\n"],
])("what keeps a run from its end is told: %j", (more, line) => {
  const options = { paint: plain, width: 100, hasCoverage: false };

  expect(fuzzReport({ ...run, ...more }, options)).toContain(line);
  expect(fuzzReport(run, options)).not.toContain("ended early");
});

test("of a target that is lost, the calls are told that it has not answered", () => {
  const lost = {
    lost: "nothing answers at http://127.0.0.1:4566 any more",
    underWay: [
      { caller: "owner", operation: "Queue_Create", input: { queueName: "q".repeat(60) } },
      { caller: "anonymous", operation: "Messages_Clear", input: { queueName: "jobs" } },
    ],
  } as const;

  const text = fuzzReport({ ...run, ...lost }, { paint: plain, width: 62, hasCoverage: false });

  expect(text).toContain(
    [
      "ended early: nothing answers at http://127.0.0.1:4566 any more",
      `  unanswered: Queue_Create {"queueName":{"$repeat":["q",60]}}`,
      `  unanswered: Messages_Clear (anonymous) {"queueName":"jobs"}`,
      "",
    ].join("\n"),
  );
});

test("crashes and hangs are told, those of the reference too", () => {
  const options = { paint: plain, width: 100, hasCoverage: false };

  const text = fuzzReport({ ...run, crashes: 2, hangs: 1, referenceCrashes: 1, referenceHangs: 2 }, options);

  expect(text).toContain(
    "the emulator crashed 2 times · the emulator hung once · the reference crashed once · the reference hung 2 times",
  );
  expect(fuzzReport(run, options)).not.toMatch(/crashed|hung/);
});

test("what was not reached keeps to the terminal's width", () => {
  const unreached = Array.from({ length: 30 }, (_, at) => `Queue_SetMetadata${at}`);

  const lines = fuzzReport(
    { ...run, operations: { total: 48, reached: 18, succeeded: 9, unreached } },
    { paint: plain, width: 80, hasCoverage: false },
  ).split("\n");

  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines.join(" ")).toContain(`not reached: ${unreached.join(", ")}`);
});

test("a stand-in recording is told for what it is", () => {
  const text = fuzzReport(
    {
      service: "azure-queue",
      emulator: "azurite 3.37.0",
      reference: "stand-in recording a.jsonl",
      operations: { total: 18, reached: 1, unreached: [] },
      calls: 1,
      skipped: 0,
      skipReasons: {},
      crashes: 0,
      seconds: 2,
      findings: [],
      timeDependent: [],
      unconfirmed: 0,
      measured: [],
      coverage: new Map(),
    },
    { paint: plain, width: 100, hasCoverage: false },
  );

  expect(text).toContain("stand-in recording: not every exchange was with a cloud");
});

test("a run in which nothing was performed with success found nothing, and does not say that all is well", () => {
  const options = { paint: plain, width: 100, hasCoverage: false };

  expect(fuzzReport(run, options)).toContain("✗ nothing was measured");
  expect(fuzzReport(succeeded, options)).toContain("✓ no finding");
});

test("a run that has measured nothing says so, and no more", () => {
  const options = { paint: plain, width: 120, hasCoverage: false };
  const remark = "no operation is known to agree";

  expect(fuzzReport(succeeded, options)).toContain(remark);
  expect(fuzzReport({ ...succeeded, measured: ["Queue_Create"] }, options)).not.toContain(remark);
  expect(fuzzReport(run, options)).not.toContain(remark);
});

test("a run of which all that it measured is in doubt is not told that it was too short", () => {
  const doubtful = { ...succeeded, calls: 5000, unconfirmed: 3 };

  const text = fuzzReport(doubtful, { paint: plain, width: 120, hasCoverage: false });

  expect(text).not.toContain("too few calls");
  expect(text).toContain("each needs calls in three ways, and no doubt left");
});

test.each([
  [{ lost: "nothing answers any more" }, "✗ no finding before the run ended early"],
  [{ interrupted: true }, "! no finding before the run ended early"],
  [{ spent: "the budget of 500 requests is spent" }, "! no finding before the run ended early"],
  [{ unexamined: 4 }, "! no finding before the run ended early"],
])("that nothing was found is no good news of a run that has not come to its end: %j", (more, line) => {
  const text = fuzzReport({ ...succeeded, ...more }, { paint: plain, width: 100, hasCoverage: false });

  expect(text).toContain(line);
  expect(text).not.toContain("✓");
});

test("where nothing succeeds, it is told how most calls have ended", () => {
  const options = { paint: plain, width: 100, hasCoverage: false };
  const coverage = new Map([
    ["Queue_Create", new Map([["403 AuthenticationFailed", 7]])],
    [
      "Queue_Delete",
      new Map([
        ["404 QueueNotFound", 9],
        ["403 AuthenticationFailed", 4],
      ]),
    ],
  ]);

  const text = fuzzReport({ ...run, coverage }, options);

  expect(text).toContain(
    "most calls ended with 403 AuthenticationFailed (11 times); check that the key is the target's",
  );
});
