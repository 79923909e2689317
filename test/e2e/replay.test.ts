import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "./command.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "touchstone-replay-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

function put(url: string, status: number) {
  return {
    method: "PUT",
    url: `https://s3.us-east-1.amazonaws.com${url}`,
    requestHeaders: { "x-amz-date": "20210503T100000Z" },
    requestBody: null,
    status,
    responseHeaders: status < 300 ? {} : { "content-type": "application/xml" },
    responseBody: status < 300 ? null : "<Error><Code>NoSuchBucket</Code></Error>",
  };
}

const recordings = [
  {
    recording: "makes a bucket",
    exchanges: [put("/bucket-of-shells", 200), put("/bucket-of-sand/grain", 404)],
  },
  { recording: "is refused", exchanges: [put("/bucket-of-shells", 404)] },
];

test("says what differs, with exit code 1, for people and as JSON", async () => {
  const file = join(folder(), "recorded.jsonl.gz");
  writeFileSync(file, gzipSync(recordings.map((line) => JSON.stringify(line)).join("\n")));

  const told = await touchstone(["replay", file, "--on", "s3rver"]);
  const { stdout, code } = await touchstone(["replay", file, "--on", "s3rver", "--json"]);

  expect(
    told.stdout
      .replace(/\d+\.\d s/, "… s")
      .replace(/(CreateBucket-)[0-9a-f]{6}/, "$1…")
      .split("\n"),
  ).toEqual([
    "3 exchanges of 2 recordings on s3rver · … s",
    "       2  (66.7%)  answered as recorded",
    "       0   (0.0%)  answered differently: a contract is broken",
    "       1  (33.3%)  answered differently: a finding",
    "       0   (0.0%)  skipped",
    "✗ CreateBucket  recorded 404 NoSuchBucket · now 200  × 1",
    "    is refused #0 · finding CreateBucket-…",
    "",
  ]);
  expect([told.code, code]).toEqual([1, 1]);
  expect(JSON.parse(stdout)).toMatchObject({
    target: "s3rver",
    recordings: 2,
    exchanges: 3,
    matched: 2,
    skipped: 0,
    discrepancies: [
      {
        recording: "is refused",
        index: 0,
        operation: "CreateBucket",
        expected: { status: 404, code: "NoSuchBucket" },
        actual: { status: 200, code: null },
        reproduced: true,
      },
    ],
  });
});

test("replays what record has written, as a trace and as an archive", async () => {
  const cwd = folder();
  const program = `
    import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
    const s3 = new S3Client({ forcePathStyle: true });
    await s3.send(new CreateBucketCommand({ Bucket: "shells" }));
    await s3.send(new PutObjectCommand({ Bucket: "shells", Key: "a", Body: "hello" }));
    await s3.send(new GetObjectCommand({ Bucket: "shells", Key: "none" })).catch(() => {});
  `;
  const inProject = { cwd: join(import.meta.dirname, "../..") };
  const [trace, har] = [join(cwd, "trace.jsonl"), join(cwd, "trace.har")];

  const node = [process.execPath, "--input-type=module", "--eval", program];
  const recorded = await touchstone(
    ["record", "s3", "--out", trace, "--har", har, "--", ...node],
    "",
    inProject,
  );
  const replayed = await touchstone(["replay", trace, har, "--on", "s3rver", "--json"], "", inProject);

  expect(recorded.code).toBe(0);
  expect(JSON.parse(replayed.stdout)).toMatchObject({ exchanges: 6, matched: 6, discrepancies: [] });
  expect(replayed.code).toBe(0);
});

test("standard input is replayed on a URL too, for which the services are read from it first", async () => {
  const server = createServer((_asked, answer) => {
    answer.writeHead(404, { "content-type": "application/xml" });
    answer.end("<Error><Code>NoSuchBucket</Code></Error>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const input = recordings.map((line) => JSON.stringify(line)).join("\n");

  const { stdout, code } = await touchstone(["replay", "-", "--on", url, "--json"], input);

  expect(JSON.parse(stdout)).toMatchObject({ recordings: 2, exchanges: 3, matched: 2 });
  expect(code).toBe(1);
});

test.each([
  [["replay", "none.jsonl"], "--on TARGET is missing"],
  [["replay", "none.jsonl", "--on", "s3rver"], "there is no file none.jsonl"],
  [["replay", "none.jsonl", "--on", "nowhere"], "`nowhere` is neither a service nor an emulator"],
])("refuses %j", async (args, why) => {
  const { code, stderr } = await touchstone(args, "", { cwd: folder() });

  expect(stderr).toContain(why);
  expect(code).toBe(2);
});

test("where nothing could be performed, that is told, with exit code 2", async () => {
  const file = join(folder(), "recorded.jsonl.gz");
  writeFileSync(file, gzipSync(JSON.stringify(recordings[0])));

  const { stdout, stderr, code } = await touchstone(["replay", file, "--on", "dynalite", "--json"]);

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ exchanges: 2, skipped: 2, matched: 0 });
  expect(stderr).toContain("nothing was performed on dynalite: every exchange was skipped");
});

test.each([
  ["a recording of nothing", "recorded.jsonl", JSON.stringify({ recording: "nothing", exchanges: [] })],
  ["an archive of nothing", "recorded.har", JSON.stringify({ log: { version: "1.2", entries: [] } })],
])("%s says nothing, with exit code 2", async (_, name, content) => {
  const file = join(folder(), name);
  writeFileSync(file, content);

  const { stderr, code } = await touchstone(["replay", file, "--on", "s3rver"]);

  expect(stderr).toContain("nothing was performed on s3rver: the recordings have no exchanges");
  expect(code).toBe(2);
});

test("with --strict=warn tells once which contract is broken, and changes nothing", async () => {
  const file = join(folder(), "recorded.jsonl");
  const policy = { ...put("/bucket-of-shells?policy", 200), method: "GET" };
  const exchanges = [put("/bucket-of-shells", 200), policy];
  const twice = ["one", "two"].map((recording) => JSON.stringify({ recording, exchanges }));
  writeFileSync(file, twice.join("\n"));

  const { stdout, stderr, code } = await touchstone([
    "replay",
    file,
    "--on",
    "s3rver",
    "--strict=warn",
    "--json",
  ]);

  const { matched, findings } = JSON.parse(stdout);
  expect(stderr.split("\n").filter((line) => line.startsWith("strict:"))).toEqual([
    expect.stringMatching(
      /^strict: s3 GetBucketPolicy would be answered 404 NoSuchBucketPolicy, where the emulator answers .* \(s3\//,
    ),
  ]);
  expect([matched, code]).toEqual([2, 1]);
  expect(findings[0].emulator.label).toMatch(/^s3rver [\d.]+$/);
});
