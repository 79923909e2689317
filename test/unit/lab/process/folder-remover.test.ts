import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FolderRemover } from "../../../../src/lab/process/folder-remover.ts";
import { temporaryFolderOfThisFile } from "../../../temporary-folder.ts";

const base = temporaryFolderOfThisFile();

/** A folder with something in it. */
function filledFolder(): string {
  const folder = mkdtempSync(join(base, "filled-"));
  mkdirSync(join(folder, "deep", "deeper"), { recursive: true });
  writeFileSync(join(folder, "deep", "deeper", "file"), "hello");
  return folder;
}

test("folders go with all that is in them, and others stay", async () => {
  await using remover = new FolderRemover();
  const removed = Array.from({ length: 20 }, filledFolder);
  const other = filledFolder();

  await Promise.all(removed.map((folder) => remover.remove(folder)));

  expect(removed.filter((folder) => existsSync(folder))).toEqual([]);
  expect(existsSync(join(other, "deep", "deeper", "file"))).toBe(true);
});

test("a folder that was never there is gone", async () => {
  await using remover = new FolderRemover();

  await expect(remover.remove(join(base, "never"))).resolves.toBeUndefined();
});

test("what cannot be removed is told to whoever asked for it, and to nobody else", async () => {
  await using remover = new FolderRemover();
  const [before, after] = [filledFolder(), filledFolder()];

  const told = await Promise.allSettled([
    remover.remove(before),
    remover.remove(`${base}\0impossible`),
    remover.remove(after),
  ]);

  expect(told.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect([before, after].filter((folder) => existsSync(folder))).toEqual([]);
});

test("after it was closed, nothing is removed", async () => {
  const remover = new FolderRemover();
  const folder = filledFolder();
  await remover.remove(filledFolder());
  await remover[Symbol.asyncDispose]();

  await expect(remover.remove(folder)).rejects.toThrow("has ended");

  expect(existsSync(folder)).toBe(true);
});

test("nobody waits for ever for one that was closed", async () => {
  const remover = new FolderRemover();
  const folder = filledFolder();
  await remover.remove(folder);

  const waiting = Array.from({ length: 50 }, () => remover.remove(filledFolder()));
  const [told] = await Promise.all([Promise.allSettled(waiting), remover[Symbol.asyncDispose]()]);

  expect(told).toHaveLength(50);
});
