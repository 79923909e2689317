import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeWhole } from "../../../../src/cli/run-output/write-whole.ts";

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-write-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test("makes the folder, replaces what was there, leaves nothing beside it, and is for its owner alone", async () => {
  const folder = join(scratch(), "a/b");

  await writeWhole(join(folder, "report.json"), "old");
  await writeWhole(join(folder, "report.json"), "new");

  expect(readFileSync(join(folder, "report.json"), "utf8")).toBe("new");
  expect(readdirSync(folder)).toEqual(["report.json"]);
  expect(statSync(join(folder, "report.json")).mode & 0o777).toBe(0o600);
});

test("what cannot be written is an error with its name, and leaves nothing behind", async () => {
  const folder = scratch();
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "taken"));

  await expect(writeWhole(join(folder, "file/report.json"), "x")).rejects.toThrow(
    /file\/report\.json cannot be written/,
  );
  await expect(writeWhole(join(folder, "taken"), "x")).rejects.toMatchObject({
    code: "TS_REPORT_NOT_WRITTEN",
  });
  expect(readdirSync(folder).sort()).toEqual(["file", "taken"]);
});

test("a device is written to, and stays", async () => {
  await writeWhole("/dev/null", "x");

  expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
});
