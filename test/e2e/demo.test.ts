import { expect, test } from "vitest";
import { touchstone } from "./command.ts";

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
