import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { recordRun } from "../../src/fidelity/index.ts";
import { finding, step } from "../integration/repro/findings.ts";
import { startTouchstone, touchstone } from "./command.ts";

function folderWithTrace(): string {
  const made = mkdtempSync(join(tmpdir(), "touchstone-compare-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  mkdirSync(join(made, ".touchstone", "traces"), { recursive: true });
  const exchanges = [
    {
      method: "PUT",
      url: "https://s3.us-east-1.amazonaws.com/bucket-of-shells",
      requestHeaders: { "x-amz-date": "20210503T100000Z" },
      requestBody: null,
      status: 200,
      responseHeaders: {},
      responseBody: null,
    },
  ];
  const line = JSON.stringify({ recording: "makes a bucket", exchanges });
  writeFileSync(join(made, ".touchstone", "traces", "recorded.jsonl"), line);
  return made;
}

/** A service that has nothing, and no time to change that. */
async function busyService(onAsked: (method: string) => void = () => {}): Promise<string> {
  const server = createServer(({ method = "" }, answer) => {
    onAsked(method);
    answer.writeHead(method === "HEAD" ? 404 : 503, { "content-type": "application/xml" });
    answer.end("<Error><Code>SlowDown</Code></Error>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("replays the usual traces on both, and exits with 1 where an answer changes", async () => {
  const cwd = folderWithTrace();
  const busy = await busyService();

  const { stdout, code } = await touchstone(["compare", "s3rver", busy], "", { cwd });

  expect(stdout.replace(/\d+\.\d s/, "… s").split("\n")).toEqual([
    `s3rver → ${busy} · 1 exchange of 1 recording · … s`,
    "✗ 1 test of 1 answered differently",
    "  makes a bucket",
    "    CreateBucket #0  200 → 503 SlowDown  (the first as recorded)",
    "",
  ]);
  expect(code).toBe(1);
});

test("exits with 0 where nothing does", async () => {
  const cwd = folderWithTrace();

  const { stdout, code } = await touchstone(["compare", "s3rver", "s3rver", "--json"], "", { cwd });

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    targets: { a: "s3rver", b: "s3rver" },
    exchanges: 1,
    tests: { compared: 1, changed: [] },
    findings: { gone: [], appeared: [] },
    safeList: { lapsing: [] },
  });
});

test("a target is the same as itself, also where what was recorded holds addresses", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "touchstone-compare-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const program = `
    import { BlobServiceClient } from "@azure/storage-blob";
    import { TableClient } from "@azure/data-tables";
    const account = process.env.AZURE_STORAGE_CONNECTION_STRING;
    const album = BlobServiceClient.fromConnectionString(account).getContainerClient("album");
    await album.create();
    const cover = album.getBlockBlobClient("cover");
    await cover.upload("hello", 5);
    await (await album.getBlobClient("copy").beginCopyFromURL(cover.url)).pollUntilDone();
    await album.getBlobClient("copy").getProperties();
    const people = TableClient.fromConnectionString(account, "people", { allowInsecureConnection: true });
    await people.createTable();
    const rows = ["1", "2"].map((rowKey) => ["create", { partitionKey: "a", rowKey }]);
    await people.submitTransaction(rows);
  `;
  const trace = join(cwd, "trace.jsonl");
  const inProject = { cwd: join(import.meta.dirname, "../..") };
  const node = [process.execPath, "--input-type=module", "--eval", program];

  const recorded = await touchstone(
    ["record", "azure-blob", "azure-table", "--out", trace, "--", ...node],
    "",
    inProject,
  );
  const { stdout, code } = await touchstone(["compare", "azurite", "azurite", "--traces", trace], "", {
    cwd,
  });

  expect(recorded.code).toBe(0);
  expect(stdout).toContain("✓ 1 test: all answered the same");
  expect(code).toBe(0);
});

test.each([
  ["azurite", "s3rver", "the two have no service in common", "Name two that serve the same"],
  ["azurite", "azurite", "nothing could be compared", "Name targets that serve it"],
])("refuses %s and %s for traces of S3", async (a, b, why, hint) => {
  const { stderr, code } = await touchstone(["compare", a, b], "", { cwd: folderWithTrace() });

  expect(stderr).toContain(why);
  expect(stderr).toContain(hint);
  expect(code).toBe(2);
});

test("without traces the findings of the catalogue are compared", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "touchstone-compare-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const made = finding("s3", [step("CreateBucket", { Bucket: "ts000001" })], {
    emulator: { status: 503, code: "SlowDown", label: "nobody 1.0.0", message: null },
    reference: { status: 200, code: null, label: "the cloud", message: null },
  });
  await recordRun(join(cwd, "touchstone-catalogue.json"), {
    service: "s3",
    emulator: "nobody 1.0.0",
    reference: "the cloud",
    measured: [],
    findings: [made],
  });
  const busy = await busyService();

  const { stdout, code } = await touchstone(["compare", "s3rver", busy], "", { cwd });

  expect(stdout.replace(/\d+\.\d s/, "… s").split("\n")).toEqual([
    `s3rver → ${busy} · 1 finding · … s`,
    `✗ CreateBucket-0a1b2c (CreateBucket) shows on ${busy}`,
    "",
  ]);
  expect(code).toBe(1);
});

test("ends at once when it is interrupted amid the findings, with exit code 130 and without a report", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "touchstone-compare-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const outcome = { status: 200, code: null, label: "nobody 1.0.0", message: null };
  const made = Array.from({ length: 30 }, (_, at) =>
    finding("s3", [step("CreateBucket", { Bucket: "ts000001" })], {
      id: `CreateBucket-${String(at).padStart(6, "0")}`,
      emulator: { ...outcome, status: 500 + at },
      reference: { ...outcome, label: "the cloud" },
    }),
  );
  await recordRun(join(cwd, "touchstone-catalogue.json"), {
    service: "s3",
    emulator: "nobody 1.0.0",
    reference: "the cloud",
    measured: [],
    findings: made,
  });
  const asked: string[] = [];
  const busy = await busyService((method) => {
    // Asked twice, it would end without a word.
    if (method === "PUT" && asked.push(method) === 1) running.child.kill("SIGINT");
  });

  const running = startTouchstone(["compare", busy, busy], { cwd });
  const { code, stdout, stderr } = await running.outcome;

  expect(code).toBe(130);
  expect(stdout).toBe("");
  expect(stderr).toContain("! stopped after 0 recordings and ");
  expect(asked.length).toBeLessThan(20);
});

test.each([
  [["compare", "s3rver"], "B is missing; such as azurite"],
  [["compare", "s3rver", "s3rver", "--traces", "nowhere"], "there are no traces in nowhere"],
])("refuses %j", async (words, why) => {
  const { stderr, code } = await touchstone(words);

  expect(code).toBe(2);
  expect(stderr).toContain(why);
});

test("where somebody's things are in the way, nothing is compared, with exit code 2, and they stay", async () => {
  const cwd = folderWithTrace();
  const asked: string[] = [];
  const server = createServer(({ method }, answer) => {
    asked.push(String(method));
    answer.writeHead(200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const { stdout, code } = await touchstone(["compare", "s3rver", url], "", { cwd });

  expect(stdout).toContain("! no test could be compared");
  expect(code).toBe(2);
  expect(asked.filter((method) => method !== "GET" && method !== "HEAD")).toEqual([]);
});
