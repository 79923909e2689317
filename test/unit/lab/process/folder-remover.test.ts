import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { FolderRemover } from "../../../../src/lab/process/folder-remover.ts";
import { temporaryFolderOfThisFile } from "../../../temporary-folder.ts";

const removerModule = new URL("../../../../src/lab/process/folder-remover.ts", import.meta.url).href;
const hasEnded = "the thread that removes folders has ended";
const base = temporaryFolderOfThisFile();

/** A folder with something in it. */
function filledFolder(): string {
  const folder = mkdtempSync(join(base, "filled-"));
  mkdirSync(join(folder, "deep", "deeper"), { recursive: true });
  writeFileSync(join(folder, "deep", "deeper", "file"), "hello");
  return folder;
}

/** The threads that this process begins from now on, until the test is over. */
function threadsBegun(): readonly Worker[] {
  const begun: Worker[] = [];
  const note = (thread: Worker) => begun.push(thread);
  process.on("worker", note);
  onTestFinished(() => void process.off("worker", note));
  return begun;
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

  await expect(remover.remove(folder)).rejects.toThrow(hasEnded);

  expect(existsSync(folder)).toBe(true);
});

test("nobody waits for ever for one that was closed", async () => {
  const remover = new FolderRemover();
  const folder = filledFolder();
  await remover.remove(folder);

  const waiting = Array.from({ length: 50 }, () => remover.remove(filledFolder()));
  const [told] = await Promise.all([Promise.allSettled(waiting), remover[Symbol.asyncDispose]()]);

  const outcomes = told.map((one) => (one.status === "fulfilled" ? "gone" : one.reason.message));
  expect(outcomes).toHaveLength(50);
  expect(outcomes.filter((outcome) => outcome !== "gone" && outcome !== hasEnded)).toEqual([]);
});

test.each([
  ["waits for", "await remover.remove(first); await remover.remove(second);"],
  ["does not wait for", "void remover.remove(first); void remover.remove(second);"],
])("a program that %s what it removes, and closes nothing, ends when all is gone", async (_, removes) => {
  const folders = [filledFolder(), filledFolder()];
  const program = `
    import { FolderRemover } from ${JSON.stringify(removerModule)};
    const [first, second] = ${JSON.stringify(folders)};
    const remover = new FolderRemover();
    ${removes}`;

  // One that ends with another code, or only when it is killed, is an error here.
  await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { timeout: 10_000 });

  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
});

test("what is asked of a thread that dies is told to be undone, and the next folder goes by another one", async () => {
  await using remover = new FolderRemover();
  const threads = threadsBegun();
  const [before, during, after] = [filledFolder(), filledFolder(), filledFolder()];
  await remover.remove(before);

  const dying = threads[0]?.terminate();
  const [undone] = await Promise.allSettled([remover.remove(during), dying]);
  await remover.remove(after);

  expect(undone).toMatchObject({ status: "rejected", reason: { message: hasEnded } });
  expect(threads).toHaveLength(2);
  expect(existsSync(after)).toBe(false);
});
