import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { roomViolations } from "../../../scripts/rooms.ts";

let source = "";

beforeEach(() => {
  source = mkdtempSync(join(tmpdir(), "touchstone-rooms-"));
});

afterEach(() => rmSync(source, { recursive: true }));

function plant(files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), text);
  }
}

test("the house itself keeps to its plan", () => {
  expect(roomViolations(join(import.meta.dirname, "../../../src"))).toEqual([]);
});

test("lets a room use a lower one by its door, and its own files as it likes", () => {
  plant({
    "lab/a.ts": 'import { x } from "../model/index.ts"; import { y } from "./b.ts";',
    "cli/a.ts": 'import { x } from "../lab/config/index.ts"; createRequire("/a"); import("./b/index.ts");',
  });

  expect(roomViolations(source)).toEqual([]);
});

test.each([
  [
    "an import that goes up",
    "model/a.ts",
    'import { x } from "../lab/index.ts";',
    "model may not use lab: arrows go down only",
  ],
  [
    "a type import that goes up",
    "wire/a.ts",
    'import type { X } from "../clouds/index.ts";',
    "wire may not use clouds: arrows go down only",
  ],
  [
    "a re-export that goes up",
    "model/a.ts",
    'export { x } from "../cli/index.ts";',
    "model may not use cli: arrows go down only",
  ],
  [
    "a dynamic import that goes up",
    "model/a.ts",
    'await import("../cli/index.ts");',
    "model may not use cli: arrows go down only",
  ],
  [
    "jobs that lean on each other",
    "hybrid/a.ts",
    'import { x } from "../fidelity/index.ts";',
    "hybrid may not use fidelity: arrows go down only",
  ],
  [
    "an import round a door",
    "lab/a.ts",
    'import { x } from "../model/error.ts";',
    "model is entered by model/index.ts",
  ],
  [
    "a door that is not the room's own",
    "lab/a.ts",
    'import { x } from "../clouds/s3/index.ts";',
    "clouds is entered by clouds/index.ts",
  ],
  [
    "a folder of a room that has a side door",
    "cli/a.ts",
    'import { x } from "../lab/targets/index.ts";',
    "lab is entered by lab/index.ts or lab/config/index.ts",
  ],
  [
    "a dynamic import in backticks",
    "model/a.ts",
    "await import(`../cli/index.ts`);",
    "model may not use cli: arrows go down only",
  ],
  [
    "a dynamic import that is put together",
    "model/a.ts",
    `await import(\`../cli/\${name}.ts\`);`,
    "model may not use cli: arrows go down only",
  ],
  [
    "a require of one's own making",
    "model/a.ts",
    'import { createRequire } from "node:module"; const get = createRequire(import.meta.url); get("../cli/index.ts");',
    "model may not use cli: arrows go down only",
  ],
  [
    "a type that is imported from above",
    "model/a.ts",
    'type X = import("../cli/index.ts").X;',
    "model may not use cli: arrows go down only",
  ],
  [
    "a way round by the package's own name",
    "model/a.ts",
    'import { x } from "touchstone/lab";',
    "inside the house, rooms are entered by relative paths",
  ],
  [
    "a room that is not in the plan",
    "lab/a.ts",
    'import { x } from "../utils/index.ts";',
    "utils is not a room of the house",
  ],
])("reports %s", (_, file, text, why) => {
  plant({ [file]: text });

  expect(roomViolations(source)).toEqual([expect.objectContaining({ file, why })]);
});

test.each([
  ["a folder", "newroom/index.ts", "newroom"],
  ["a folder without sources", "assets/logo.svg", "assets"],
  ["a file", "loose.ts", "loose.ts"],
])("reports %s in src that is no room, though it imports nothing", (_, file, name) => {
  plant({ "model/index.ts": "", [file]: "" });

  expect(roomViolations(source)).toEqual([{ file: name, why: `${name} is not a room of the house` }]);
});

test("the check itself fails, and names the culprit", () => {
  plant({ "newroom/index.ts": "export {};" });
  const script = join(import.meta.dirname, "../../../scripts/check-rooms.ts");

  const { status, stderr } = spawnSync(process.execPath, [script, source], { encoding: "utf8" });

  expect(stderr).toBe("newroom is not a room of the house\n");
  expect(status).toBe(1);
});
