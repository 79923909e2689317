import { stripVTControlCharacters } from "node:util";
import pico from "picocolors";
import { expect, test } from "vitest";
import { plain, runHasFailed, textReport } from "../../../../src/report/index.ts";
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

const narrow = { paint: plain, width: 80, details: false };

test("a healthy run is told in a few lines", () => {
  const report = hybridReport([
    hybridTest({ title: "keeps a photo", decision: safe, did: [create("kept"), upload("a.txt")] }),
    hybridTest({ title: "computes", decision: silent }),
  ]);

  expect(textReport(documentOf(report), narrow).join("\n")).toMatchInlineSnapshot(`
    "2 tests on azurite 3.35.0 · policy monitor · 12.4 s
      decided    2 kept (on the safe list 1, sent nothing 1) · 0 sent ·
                 0 not observed
      requests   attributed by vitest, tier 1: each request is known by its test
      evidence   the oldest is of 2026-11-01 (15 days ago)
      risk       1 test rests on the safe list: a change of the cloud since then is
                 noticed only when an entry expires or --revalidate draws the test.
                 1 test rests on having sent nothing: requests that go round the
                 proxies are not seen.

      cost       0 of 2 requests sent to the cloud, $0 of <$0.0001 · 100.0% of the
                 requests saved

    ✓ 2 passed"
  `);
});

test("what needs a look comes behind what makes the decisions believable, the worst first", () => {
  expect(textReport(documentOf(mixedReport()), narrow).join("\n")).toMatchInlineSnapshot(`
    "6 tests on azurite 3.35.0 · policy monitor · 12.4 s
      decided    2 kept (on the safe list 1, sent nothing 1) · 4 sent ·
                 0 not observed
      requests   attributed by vitest, tier 1: each request is known by its test
      evidence   the oldest is of 2026-11-01 (15 days ago)
      risk       1 test rests on the safe list: a change of the cloud since then is
                 noticed only when an entry expires or --revalidate draws the test.
                 1 test rests on having sent nothing: requests that go round the
                 proxies are not seen.

    ✗ album.test.js > makes an album again
      passes locally, fails in the cloud: a deployment-safety violation
        Container_Create                 emulator   │ cloud
        response.status                  201        │ 409
        response.header.etag             "‹etag#1›" │ nothing
        response.header.x-ms-error-code  nothing    │ ContainerBeingDeleted
        response.body.Error<>            nothing    │ 2 elements
        response.body.Error.Code         nothing    │ ContainerBeingDeleted
      │ RestError: Try later.
      │ Code: ContainerBeingDeleted
      cause      Container_Create answers 201 on the emulator and 409 on the cloud
      reproduce  touchstone run --policy always --only 'album.test.js > makes an album again' -- npx vitest run

    ! album.test.js > is told that it's being deleted
      fails locally, passes in the cloud: a false alarm
        Container_Create                 emulator   │ cloud
        response.status                  201        │ 409
        response.header.etag             "‹etag#1›" │ nothing
        response.header.x-ms-error-code  nothing    │ ContainerBeingDeleted
        response.body.Error<>            nothing    │ 2 elements
        response.body.Error.Code         nothing    │ ContainerBeingDeleted
      │ expected a refusal
      cause      Container_Create answers 201 on the emulator and 409 on the cloud
      reproduce  touchstone run --policy always --only 'album.test.js > is told that it'\\''s being deleted' -- npx vitest run

    ! album.test.js > uploads
      passed on both, but they did not do the same
        BlockBlob_Upload  emulator │ cloud
        response.status   201      │ 200
      reproduce  touchstone run --policy always --only 'album.test.js > uploads' -- npx vitest run

    ! album.test.js > is not the same twice
      is flaky: not the same twice on the same target, so that nothing can be
      concluded
      │ late
      reproduce  touchstone run --policy always --only 'album.test.js > is not the same twice' -- npx vitest run

    Where emulator and cloud do not agree
                    discrepant  discrepant      safety   false
             tests       tests     results  violations  alarms
      suite      6           5     2 (40%)           1       1

    Operations by the number of tests that use them
      ✗ azure-blob BlockBlob_Upload 3 ██████████████████████████████
      ✗ azure-blob Container_Create 3 ██████████████████████████████
      ? azure-blob Container_Delete 2 ████████████████████
      ✗ differs from the cloud   ? not measured against the cloud, on this emulator

    Fix next
        with these mended             tests  results
      1. azure-blob Container_Create  5 → 3    2 → 0
      2. azure-blob BlockBlob_Upload  5 → 0    2 → 0

      cost       8 of 10 requests sent to the cloud, <$0.0001 of <$0.0001 · 20.0% of
                 the requests saved

    ✗ 2 failed · 4 passed"
  `);
});

