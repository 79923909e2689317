import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { RecordedTest } from "../../src/lab/index.ts";
import { touchstone } from "./command.ts";
import { emptyFolder, pathWithLinkingNpm } from "./little-project.ts";

const root = join(import.meta.dirname, "../..");

interface DemoDocument {
  readonly requests: readonly { readonly service: string; readonly operation: string | null }[];
  readonly example: {
    readonly passed: boolean;
    readonly trace: string;
    readonly exchanges: number;
    readonly tests: readonly RecordedTest[];
  };
}

test("names the requests to all five services, and records the example's tests", async () => {
  const cwd = emptyFolder();

  const { code, stdout, stderr } = await touchstone(["demo", "--json"], "", { cwd });

  const { requests, example } = JSON.parse(stdout) as DemoDocument;
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
  expect(example.passed).toBe(true);
  expect(example.tests.filter(({ file, test }) => file !== undefined && test !== undefined)).toHaveLength(25);
  expect(example.tests).toContainEqual({
    file: "test/share-links.test.ts",
    test: "test/share-links.test.ts > links > lead to their album and count visits",
    exchanges: 3,
    operations: { PutItem: 1, UpdateItem: 2 },
  });
  expect(stderr).toMatch(/✓ 25 tests passed: \d+ exchanges, each told whose it is/);
  const har = await touchstone(["har", example.trace], "", { cwd });
  expect(JSON.parse(har.stdout).log.entries).toHaveLength(example.exchanges);
});

/** What runs the example's tests meanwhile keeps its cache in there. */
function isKept(path: string): boolean {
  return basename(path) !== "node_modules";
}

/** Touchstone with nothing beside it but what it depends on. */
function touchstoneAlone(): string {
  const home = emptyFolder();
  for (const name of ["src", "bin", "examples", "package.json"]) {
    cpSync(join(root, name), join(home, name), { recursive: true, filter: isKept });
  }
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(home, "node_modules", name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(home, "node_modules", name));
  }
  return home;
}

test("in an empty project, everything that is missing is installed once, and said once", async () => {
  const { code, stderr } = await touchstone(["demo"], "", {
    cwd: emptyFolder(),
    home: touchstoneAlone(),
    env: { TOUCHSTONE_CACHE: emptyFolder(), PATH: pathWithLinkingNpm() },
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

test("says which of the example's tests fail, and exits with 1", async () => {
  const home = touchstoneAlone();
  const tests = join(home, "examples/photo-album/test");
  rmSync(tests, { recursive: true });
  mkdirSync(tests);
  writeFileSync(
    join(tests, "broken.test.ts"),
    'import { test } from "node:test"; test("keeps a photo", async () => { await fetch(process.env.AWS_ENDPOINT_URL_S3 ?? ""); throw new Error("lost"); });',
  );

  const { code, stdout, stderr } = await touchstone(["demo"], "", {
    cwd: emptyFolder(),
    home,
    env: { TOUCHSTONE_CACHE: emptyFolder(), PATH: pathWithLinkingNpm() },
  });

  expect(code).toBe(1);
  expect(stdout).toMatch(/keeps a photo +1 {2}ListBuckets\n✗ the tests failed: 1 exchanges/);
  expect(stderr).toContain("Error: lost");
});
