import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Exchange, openTrace } from "../../src/wire/index.ts";
import { touchstone } from "./command.ts";
import { emptyFolder } from "./little-project.ts";

const root = join(import.meta.dirname, "../..");
const example = join(root, "examples/photo-album");
const targets = ["azurite", "s3", "dynamodb"];

/** Runs the example's Vitest suite by the command, and gives each test's state by its full name. */
async function runSuite(
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Record<string, string>> {
  const results = join(emptyFolder(), "results.json");
  const vitest = [process.execPath, join(root, "node_modules/vitest/vitest.mjs"), "run"];
  const { code, stderr } = await touchstone(
    [...args, "--", ...vitest, "--reporter=json", `--outputFile=${results}`],
    "",
    { cwd: example, env },
  );
  expect(code, stderr).toBe(0);
  const { testResults } = JSON.parse(readFileSync(results, "utf8")) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
  };
  return Object.fromEntries(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [`${name} ${fullName}`, status]),
    ),
  );
}

async function exchangesOf(file: string): Promise<Exchange[]> {
  await using trace = await openTrace(file);
  return await Array.fromAsync(trace);
}

test("the example's suite gives the same results without a proxy, and through one over HTTP and HTTPS", async () => {
  const folder = emptyFolder();
  const plain = join(folder, "plain.jsonl");
  const secure = join(folder, "secure.jsonl");

  const direct = await runSuite(["up", ...targets]);
  const overHttp = await runSuite(["record", ...targets, "--out", plain]);
  const overHttps = await runSuite(["record", ...targets, "--out", secure], { PHOTO_ALBUM_HTTPS: "1" });

  expect(Object.values(direct)).toHaveLength(25);
  expect(new Set(Object.values(direct))).toEqual(new Set(["passed"]));
  expect(overHttp).toEqual(direct);
  expect(overHttps).toEqual(direct);
  for (const [file, scheme] of [
    [plain, "http"],
    [secure, "https"],
  ] as const) {
    const exchanges = await exchangesOf(file);
    expect(new Set(exchanges.map((exchange) => exchange.scheme))).toEqual(new Set([scheme]));
    expect(
      exchanges.filter(({ operation, outcome }) => operation === "unknown" || outcome !== "complete"),
    ).toEqual([]);
    expect(new Set(exchanges.map(({ by }) => by.tier))).toEqual(new Set([1]));
    expect(new Set(exchanges.flatMap(({ by }) => by.test ?? [])).size).toBe(25);
    expect(operationsOf(exchanges, "test/albums.test.ts > albums > are listed")).toEqual([
      "Container_Create",
      "Container_Create",
      "Container_Create",
      "Service_ListContainersSegment",
    ]);
    expect(operationsOf(exchanges, "test/albums.test.ts > photos > are listed")).toEqual([
      "BlockBlob_Upload",
      "BlockBlob_Upload",
      "BlockBlob_Upload",
      "Container_ListBlobFlatSegment",
    ]);
    expect(setUpOf(exchanges)).toEqual({
      "test/albums.test.ts": ["Container_Create"],
      "test/photo-index.test.ts": ["Table_Create"],
      "test/share-links.test.ts": ["CreateTable", "DescribeTable"],
    });
  }
});

function operationsOf(exchanges: readonly Exchange[], test: string): string[] {
  return exchanges.filter(({ by }) => by.test === test).map(({ operation }) => operation);
}

/** What files have asked for outside of their tests. */
function setUpOf(exchanges: readonly Exchange[]): Record<string, string[]> {
  const setUps = exchanges.filter(({ by }) => by.test === undefined);
  const byFile = Map.groupBy(setUps, ({ by }) => by.file ?? "");
  return Object.fromEntries(
    [...byFile].map(([file, own]) => [file, [...new Set(own.map(({ operation }) => operation))]]),
  );
}