test("with details every decision is there, and the cost by price class, tier and redundancy", () => {
  const lines = textReport(documentOf(mixedReport()), { ...narrow, details: true });

  expect(lines.slice(lines.indexOf("Every decision")).join("\n")).toMatchInlineSnapshot(`
    "Every decision
      album.test.js > keeps a photo        emulator  on the safe list
      album.test.js > makes an album aga…  cloud     unsafe
      album.test.js > is told that it's …  cloud     false alarm
      album.test.js > uploads              cloud     differs
      album.test.js > is not the same tw…  cloud     flaky
      album.test.js > computes             emulator  sent nothing

      cost       8 of 10 requests sent to the cloud, <$0.0001 of <$0.0001 · 20.0% of
                 the requests saved
                                all units       all  sent units      sent
      azure-blob hot/LRS/list           5  <$0.0001           4  <$0.0001
      azure-blob hot/LRS/write          3  <$0.0001           2  <$0.0001

    ✗ 2 failed · 4 passed"
  `);
});

test("a dry run says what would be sent, with its requests, its price and why", () => {
  const report = hybridReport(
    [
      hybridTest({ title: "keeps a photo", decision: safe, did: [create("kept")] }),
      hybridTest({
        title: "uploads",
        decision: unknown,
        did: [create("photos"), upload("b.txt")],
        unsent: "nothing is sent in a dry run",
      }),
    ],
    { access: "dry run" },
  );

  const lines = textReport(documentOf(report), narrow);

  expect(lines.slice(lines.indexOf("Would be sent to the cloud")).join("\n")).toMatchInlineSnapshot(`
    "Would be sent to the cloud
      album.test.js > uploads
        2 requests · <$0.0001 · it has never been on the cloud

      cost       2 of 3 requests would be sent to the cloud, <$0.0001 of <$0.0001 ·
                 33.3% of the requests saved

    ! 1 without a result that counts · 1 passed"
  `);
});

test("what should have been sent and was not makes no green run", () => {
  const unsent = "the budget of 1 requests is spent";
  const report = hybridReport([
    hybridTest({ title: "uploads", decision: unknown, did: [upload("b.txt")], unsent }),
  ]);

  const lines = textReport(documentOf(report), narrow);

  expect(lines).toContain("  1: the budget of 1 requests is spent");
  expect(lines.at(-1)).toBe("! 1 without a result that counts · 0 passed");
});

test("checks of kept tests come with the bound on wrong decisions", () => {
  const checks = Array.from({ length: 20 }, (_, at) =>
    hybridTest({ title: `check ${at}`, decision: drawn, did: [create("a")], cloud: {} }),
  );
  const wrong = hybridTest({
    title: "check 20",
    decision: drawn,
    did: [create("a")],
    cloud: { did: [create("a", 409)] },
  });

  const lines = textReport(documentOf(hybridReport([...checks, wrong])), { ...narrow, width: 120 });

  expect(lines).toContain(
    "  checked    21 of the kept on the cloud, 1 disagreed: at most 20.7% of such decisions are wrong (95%)",
  );
});

test("a broken file, and a test that fails where it counts, are told with what they say", () => {
  const hostile = "first\n\u001b[31m::error::not a command\u001b[0m\n\u001b]0;title\u0007third";
  const report = hybridReport(
    [hybridTest({ title: "adds", decision: silent, emulator: "failed", message: hostile })],
    {
      broken: [{ id: "broken.test.js", status: "failed", message: "Cannot find module 'x'" }],
    },
  );

  const lines = textReport(documentOf(report), narrow);

  expect(lines.slice(lines.indexOf("✗ broken.test.js")).join("\n")).toMatchInlineSnapshot(`
    "✗ broken.test.js
      failed as a whole
      │ Cannot find module 'x'

    ✗ album.test.js > adds
      fails on the emulator, which counts: it sent nothing, while requests of others
      were seen
      │ first
      │ ::error::not a command
      │ third

    ✗ 1 failed · 1 file broken · 0 passed"
  `);
});

