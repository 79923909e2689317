import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openSafeList } from "../../src/hybrid/safe-list/index.ts";
import { entry, noise } from "../integration/safe-list/written.ts";
import { touchstone } from "./command.ts";

const oldNoise = noise("album > old", ["1.request.header.date"], "2020-01-01T00:00:00.000Z");
let cwd = "";

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "touchstone-safelist-"));
  const folder = cwd;
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

const safelist = (...args: string[]) => touchstone(["safelist", ...args], "", { cwd });

async function filled(): Promise<void> {
  await using store = await openSafeList("sqlite:.touchstone/safelist.db", cwd);
  await store.add([
    entry("album > keeps photos", {
      tolerated: ["1.response.body.Message"],
      learned: new Date().toISOString(),
    }),
    entry("album > old", { learned: "2020-01-01T00:00:00.000Z", requests: 1 }),
    entry("users > old", { learned: "2020-01-01T00:00:00.000Z" }),
  ]);
  await store.addNoise([oldNoise]);
  await store.defer([{ test: "users > new", reason: "unknown", since: "2026-11-15T00:00:00.000Z" }]);
}

test("lists what is known, for people and as a document", async () => {
  await filled();

  const told = await safelist("list", "--test", "album*");
  const { code, stdout } = await safelist("list", "--json", "--older-than", "90d");

  expect(told.code).toBe(0);
  expect(told.stdout).toMatch(
    /^album > keeps photos\n {2}f1 · passed · [-\d]{10} · 3 requests · azurite 3\.37\.0 · 1 difference tolerated\nalbum > old\n/,
  );
  expect(told.stderr).toBe("2 entries of 2 tests\n1 test waits for the cloud\n");
  expect(code).toBe(0);
  const document = JSON.parse(stdout) as Record<string, { test: string }[]>;
  expect(document["entries"]?.map((each) => each.test)).toEqual(["album > old", "users > old"]);
  expect(document["noise"]).toEqual([oldNoise]);
  expect(document["deferred"]?.map((each) => each.test)).toEqual(["users > new"]);
});

test("exports to a file or to standard output, and imports into another list", async () => {
  await filled();

  const toFile = await safelist("export", "--out", "list.txt");
  const { stdout } = await safelist("export");
  const imported = await safelist("import", "list.txt", "--store", "sqlite:other.db", "--json");
  const again = await safelist("export", "--store", "sqlite:other.db");

  expect([toFile.code, toFile.stdout, toFile.stderr]).toEqual([0, "", "4 lines in list.txt\n"]);
  expect(readFileSync(join(cwd, "list.txt"), "utf8")).toBe(stdout);
  expect(JSON.parse(imported.stdout)).toEqual({ entries: 3, noise: 1 });
  expect(again.stdout).toBe(stdout);
  expect(readdirSync(cwd).toSorted()).toEqual([".touchstone", "list.txt", "other.db"]);
});

test("imports from standard input", async () => {
  await filled();
  const { stdout } = await safelist("export");

  const { code, stderr } = await touchstone(["safelist", "import", "--store", "sqlite:b.db"], stdout, {
    cwd,
  });

  expect([code, stderr]).toEqual([0, "3 entries read, noise of 1 test\n"]);
});

test("prunes what all flags apply to", async () => {
  await filled();

  const pruned = await safelist("prune", "--older-than", "90d", "--test", "users*", "--json");
  const { stdout } = await safelist("export");

  expect(JSON.parse(pruned.stdout)).toEqual({ removed: 1 });
  expect(stdout).not.toContain("users > old");
  expect(stdout).toContain("album > old");
});

test.each([
  [["lst"], "safelist cannot lst; did you mean list?"],
  [["list"], "there is no safe list at "],
  [["prune"], "safelist prune needs --older-than, --test or --not-measured-on"],
  [
    ["prune", "--older-than", "90"],
    "--older-than is a number of hours, days or weeks such as 12h, 90d or 6w, not 90",
  ],
  [["list", "--out", "x"], "safelist list takes no --out"],
  [["export", "x"], "safelist export takes no file"],
  [["import", "nowhere.txt"], "there is no file nowhere.txt"],
  [["list", "--store", "x.db"], "the safe list's URL does not say what kind of store it names"],
])("says what is wrong with %j, and makes nothing", async (args, message) => {
  const { code, stdout, stderr } = await safelist(...args);

  expect(code).toBe(2);
  expect(stdout).toBe("");
  expect(stderr).toContain(`✗ ${message}`);
  expect(readdirSync(cwd)).toEqual([]);
});

test("names the line of a merge conflict", async () => {
  writeFileSync(join(cwd, "list.txt"), "# touchstone safe list 1\n<<<<<<< HEAD\n");

  const { code, stderr } = await safelist("import", "list.txt");

  expect(code).toBe(2);
  expect(stderr).toContain(
    "✗ list.txt, line 2 is the mark of a merge conflict\n  Keep the lines of both sides",
  );
});
