import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { interfaceOf, operationOf, type ServiceName } from "../../../../src/clouds/index.ts";
import { claimsOf } from "../../../../src/fidelity/findings/claims.ts";

function installed(name: string): string {
  return join(import.meta.dirname, "../../../../node_modules", name);
}

function claimed(service: ServiceName, folder: string, claim: boolean | null): string[] {
  const claims = claimsOf(service, folder);
  return interfaceOf(service)
    .operations.filter((operation) => claims(operation) === claim)
    .map(({ name }) => name);
}

test("Azurite's support matrix is read for each of its services", () => {
  const blob = claimsOf("azure-blob", installed("azurite"));
  const table = claimsOf("azure-table", installed("azurite"));

  expect(blob(operationOf("azure-blob", "Blob_ChangeLease"))).toBe(true);
  expect(blob(operationOf("azure-blob", "Service_SetProperties"))).toBe(true);
  expect(blob(operationOf("azure-blob", "Container_ListBlobFlatSegment"))).toBe(true);
  expect(blob(operationOf("azure-blob", "Container_GetAccountInfoWithHead"))).toBe(true);
  expect(blob(operationOf("azure-blob", "BlockBlob_Upload"))).toBe(true);
  expect(blob(operationOf("azure-blob", "AppendBlob_AppendBlock"))).toBe(true);
  expect(blob(operationOf("azure-blob", "Blob_Query"))).toBe(false);
  expect(blob(operationOf("azure-blob", "BlockBlob_PutBlobFromUrl"))).toBe(false);
  expect(blob(operationOf("azure-blob", "PageBlob_CopyIncremental"))).toBe(false);
  expect(table(operationOf("azure-table", "Service_SetProperties"))).toBe(false);
  expect(table(operationOf("azure-table", "Table_MergeEntity"))).toBe(true);
  expect(claimed("azure-queue", installed("azurite"), true)).toHaveLength(18);
});

test("what is on neither of Azurite's lists is not spoken of", () => {
  expect(claimed("azure-blob", installed("azurite"), null)).toContain("Blob_SetTier");
});

test("what s3rver does not list it does not claim", () => {
  expect(claimed("s3", installed("s3rver"), true)).toEqual([
    "ListBuckets",
    "CreateBucket",
    "DeleteBucket",
    "GetObjectAcl",
    "ListObjects",
    "ListObjectsV2",
    "GetObject",
    "HeadObject",
    "PutObject",
    "PostObject",
    "CopyObject",
    "DeleteObject",
    "DeleteObjects",
  ]);
  expect(claimed("s3", installed("s3rver"), null)).toEqual([]);
});

test("dynalite says what is left to do, and nothing of the rest", () => {
  expect(claimed("dynamodb", installed("dynalite"), false)).toEqual([
    "TransactGetItems",
    "TransactWriteItems",
    "ExecuteTransaction",
  ]);
  expect(claimed("dynamodb", installed("dynalite"), true)).toEqual([]);
});

test("where nothing is written down, nothing is claimed", () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-claims-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const operations = interfaceOf("dynamodb").operations.length;

  expect(claimed("dynamodb", folder, null)).toHaveLength(operations);
  expect(claimed("dynamodb", join(folder, "nowhere"), null)).toHaveLength(operations);

  writeFileSync(join(folder, "README.md"), "# A thing\n\n- It is fast\n");
  expect(claimed("dynamodb", folder, null)).toHaveLength(operations);
});