test("long values lie under each other, from shortly before where they differ", () => {
  const [one, other] = ["a".repeat(100), `${"a".repeat(99)}b`].map((value) => ({
    ...upload("a.txt"),
    answer: [["x-ms-meta-note", value]] as const,
  }));
  const report = hybridReport([
    hybridTest({
      title: "notes",
      decision: unknown,
      did: one ? [one] : [],
      cloud: { did: other ? [other] : [] },
    }),
  ]);

  const lines = textReport(documentOf(report), narrow);
  const from = lines.findIndex((line) => line.includes("BlockBlob_Upload"));

  expect(lines.slice(from, from + 4).join("\n")).toMatchInlineSnapshot(`
    "    BlockBlob_Upload
        response.header.x-ms-meta-note
          emulator │ …aaaaaaaaaaaaaaaaaaaaaa
          cloud    │ …aaaaaaaaaaaaaaaaaaaaab"
  `);
});

test("colours add nothing that is not said without them, and 80 columns are enough for all but commands", () => {
  const document = documentOf(mixedReport());
  const colored = textReport(document, { ...narrow, paint: pico.createColors(true) });

  expect(colored.map(stripVTControlCharacters)).toEqual(textReport(document, narrow));
  expect(colored.join("")).toContain("\u001b[31m✗");
  for (const line of textReport(document, { ...narrow, details: true })) {
    if (!line.includes("reproduce")) expect([...line].length).toBeLessThanOrEqual(80);
  }
});

test("a runner that fails though no test does, or that runs none, is no green run", () => {
  const passed = hybridTest({ title: "adds", decision: silent });
  const lines = textReport(documentOf(hybridReport([passed], { unexplainedExit: 3 })), narrow);
  const nothing = textReport(documentOf(hybridReport([])), narrow);

  expect(lines.slice(lines.indexOf("✗ vitest"))).toEqual([
    "✗ vitest",
    "  failed as a whole",
    "  │ ended with exit code 3, though no test failed",
    "",
    "✗ 1 passed",
  ]);
  expect(nothing.at(-1)).toBe("✗ no test was run");
  expect(runHasFailed(hybridReport([passed], { unexplainedExit: 3 }))).toBe(true);
  expect(runHasFailed(hybridReport([]))).toBe(true);
  expect(runHasFailed(hybridReport([passed]))).toBe(false);
});

test("an audit names the decisions that the cloud denies", () => {
  const tests = [
    hybridTest({ title: "agrees", decision: safe, did: [create("a")], cloud: {} }),
    hybridTest({
      title: "is wrong",
      decision: safe,
      did: [create("b")],
      cloud: { status: "failed", did: [create("b", 409)] },
    }),
    hybridTest({
      title: "is doubtful",
      decision: safe,
      did: [create("c")],
      cloud: { did: [create("c", 409)] },
    }),
    hybridTest({ title: "is needless", decision: unknown, did: [create("d")], cloud: {} }),
  ];

  const lines = textReport(documentOf(hybridReport(tests, { scope: "audit" })), narrow);

  const start = lines.findIndex((line) => line.startsWith("Audit"));
  expect(lines.slice(start, start + 7).join("\n")).toMatchInlineSnapshot(`
    "Audit of the policy monitor: 4 tests on both sides
      3 would have been kept on the emulator
      ✗ 1 of these wrongly: they end differently on the cloud
        album.test.js > is wrong
      1 of these end the same, but did not do the same
        album.test.js > is doubtful
      1 would have been sent, and agree"
  `);
});

test("what is left on the cloud and what waits for it stand at the end", () => {
  const leftover = {
    service: "s3",
    kind: "bucket",
    name: "photos-ts1",
    why: "the account answers 403",
  } as const;
  const report = hybridReport([hybridTest({ title: "a", decision: safe, did: [create("a")] })], {
    leftovers: [leftover],
    waiting: 2,
  });

  const lines = textReport(documentOf(report), narrow);

  expect(lines.slice(-7).join("\n")).toMatchInlineSnapshot(`
    "
    ! Left on the cloud, though this run made it
        s3 bucket photos-ts1: the account answers 403

    2 tests wait for the cloud: touchstone run --deferred -- …

    ✓ 1 passed"
  `);
});
