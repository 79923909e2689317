import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "./command.ts";

const abaRecording = {
  project: "aba",
  discrepantOperations: ["Table_Delete"],
  differingTests: [],
  operationsByTest: { polls: ["Table_Delete"] },
  commits: [{ polls: ["a", "b"] }, { polls: ["b", "a"] }, { polls: ["a", "b"] }],
};

function file(name: string, content: string | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-savings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

test("prints both comparisons and both lists, gzipped or not", async () => {
  const plain = await touchstone(["savings", file("aba.json", JSON.stringify(abaRecording, null, 2))]);
  const zipped = await touchstone(["savings", file("aba.json.gz", gzipSync(JSON.stringify(abaRecording)))]);

  expect(plain.stdout.split("\n")).toEqual([
    "aba: 1 test, 3 commits, 4 requests after the first commit",
    "  requests saved, %                        api   monitor  combined",
    "→ whole sequence, commit before           0.00      0.00      0.00",
    "  whole sequence, list accumulates        0.00     50.00     50.00",
    "  set of requests, commit before          0.00    100.00    100.00",
    "  set of requests, list accumulates       0.00    100.00    100.00",
    "  comparing sets adds 100.00 to monitor, 100.00 to combined",
    "  a list that accumulates adds 50.00 to monitor, 50.00 to combined",
    "",
  ]);
  expect(zipped.stdout).toBe(plain.stdout);
  expect(plain.code).toBe(0);
});

test("gives one document for one file and an array for several", async () => {
  const path = file("aba.json", JSON.stringify(abaRecording));

  const one = await touchstone(["savings", "--json", path]);
  const two = await touchstone(["savings", "--json", "--sequence", "set", path, path]);

  expect(JSON.parse(one.stdout)).toMatchObject({
    project: "aba",
    policies: { api: 0, monitor: 0, combined: 0 },
    replays: [
      { sequence: "exact", known: "commit-before", policies: { monitor: 0 } },
      { sequence: "exact", known: "accumulating", policies: { monitor: 50 } },
      { sequence: "set", known: "commit-before", policies: { monitor: 100 } },
      { sequence: "set", known: "accumulating", policies: { monitor: 100 } },
    ],
  });
  const savedBySets = { sequence: "set", policies: { api: 0, monitor: 100, combined: 100 } };
  expect(JSON.parse(two.stdout)).toMatchObject([savedBySets, savedBySets]);
});

test("says what is wrong with a file, or with the flag", async () => {
  const broken = file("broken.json", JSON.stringify({ ...abaRecording, commits: [{ polls: [1] }, {}] }));

  const bad = await touchstone(["savings", broken]);
  const missing = await touchstone(["savings", "nowhere.json"]);
  const mistaken = await touchstone(["savings", "--sequence", "bag", broken]);

  expect(bad).toMatchObject({ code: 2, stdout: "" });
  expect(bad.stderr).toContain('broken.json: commits[0]["polls"][0] must be a text, but is 1');
  expect(missing).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("there is no file nowhere.json"),
  });
  expect(mistaken).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--sequence is exact or set, not bag"),
  });
});
