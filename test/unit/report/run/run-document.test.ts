import { expect, test } from "vitest";
import { hasFailed } from "../../../../src/report/index.ts";
import { Redactor } from "../../../../src/wire/index.ts";
import {
  create,
  documentOf,
  drawn,
  hybridReport,
  hybridTest,
  mixedReport,
  safe,
  silent,
  unknown,
  upload,
} from "./reports.ts";

test("the document's members stand in their order, whatever the run was", () => {
  const names = [
    ...[
      "touchstone",
      "version",
      "run",
      "started",
      "ended",
      "command",
      "dryRun",
      "policy",
      "sequence",
      "scope",
      "access",
      "runner",
      "tier",
    ],
    ...[
      "emulators",
      "interfaces",
      "traces",
      "kept",
      "sent",
      "unsent",
      "unsentBecause",
      "notObserved",
      "unattributed",
    ],
    ...[
      "learned",
      "waiting",
      "leftovers",
      "audit",
      "oldestEvidence",
      "revalidated",
      "risk",
      "outcomes",
      "verdicts",
      "discrepancies",
      "operations",
    ],
    ...["fixNext", "cost", "tests", "unexplainedExit", "broken"],
  ];

  expect(Object.keys(documentOf(mixedReport()))).toEqual(names);
  expect(Object.keys(documentOf(hybridReport([])))).toEqual(names);
});

test("counts, evidence and verdicts are those of the tests", () => {
  const document = documentOf(mixedReport());

  expect(document).toMatchObject({
    touchstone: "run",
    version: 1,
    kept: { "on the safe list": 1, "sent nothing": 1 },
    sent: 4,
    unsent: 0,
    notObserved: 0,
    oldestEvidence: { learned: "2026-11-01T08:00:00.000Z", days: 15 },
    revalidated: { tests: 0, disagreed: 0, upperBound: null },
    outcomes: { passed: 4, failed: 2, skipped: 0, undecided: 0 },
    verdicts: { agrees: 0, differs: 1, unsafe: 1, "false alarm": 1, flaky: 1, "not run": 0 },
  });
  expect(document.tests[1]).toMatchObject({
    decision: { target: "cloud", kind: "not on the safe list" },
    emulator: "passed",
    cloud: "failed",
    verdict: "unsafe",
    difference: { operation: "Container_Create", place: "response.status", emulator: "201", cloud: "409" },
  });
});

test("costs are told by test, by operation, and by price class, storage tier and redundancy", () => {
  const { cost, tests } = documentOf(mixedReport());

  expect(cost.all.requests).toBe(10);
  expect(cost.sent.requests).toBe(8);
  expect(cost.saved.percent).toBeCloseTo(20);
  expect(cost.lines).toContainEqual({
    service: "azure-blob",
    line: "hot/LRS/write",
    class: "write",
    settings: { tier: "hot", redundancy: "LRS" },
    all: { units: 3, dollars: expect.closeTo(3 * 0.000005, 9) },
    sent: { units: 2, dollars: expect.closeTo(2 * 0.000005, 9) },
  });
  expect(tests[0]?.cost.operations.map(({ operation }) => operation).sort()).toEqual([
    "BlockBlob_Upload",
    "Container_Create",
  ]);
  expect(tests[0]).not.toHaveProperty("spent");
  expect(tests[1]?.spent?.requests).toBe(3);
});

test("secrets are taken out of everything that tests and their names say", () => {
  const key = "c2VjcmV0LWtleS1vZi1hbi1hY2NvdW50";
  const report = hybridReport([
    hybridTest({
      title: `with ${key}`,
      decision: unknown,
      did: [upload(`${key}.txt`)],
      emulator: "failed",
      message: `AccountKey=${key};`,
      cloud: {
        status: "failed",
        message: `https://x.blob.core.windows.net/a?sig=abc%2Fdef&se=1`,
        did: [upload("b", 403)],
      },
    }),
  ]);

  const document = documentOf(report, {
    redactor: new Redactor([key]),
    command: ["npx", "vitest", `--key=${key}`],
    withTraces: () => true,
  });

  const text = JSON.stringify(document);
  expect(text).toContain("REDACTED");
  expect(text).not.toContain(key);
  expect(text).not.toContain("abc%2Fdef");
});

test("checks that say nothing count for nothing", () => {
  const check = { decision: drawn, did: [create("a")] };
  const { revalidated } = documentOf(
    hybridReport([
      hybridTest({ title: "agrees", ...check, cloud: {} }),
      hybridTest({ title: "flaky", ...check, cloud: { did: [create("a", 409)] }, isFlaky: true }),
      hybridTest({ title: "skipped there", ...check, cloud: { status: "skipped" } }),
    ]),
  );

  expect(revalidated).toEqual({ tests: 1, disagreed: 0, upperBound: expect.closeTo(0.95, 9) });
});

test("the risk that remains is said by what kept tests rest on", () => {
  const trusted = { target: "emulator", kind: "operations trusted", reason: "measured" } as const;
  const { risk } = documentOf(
    hybridReport([
      hybridTest({ title: "1", decision: trusted, did: [create("a")] }),
      hybridTest({ title: "2", decision: trusted, did: [create("a")] }),
      hybridTest({ title: "3", decision: safe, did: [create("a")] }),
      hybridTest({ title: "4", decision: { target: "emulator", kind: "skipped", reason: "it is skipped" } }),
      hybridTest({ title: "5", decision: unknown, did: [create("a")], unsent: "no account" }),
    ]),
  );

  expect(risk).toEqual([
    "2 tests rest on the word of the catalogue, or of the config's list, that the operations agree: a difference that these do not know of goes unnoticed.",
    "1 test rests on the safe list: a change of the cloud since then is noticed only when an entry expires or --revalidate draws the test.",
    "1 not sent: of the cloud, the results on the emulator say nothing.",
  ]);
});

test("a test counts as on the cloud if it was sent, and fails if nothing came back", () => {
  const passed = { decision: unknown, did: [create("a")] };
  const sent = hybridTest({ title: "sent", ...passed, cloud: {} });
  const { judgement, ...unsent } = sent;
  const lost = {
    ...unsent,
    ...(judgement && { judgement: { ...judgement, verdict: "not run" as const, cloud: undefined } }),
  };
  const failing = { title: "fails here", emulator: "failed" as const, message: "no" };

  expect(hasFailed(sent)).toBe(false);
  expect(hasFailed(lost)).toBe(true);
  expect(hasFailed(hybridTest({ ...failing, ...passed, cloud: {} }))).toBe(false);
  expect(hasFailed(hybridTest({ ...failing, decision: silent }))).toBe(true);
  expect(hasFailed(hybridTest({ ...failing, ...passed, unsent: "no account" }))).toBe(true);
  expect(documentOf(hybridReport([lost])).outcomes.undecided).toBe(1);
});
