import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePorts } from "../../src/lab/ports.ts";
import type { Exchange } from "../../src/wire/index.ts";
import { touchstone } from "../e2e/command.ts";

const program = (name: string) => join(import.meta.dirname, "programs", name);

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-record-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function exchangesOf(file: string): Exchange[] {
  const lines = readFileSync(file, "utf8").trim().split("\n").slice(1);
  return lines.map((line) => JSON.parse(line) as Exchange);
}

test("an application that knows only the clouds' own hosts works on emulators", {
  timeout: 120_000,
}, async () => {
  const cwd = scratch();
  const command = ["--", process.execPath, program("clouds-own-hosts.ts")];

  const { code, stdout } = await touchstone(
    ["record", "azure-blob", "s3", "dynamodb", "--out", "trace.jsonl", ...command],
    "",
    { cwd },
  );

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual(["photos", "hello", "small", ["users"]]);
  const exchanges = exchangesOf(join(cwd, "trace.jsonl"));
  expect(new Set(exchanges.map(({ scheme }) => scheme))).toEqual(new Set(["https"]));
  expect(exchanges.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(["Container_Create", "Blob_Download", "CreateBucket", "GetObject", "CreateTable"]),
  );
});

test("what the tests start themselves, at a port of the config, is recorded too", {
  timeout: 60_000,
}, async () => {
  const cwd = scratch();
  const [port = 0] = await freePorts(1);
  const settings = `{ emulator: "http://127.0.0.1:${port}", startedByTests: true }`;
  writeFileSync(join(cwd, "touchstone.config.mjs"), `export default { services: { s3: ${settings} } };`);

  const { code, stdout } = await touchstone(
    ["record", "--out", "trace.jsonl", "--", process.execPath, program("own-server.ts")],
    "",
    { cwd, env: { OWN_PORT: String(port) } },
  );

  expect({ code, stdout }).toEqual({ code: 0, stdout: "200 <ListAllMyBucketsResult/>\n" });
  expect(exchangesOf(join(cwd, "trace.jsonl"))).toMatchObject([
    { operation: "ListObjectsV2", outcome: "complete" },
  ]);
});
