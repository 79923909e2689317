import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { startTouchstone, touchstone } from "./command.ts";

const blob = { method: "GET", url: "https://acme.blob.core.windows.net/c/b", headers: {} };
const bucket = {
  method: "GET",
  url: "http://127.0.0.1:9000/photos?policy",
  headers: { "x-amz-date": "x" },
  id: 7,
};

function lines(...values: readonly unknown[]): string {
  return values.map((value) => `${typeof value === "string" ? value : JSON.stringify(value)}\n`).join("");
}

test("names each line, reports the malformed by number, and goes on", async () => {
  const { code, stdout, stderr } = await touchstone(["identify"], lines(blob, "{oops", "", bucket, '"text"'));

  expect(
    stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { ...blob, service: "azure-blob", operation: "Blob_Download" },
    { ...bucket, service: "s3", operation: "GetBucketPolicy" },
  ]);
  expect(stderr).toMatch(/^line 2: not JSON/m);
  expect(stderr).toMatch(/^line 5: not an object/m);
  expect(stderr).toContain("2 requests: 2 named, 0 not; 2 malformed");
  expect(code).toBe(2);
});

test("reads gzipped files, several at once, and gives one array with --json", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-identify-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = [join(folder, "a.jsonl.gz"), join(folder, "b.jsonl")] as const;
  writeFileSync(files[0], gzipSync(lines(blob, blob)));
  writeFileSync(files[1], lines(bucket));

  const { code, stdout } = await touchstone(["identify", "--json", ...files]);

  expect(code).toBe(0);
  expect((JSON.parse(stdout) as { operation: string }[]).map(({ operation }) => operation)).toEqual([
    "Blob_Download",
    "Blob_Download",
    "GetBucketPolicy",
  ]);
});

test("takes the caller's word for the service", async () => {
  const open = {
    method: "GET",
    url: "http://127.0.0.1:4711/acme?comp=list",
    headers: { "x-ms-version": "2024-11-04" },
  };

  const alone = await touchstone(["identify"], lines(open));
  const told = await touchstone(["identify", "--service", "azure-queue"], lines(open));

  expect(JSON.parse(alone.stdout)).toMatchObject({
    service: null,
    operation: null,
    reason: expect.stringContaining("nothing in it tells which"),
  });
  expect(JSON.parse(told.stdout)).toMatchObject({
    service: "azure-queue",
    operation: "Service_ListQueuesSegment",
  });
});

test("lists all operations, as Markdown and as JSON", async () => {
  const markdown = await touchstone(["operations", "azure-queue"]);
  const json = await touchstone(["operations", "--json"]);

  const rows = JSON.parse(json.stdout) as {
    service: string;
    operation: string;
    method: string;
    path: string;
  }[];
  const counts = Object.fromEntries(
    [...Map.groupBy(rows, ({ service }) => service)].map(([service, own]) => [service, own.length]),
  );
  expect(markdown.stdout).toContain("| `Messages_Peek` | `GET /{queueName}/messages?peekonly=true` | 200 |");
  expect(counts["azure-blob"]).toBeGreaterThanOrEqual(72);
  expect(counts["azure-queue"]).toBeGreaterThanOrEqual(18);
  expect(counts["azure-table"]).toBeGreaterThanOrEqual(15);
  expect(counts["s3"]).toBeGreaterThanOrEqual(112);
  expect(counts["dynamodb"]).toBeGreaterThanOrEqual(62);
  expect(rows.find(({ operation }) => operation === "Queue_Create")).toMatchObject({
    service: "azure-queue",
    method: "PUT",
    path: "/{queueName}",
  });
});

test("needs no more memory for more lines", async () => {
  const line = lines({ ...blob, padding: "x".repeat(2000) });
  const { child, outcome } = startTouchstone(["identify"], {
    env: { NODE_OPTIONS: "--max-old-space-size=64" },
  });
  const feed = async function* () {
    for (let batch = 0; batch < 100; batch++) yield line.repeat(1000);
  };
  await pipeline(Readable.from(feed()), child.stdin as Writable);

  const { code, stderr } = await outcome;

  expect(stderr).toContain("100000 requests: 100000 named, 0 not");
  expect(code).toBe(0);
});

test("is content when nobody wants the rest", async () => {
  const { child, outcome } = startTouchstone(["identify"]);
  child.stdin?.on("error", () => {});
  child.stdin?.write(lines(blob).repeat(50_000));
  await once(child.stdout as Readable, "data");

  child.stdout?.destroy();

  expect((await outcome).code).toBe(0);
});

test("gives the good lines of a file with garbage behind the gzip, and says what is wrong", async () => {
  const { code, stdout, stderr } = await touchstone(
    ["identify"],
    Buffer.concat([gzipSync(lines(blob, bucket)), Buffer.from("garbage")]),
  );

  expect(stdout.trim().split("\n")).toHaveLength(2);
  expect(stderr).toContain("standard input is not whole gzip (bytes that are no gzip follow it)");
  expect(code).toBe(2);
});

test("ends the array of --json, and says so, when a file breaks off", async () => {
  const whole = gzipSync(
    lines(...Array.from({ length: 5000 }, (_, id) => ({ ...blob, id: `${id}-${Math.sin(id)}` }))),
  );

  const { code, stdout, stderr } = await touchstone(
    ["identify", "--json"],
    whole.subarray(0, whole.length - 1000),
  );

  const named = JSON.parse(stdout) as { id: string; operation: string }[];
  expect(named.length).toBeGreaterThan(1000);
  expect(named.length).toBeLessThan(5000);
  expect(named.at(-1)).toMatchObject({
    id: expect.stringMatching(`^${named.length - 1}-`),
    operation: "Blob_Download",
  });
  expect(stderr).toContain("is not whole gzip");
  expect(code).toBe(2);
});

test("takes the caller's word for where buckets are", async () => {
  const open = { method: "DELETE", url: "https://files.example.com/a" };

  const told = await touchstone(["identify", "--service", "s3", "--addressing", "host"], lines(open));
  const mistaken = await touchstone(["identify", "--addressing", "left"], lines(open));

  expect(JSON.parse(told.stdout)).toMatchObject({ operation: "DeleteObject" });
  expect(mistaken).toMatchObject({ code: 2, stdout: "" });
  expect(mistaken.stderr).toContain("--addressing is path or host, not left");
});
