import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "./command.ts";

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "touchstone-fuzz-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const signature = "ab12".repeat(16);
const authorization = `AWS4-HMAC-SHA256 Credential=own/20210503/us-east-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=${signature}`;

function put(url: string, status: number) {
  return {
    method: "PUT",
    url: `https://s3.us-east-1.amazonaws.com${url}`,
    requestHeaders: { "x-amz-date": "20210503T100000Z", Authorization: authorization },
    requestBody: null,
    status,
    responseHeaders: status < 300 ? {} : { "content-type": "application/xml" },
    responseBody: status < 300 ? null : "<Error><Code>InvalidBucketName</Code></Error>",
  };
}

const recording = {
  recording: "makes a bucket",
  exchanges: [put("/bucket-of-shells", 200), put("/bucket-of-sand", 400)],
};

test("a recording is a reference: what differs is kept, shown again, written down and cited", async () => {
  const cwd = folder();
  const run = (...words: readonly string[]) => touchstone(words, "", { cwd });
  writeFileSync(join(cwd, "cloud.jsonl.gz"), gzipSync(JSON.stringify(recording)));

  const fuzzed = await run("fuzz", "s3", "--emulator", "s3rver", "--reference", "cloud.jsonl.gz", "--json");
  const result = JSON.parse(fuzzed.stdout);
  const [{ id }] = result.findings;
  const shown = await run("repro", id);
  const script = await run("repro", id, "--script");
  const issue = await run("repro", id, "--issue");
  const replayed = await run("replay", "cloud.jsonl.gz", "--on", "s3rver", "--json");

  expect(fuzzed.code).toBe(1);
  expect(result).toMatchObject({
    service: "s3",
    reference: "recording cloud.jsonl.gz",
    operations: { total: 117, reached: 1 },
    calls: 2,
    findings: [
      {
        operation: "CreateBucket",
        impact: "deployment-safety",
        emulator: { status: 200, code: null },
        reference: { status: 400, code: "InvalidBucketName" },
        sequence: [],
        exchanges: [{ method: "PUT" }],
      },
    ],
  });
  expect(fuzzed.stdout).not.toContain(signature);
  expect(shown).toMatchObject({ code: 1 });
  expect(shown.stdout).toContain(
    "200, as found — the reference (recording cloud.jsonl.gz) has 400 InvalidBucketName",
  );
  expect(script.stdout).toContain("requests as they were recorded, and so no SDK sends them");
  expect(script.stdout).toContain('send("PUT", "/bucket-of-sand", ');
  expect(issue.stdout).toContain("1. CreateBucket\n");
  expect(JSON.parse(replayed.stdout).discrepancies).toMatchObject([
    { index: 1, cites: { kind: "finding", id, isKnown: true } },
  ]);
});

test.each([
  [
    ["--reference", "cloud.jsonl", "--calls", "3"],
    "--calls applies to generated calls only, not to recordings",
  ],
  [["--reference", "cloud.jsonl,contracts"], "--reference takes either one target or recordings, not both"],
  [
    ["--reference", "s3rver", "--reference", "contracts"],
    "--reference takes one target, but was given s3rver and contracts",
  ],
])("refuses %j", async (words, why) => {
  const { stderr, code } = await touchstone(["fuzz", "s3", "--emulator", "s3rver", ...words]);

  expect(stderr).toContain(why);
  expect(code).toBe(2);
});

test("a recording of another service is an error, and nothing is kept of it", async () => {
  const cwd = folder();
  writeFileSync(join(cwd, "cloud.jsonl"), JSON.stringify(recording));
  const args = ["fuzz", "dynamodb", "--emulator", "dynalite", "--reference", "cloud.jsonl"];

  const { stderr, code } = await touchstone(args, "", { cwd });

  expect(code).toBe(2);
  expect(stderr).toContain("no exchange of dynamodb could be performed");
  expect(stderr).toContain("There is no exchange of dynamodb in cloud.jsonl");
  expect(readdirSync(cwd)).toEqual(["cloud.jsonl"]);
});
