import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { touchstone } from "./command.ts";
import { emptyFolder, pathWithNpm } from "./little-project.ts";

const root = join(import.meta.dirname, "../..");

test("names every request that the SDKs send to emulators of all five services", async () => {
  const { code, stdout, stderr } = await touchstone(["demo", "--json"]);

  const { requests } = JSON.parse(stdout) as { requests: { service: string; operation: string | null }[] };
  expect(code).toBe(0);
  expect(requests.filter(({ operation }) => operation === null)).toEqual([]);
  expect([...new Set(requests.map(({ service }) => service))]).toEqual([
    "azure-blob",
    "azure-queue",
    "azure-table",
    "s3",
    "dynamodb",
  ]);
  expect(requests.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining([
      "Blob_AcquireLease",
      "Messages_Peek",
      "Table_MergeEntity",
      "CopyObject",
      "PutItem",
    ]),
  );
  expect(stderr).toMatch(/✓ \d+ of \d+ requests named/);
});

/** Touchstone with nothing beside it but what it depends on. */
function touchstoneAlone(): string {
  const home = emptyFolder();
  for (const name of ["src", "bin", "package.json"]) {
    cpSync(join(root, name), join(home, name), { recursive: true });
  }
  mkdirSync(join(home, "node_modules"));
  for (const name of ["fast-check", "picocolors", "zod"]) {
    symlinkSync(join(root, "node_modules", name), join(home, "node_modules", name));
  }
  return home;
}

test("in an empty project, everything that is missing is installed once, and said once", async () => {
  const linking = `
    const { mkdirSync, symlinkSync } = require("node:fs");
    const { dirname, join } = require("node:path");
    const [, name] = /^(.+)@/.exec(process.argv[3]);
    const place = join("node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(${JSON.stringify(root)}, "node_modules", name), place);`;

  const { code, stderr } = await touchstone(["demo"], "", {
    cwd: emptyFolder(),
    home: touchstoneAlone(),
    env: { TOUCHSTONE_CACHE: emptyFolder(), PATH: pathWithNpm(linking) },
  });

  const installed = [...stderr.matchAll(/installing (\S+)@/g)].map(([, name]) => name);
  expect(installed.toSorted()).toEqual([
    "@aws-sdk/client-dynamodb",
    "@aws-sdk/client-s3",
    "@azure/data-tables",
    "@azure/storage-blob",
    "@azure/storage-queue",
    "azurite",
    "dynalite",
    "s3rver",
  ]);
  expect(code).toBe(0);
});
