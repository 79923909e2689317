import { expect, test } from "vitest";
import { recordedTestsTable } from "../../../src/report/index.ts";

const file = "test/albums.test.ts";

test("heads tests with their file, and counts what is asked for more than once", () => {
  const lines = recordedTestsTable(
    [
      { file, exchanges: 1, operations: { Container_Create: 1 } },
      {
        file,
        test: `${file} > albums > are listed`,
        exchanges: 3,
        operations: { PutObject: 2, GetObject: 1 },
      },
      { exchanges: 1, operations: { unknown: 1 } },
    ],
    120,
  );

  expect(lines).toEqual([
    file,
    `  ${"(set-up)".padEnd(54)}    1  Container_Create`,
    `  ${"albums > are listed".padEnd(54)}    3  PutObject ×2, GetObject`,
    "no file",
    `  ${"(set-up)".padEnd(54)}    1  unknown`,
  ]);
});

test("shows as many operations as fit, and says how many are left out", () => {
  const operations = { Blob_AcquireLease: 1, Blob_GetProperties: 2, Blob_Download: 1, Blob_ReleaseLease: 1 };

  const [, row = ""] = recordedTestsTable([{ file, test: "edits", exchanges: 5, operations }], 115);
  const [, narrow = ""] = recordedTestsTable([{ file, test: "edits", exchanges: 5, operations }], 10);

  expect(row).toMatch(/ {2}Blob_AcquireLease, Blob_GetProperties ×2, and 2 more$/);
  expect(row.length).toBeLessThanOrEqual(115);
  expect(narrow).toMatch(/ {2}Blob_AcquireLease, and 3 more$/);
});
