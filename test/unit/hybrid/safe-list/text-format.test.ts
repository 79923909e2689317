import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  exportSafeList,
  importSafeList,
  openSafeList,
  type SafeListStore,
} from "../../../../src/hybrid/safe-list/index.ts";
import { entry, noise } from "../../../integration/safe-list/written.ts";

async function freshStore(): Promise<SafeListStore> {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-safe-list-"));
  const store = await openSafeList("sqlite:list.db", folder);
  onTestFinished(async () => {
    await store[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  return store;
}

async function exported(): Promise<string[]> {
  const store = await freshStore();
  await store.add([entry("b"), entry("ä"), entry("a", { tolerated: ["z", "y"] })]);
  await store.addNoise([noise("b", ["2.response.header.etag"])]);
  return Array.fromAsync(exportSafeList(store));
}

test("is readable, sorted by bytes, with what is renewed at the end of a line", async () => {
  expect(await exported()).toEqual([
    "# touchstone safe list 1",
    '{"test":"a","fingerprint":"f1","emulators":["azurite 3.37.0"],"apiVersions":["azure-blob 2025-05-05"],"interfaces":"1","outcome":"passed","source":"s1","tolerated":["y","z"],"requests":3,"run":"run-1","learned":"2026-11-01T10:00:00.000Z"}',
    '{"test":"b","emulators":["azurite 3.37.0"],"apiVersions":["azure-blob 2025-05-05"],"interfaces":"1","noise":["2.response.header.etag"],"learned":"2026-11-01T10:00:00.000Z"}',
    expect.stringMatching(/^\{"test":"b","fingerprint"/),
    expect.stringMatching(/^\{"test":"ä","fingerprint"/),
  ]);
});

test("is read with the line ends and marks that other systems put in, and headers in the middle", async () => {
  const [header = "", ...lines] = await exported();
  const store = await freshStore();

  const imported = await importSafeList(store, [
    `\uFEFF${header}\r`,
    "",
    ...lines.map((line) => `${line}\r`),
    header,
  ]);

  expect(imported).toEqual({ entries: 3, noise: 1 });
});

test.each([
  ["<<<<<<< HEAD", "TS_SAFE_LIST_CONFLICT", "list.txt, line 3 is the mark of a merge conflict"],
  ["||||||| base", "TS_SAFE_LIST_CONFLICT", "list.txt, line 3 is the mark of a merge conflict"],
  ["=======", "TS_SAFE_LIST_CONFLICT", "list.txt, line 3 is the mark of a merge conflict"],
  [">>>>>>> theirs", "TS_SAFE_LIST_CONFLICT", "list.txt, line 3 is the mark of a merge conflict"],
  ['{"test":', "TS_SAFE_LIST_TEXT", "list.txt, line 3 is not JSON"],
  ["7", "TS_SAFE_LIST_TEXT", "list.txt, line 3 is no entry"],
  ['{"test":"a","noise":[1]}', "TS_SAFE_LIST_TEXT", "list.txt, line 3 is no entry: emulators"],
  ["# touchstone safe list 2", "TS_SAFE_LIST_NEWER", "list.txt, line 3: the list has version 2"],
])("refuses %s with its line", async (line, code, message) => {
  const [header = "", first = ""] = await exported();
  const store = await freshStore();

  const refused = importSafeList(store, [header, first, line], "list.txt");

  await expect(refused).rejects.toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(message), hint: expect.any(String) }),
  );
  expect(await store.entries()).toEqual([]);
});

test.each([
  [[], "list.txt is empty"],
  [["", "{}"], 'list.txt, line 2 should be "# touchstone safe list 1"'],
  [["# touchstone safe list one"], 'list.txt, line 1 should be "# touchstone safe list 1"'],
])("refuses a text without its header: %j", async (lines, message) => {
  const store = await freshStore();

  await expect(importSafeList(store, lines, "list.txt")).rejects.toThrow(message);
});
