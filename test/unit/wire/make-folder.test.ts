import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../../../src/wire/index.ts";

test("makes a folder and those above it, once or again, and by several at once", async () => {
  const base = mkdtempSync(join(tmpdir(), "touchstone-folder-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const deep = join(base, "a/b/c");

  await Promise.all([makeFolder(deep), makeFolder(deep), makeFolder(join(base, "a/b/d"))]);
  await makeFolder(deep);

  expect([existsSync(deep), existsSync(join(base, "a/b/d"))]).toEqual([true, true]);
});

test.skipIf(!existsSync("/proc/self"))(
  "gives up where no folder can be made (skipped without /proc)",
  async () => {
    await expect(makeFolder("/proc/no/such")).rejects.toThrow("ENOENT");
  },
);
