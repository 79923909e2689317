import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { recordFinding, recordRun } from "../../src/fidelity/index.ts";
import { finding, step } from "../integration/repro/findings.ts";
import { type Outcome, startTouchstone, touchstone } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-repro-"));
afterAll(() => rmSync(folder, { recursive: true }));

const bucket = { Bucket: "ts000001" };
const [found, mended] = [
  finding("s3", [step("CreateBucket", bucket), step("GetBucketLifecycle", bucket)], {
    id: "GetBucketLifecycle-0a1b2c",
    emulator: { status: 501, code: "NotImplemented", label: "s3rver 3.7.1", message: null },
    reference: { status: 404, code: "NoSuchLifecycleConfiguration", label: "the cloud", message: null },
  }),
  finding("s3", [step("GetObject", { ...bucket, Key: "a" })], {
    id: "GetObject-0a1b2c",
    emulator: { status: 200, code: null, label: "s3rver 3.7.1", message: null },
    reference: { status: 404, code: "NoSuchBucket", label: "the cloud", message: null },
  }),
];

function repro(...args: readonly string[]): Promise<Outcome> {
  return touchstone(["repro", ...args], "", { cwd: folder });
}

beforeAll(async () => {
  await recordRun(join(folder, "touchstone-catalogue.json"), {
    service: "s3",
    emulator: "s3rver 3.7.1",
    reference: "the cloud",
    measured: ["GetBucketLifecycle", "GetObject"],
    findings: [found, mended],
  });
});

test("a catalogue that somebody names must be there", async () => {
  const { code, stderr } = await repro("--catalogue", "nowhere.json");

  expect(code).toBe(2);
  expect(stderr).toContain("there is no catalogue nowhere.json");
});

test("without an id all are listed, emulator by emulator, and the catalogue can be read as Markdown", async () => {
  const [listed, markdown, json, lacking] = await Promise.all([
    repro(),
    repro("--markdown"),
    repro("--json"),
    repro("--script"),
  ]);

  expect(listed).toMatchObject({ code: 0 });
  expect(listed.stdout.split("\n").slice(0, 4)).toEqual([
    "s3rver 3.7.1",
    "debuggability (2)",
    "  GetBucketLifecycle-0a1b2c  501 NotImplemented → 404 NoSuchLifecycleConfiguration  value constraint",
    "  GetObject-0a1b2c           200 → 404 NoSuchBucket                                 value constraint",
  ]);
  expect(markdown.stdout).toContain("## s3rver 3.7.1\n\nMeasured against the cloud (2 operations).");
  expect(JSON.parse(json.stdout)).toMatchObject({
    findings: [{ id: "GetBucketLifecycle-0a1b2c", sequence: [{}, {}] }, { id: "GetObject-0a1b2c" }],
  });
  expect(lacking).toMatchObject({ code: 2 });
  expect(lacking.stderr).toContain("--script is for one finding, and the ID is missing");
});

test("a finding that shows again ends with 1, and one that does not with 0", async () => {
  const [shown, gone] = await Promise.all([
    repro("GetBucketLifecycle"),
    repro("GetObject", "--on", "s3rver", "--json"),
  ]);

  expect(shown).toMatchObject({
    code: 1,
    stdout:
      "GetBucketLifecycle-0a1b2c on s3rver 3.7.1: 501 NotImplemented, as found — the reference (the cloud) has 404 NoSuchLifecycleConfiguration\n",
  });
  expect(gone.code).toBe(0);
  expect(JSON.parse(gone.stdout)).toMatchObject({
    id: "GetObject-0a1b2c",
    verdict: "reference",
    actual: { status: 404, code: "NoSuchBucket" },
  });
});

test("an answer that is neither's ends with 1, and is no mistake of who asks", async () => {
  const catalogue = join(folder, "other.json");
  const other = { ...found, emulator: { ...found.emulator, status: 500, code: null } };
  const run = { service: "s3", reference: "the cloud", measured: [], findings: [other] } as const;
  await recordRun(catalogue, { ...run, emulator: "s3rver 3.7.1" });

  const { code, stdout } = await repro("GetBucketLifecycle", "--catalogue", catalogue);

  expect(code).toBe(1);
  expect(stdout).toContain("501 NotImplemented, neither as found on s3rver 3.7.1 (500 without a code)");
});

