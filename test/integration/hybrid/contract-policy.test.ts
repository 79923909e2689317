import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "../../e2e/command.ts";

const root = join(import.meta.dirname, "../../..");

const suite = `
import assert from "node:assert/strict";
import { test } from "node:test";
import { BlobServiceClient } from "@azure/storage-blob";

const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING);

test("keeps a photo", async () => {
  const album = service.getContainerClient("kept");
  await album.create();
  await album.getBlockBlobClient("a.txt").upload("hello", 5);
});

test("makes an album again at once", async () => {
  const album = service.getContainerClient("recreated");
  await album.create();
  await album.delete();
  await album.create();
});

test("keeps a secret photo", async () => {
  const album = service.getContainerClient("secret");
  await album.create();
  await album.getBlockBlobClient("forbidden.txt").upload("hello", 5);
});

test("looks at an album twice", async () => {
  const album = service.getContainerClient("seen");
  await album.create();
  await album.getProperties();
  await album.getProperties();
});
`;

const ownContracts = `
import { contract, fault, recorded } from "touchstone/model";

export const noForbiddenBlobs = contract({
  id: "azure-blob/no-forbidden-blobs",
  says: "our account has a policy against blobs that are called forbidden",
  on: ["BlockBlob_Upload"],
  when: ({ input }) => input.blob === "forbidden.txt",
  answer: fault(403, "AuthorizationFailure"),
  evidence: recorded("our own account, 2026-11-15"),
  breaks: { input: { blob: "forbidden.txt" } },
  keeps: { input: { blob: "allowed.txt" } },
});

export const broken = contract({
  id: "azure-blob/broken",
  says: "this one has a mistake in it",
  on: ["Container_GetProperties"],
  when: ({ input }) => input.metadata.kind === "private",
  answer: fault(403, "AuthorizationFailure"),
  evidence: recorded("our own account, 2026-11-15"),
  breaks: {},
  keeps: {},
});
`;

interface Report {
  readonly tests: readonly {
    readonly id: string;
    readonly decision: { readonly target: string; readonly kind: string; readonly reason: string };
  }[];
}

test("only tests that touch a known difference with their very parameters need the cloud", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "touchstone-contracts-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = { services: { "azure-blob": { emulator: "azurite" } }, contracts: "contracts.js" };
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "touchstone.config.js"), `export default ${JSON.stringify(config)};`);
  writeFileSync(join(folder, "contracts.js"), ownContracts);
  writeFileSync(join(folder, "album.test.js"), suite);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));

  const command = ["node", "--test", "album.test.js"];
  const { stdout, stderr } = await touchstone(
    ["run", "--json", "--policy", "contract", "--dry-run", "--", ...command],
    "",
    { cwd: folder, env: { CI: "" } },
  );

  expect(stdout, stderr).not.toBe("");
  const { tests } = JSON.parse(stdout) as Report;
  const decisions = tests.map(({ id, decision: { target, kind } }) => [
    id.replace(/^.*?> /, ""),
    `${target}: ${kind}`,
  ]);
  const reasons = tests.map(({ decision }) => decision.reason).join("\n");
  expect(Object.fromEntries(decisions)).toEqual({
    "keeps a photo": "emulator: touched no difference",
    "makes an album again at once": "cloud: touched a difference",
    "keeps a secret photo": "cloud: touched a difference",
    "looks at an album twice": "cloud: touched a difference",
  });
  expect(reasons).toContain("azure-blob/container-deletion-takes-time");
  expect(reasons).toContain("azure-blob/no-forbidden-blobs");
  expect(stderr.split("the contract azure-blob/broken cannot be asked")).toHaveLength(2);
});
