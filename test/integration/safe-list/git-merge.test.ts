import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  exportSafeList,
  importSafeList,
  openSafeList,
  type SafeListEntry,
} from "../../../src/hybrid/safe-list/index.ts";
import { entry } from "./written.ts";

const noGit = spawnSync("git", ["--version"]).status !== 0;

/** A repository with a list, and two branches on which it went on differently. */
async function twoBranches(attributes: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-merge-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
  const commit = async (entries: readonly SafeListEntry[]) => {
    writeFileSync(join(folder, "safelist.txt"), await exported(join(folder, ".git", "list.db"), entries));
    git("add", ".");
    git("-c", "user.name=ada", "-c", "user.email=ada@example.com", "commit", "-qm", "learn");
  };
  git("init", "-q", "-b", "main");
  writeFileSync(join(folder, ".gitattributes"), attributes);
  await commit([entry("a"), entry("m"), entry("z")]);
  git("checkout", "-q", "-b", "other");
  await commit([
    entry("a"),
    entry("m", { run: "theirs", learned: "2026-11-03T00:00:00.000Z" }),
    entry("n"),
    entry("z"),
  ]);
  git("checkout", "-q", "main");
  await commit([
    entry("a"),
    entry("k"),
    entry("m", { run: "ours", learned: "2026-11-02T00:00:00.000Z" }),
    entry("z"),
  ]);
  spawnSync(
    "git",
    ["-c", "user.name=ada", "-c", "user.email=ada@example.com", "merge", "-q", "other", "-m", "merge"],
    {
      cwd: folder,
    },
  );
  return readFileSync(join(folder, "safelist.txt"), "utf8");
}

async function exported(file: string, entries: readonly SafeListEntry[]): Promise<string> {
  rmSync(file, { force: true });
  await using store = await openSafeList(`sqlite:${file}`, "/");
  await store.add(entries);
  return `${(await Array.fromAsync(exportSafeList(store))).join("\n")}\n`;
}

async function imported(text: string): Promise<readonly SafeListEntry[]> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-merge-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await using store = await openSafeList("sqlite:list.db", folder);
  await importSafeList(store, text.split("\n"), "safelist.txt");
  return await store.entries();
}

test.skipIf(noGit)("git merges lists by itself when it is told to keep the lines of both", async () => {
  const entries = await imported(await twoBranches("safelist.txt merge=union\n"));

  expect(entries.map(({ test }) => test).toSorted()).toEqual(["a", "k", "m", "n", "z"]);
  expect(entries.find(({ test }) => test === "m")?.run).toBe("theirs");
});

test.skipIf(noGit)("a list in which git left a conflict is refused with the line", async () => {
  const text = await twoBranches("");

  await expect(imported(text)).rejects.toThrow("safelist.txt, line 3 is the mark of a merge conflict");
});