test.each([
  [["--script"], /^const answer1 = await step\("GetObject"/m],
  [["--curl", "--on", "cloud"], /--user "\$AWS_ACCESS_KEY_ID:\$AWS_SECRET_ACCESS_KEY"/],
  [["--issue"], /^# GetObject answers 200 instead of 404 NoSuchBucket$/m],
])("%j writes it down", async (form, line) => {
  const { stdout, code } = await repro("GetObject-0a1b2c", ...form);

  expect(code).toBe(0);
  expect(stdout).toMatch(line);
});

test.each([
  [["--script", "--on", "http://127.0.0.1:4566"], 'argv[2]?.replace(/\\/$/, "") ?? "http://127.0.0.1:4566";'],
  [["--curl", "--on", "http://127.0.0.1:4566/a$b"], ":-http://127.0.0.1:4566/a%24b}\n"],
  [["--curl", "--on", "s3rver@3.7.1"], ":-http://127.0.0.1:4568}\n"],
])("%j goes where it is aimed", async (form, line) => {
  const { stdout, code } = await repro("GetObject-0a1b2c", ...form);

  expect(code).toBe(0);
  expect(stdout).toContain(line);
});

test.each([
  [["--script", "--on", "cloud"], "written for emulators, not for the cloud", "or write --curl --on cloud"],
  [["--issue", "--on", "cloud"], "written for emulators, not for the cloud", "Leave out --on"],
  [
    ["--curl", "--on", "contracts"],
    "cannot be written for contracts",
    "touchstone repro GetObject-0a1b2c --on contracts",
  ],
  [["--issue", "--on", "http://127.0.0.1:4566"], "not about a URL", "s3rver 3.7.1"],
  [["--issue", "--on", "s3rver@3.6.0"], "no GetObject-0a1b2c found on s3rver@3.6.0", "found on s3rver 3.7.1"],
  [["--script", "--on", "nobody"], "there is no emulator `nobody`", "The emulators are"],
])("%j is refused, with what to do instead", async (form, message, hint) => {
  const { stdout, stderr, code } = await repro("GetObject-0a1b2c", ...form);

  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(message);
  expect(stderr).toContain(hint);
});

describe("where a finding was found at a URL", () => {
  const url = "http://127.0.0.1:9999/devstoreaccount1";
  const catalogue = join(folder, "by-url.json");
  const atUrl = (form: readonly string[]) => repro("Queue_Create", "--catalogue", catalogue, ...form);

  beforeAll(() => {
    const label = { code: null, message: null };
    recordFinding(
      catalogue,
      finding("azure-queue", [step("Queue_Create", { queueName: "ts000001" })], {
        emulator: { ...label, status: 400, label: url },
        reference: { ...label, status: 201, label: "the cloud" },
      }),
    );
  });

  test.each([
    [["--script", "--on", url], `?? "${url}";`],
    [["--curl", "--on", url], `:-${url}}`],
    [["--script", "--on", "http://127.0.0.1:4566/other"], '?? "http://127.0.0.1:4566/other";'],
    [["--issue", "--on", url], `- found on ${url}, compared with the cloud`],
  ])("%j goes to the URL that is named, be it that one or another", async (form, line) => {
    const { stdout, code } = await atUrl(form);

    expect(code).toBe(0);
    expect(stdout).toContain(line);
  });

  test.each([
    [["--script", "--on", "http://127.0.0.1:10001"]],
    [["--curl", "--on", "http://127.0.0.1:10001"]],
    [["--issue", "--on", "http://127.0.0.1:10001"]],
    [["--on", "http://127.0.0.1:10001"]],
  ])("%j is refused as it is where it is performed: it names no account", async (form) => {
    const { stdout, stderr, code } = await atUrl(form);

    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("http://127.0.0.1:10001 names no account of azure-queue");
    expect(stderr).toContain("http://127.0.0.1:10001/devstoreaccount1");
  });
});

test("what cannot be is refused with 2", async () => {
  const [unknown, both] = await Promise.all([
    repro("GetObjekt-0a1b2c"),
    repro("GetObject", "--script", "--curl"),
  ]);

  expect([unknown.code, both.code]).toEqual([2, 2]);
  expect(unknown.stderr).toContain("Near it: GetObject-0a1b2c");
  expect(both.stderr).toContain("--script and --curl cannot be used together");
});

test("ends with 130 when it is interrupted, and says nothing of an answer that it did not wait for", async () => {
  const server = createServer((asked, answer) => {
    if (asked.method === "PUT") running.child.kill("SIGINT");
    else answer.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const running = startTouchstone(["repro", "GetBucketLifecycle", "--on", url], { cwd: folder });
  const { code, stdout } = await running.outcome;

  expect([code, stdout]).toEqual([130, ""]);
});
