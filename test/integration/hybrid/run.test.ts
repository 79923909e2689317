import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { touchstone } from "../../e2e/command.ts";
import { type StandIn, startStrictStandIn } from "./strict-stand-in.ts";

const root = join(import.meta.dirname, "../../..");

const suite = `
import { BlobServiceClient } from "@azure/storage-blob";
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";

const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING);

test("keeps a photo", async () => {
  const album = service.getContainerClient("kept");
  await album.create();
  await album.getBlockBlobClient("a.txt").upload("hello", 5);
  expect((await album.getBlockBlobClient("a.txt").downloadToBuffer()).toString()).toBe("hello");
});

test("takes any name", async () => {
  const album = service.getContainerClient("album-" + randomUUID().slice(0, 13));
  await album.create();
  await album.getBlockBlobClient("b.txt").upload("x", 1);
  expect(await album.getBlockBlobClient("b.txt").exists()).toBe(true);
});

test("makes an album again after deleting it", async () => {
  const album = service.getContainerClient("recreated");
  await album.create();
  await album.delete();
  await album.create();
});

test("is told that an album is being deleted", async () => {
  const album = service.getContainerClient("busy");
  await album.create();
  await album.delete();
  await expect(album.create()).rejects.toMatchObject({ code: "ContainerBeingDeleted" });
});

test("reads what is tagged", async () => {
  const album = service.getContainerClient("tags");
  await album.create();
  await album.getBlockBlobClient("tagged").upload("x", 1);
  await album.getBlockBlobClient("tagged").getProperties();
});

test("computes", () => expect(1 + 1).toBe(2));
`;

interface Report {
  readonly sent: number;
  readonly tests: readonly {
    readonly id: string;
    readonly decision: { readonly target: string; readonly kind: string; readonly reason: string };
    readonly verdict?: string;
    readonly cause?: string;
  }[];
}

function projectFor({ account, key, endpoints }: StandIn): { folder: string; env: NodeJS.ProcessEnv } {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "album.test.js"), suite);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const cloud = { account, key: { env: "STAND_IN_KEY" }, endpoint: endpoints["azure-blob"] };
  const config = { services: { "azure-blob": { emulator: "azurite", cloud } } };
  writeFileSync(join(folder, "touchstone.config.js"), `export default ${JSON.stringify(config)};`);
  return { folder, env: { STAND_IN_KEY: key, CI: "" } };
}

async function run(folder: string, env: NodeJS.ProcessEnv, ...flags: string[]): Promise<Report> {
  const { stdout, stderr, code } = await touchstone(
    ["run", "--json", "--policy", "monitor", ...flags, "--", "node", "node_modules/vitest/vitest.mjs", "run"],
    "",
    { cwd: folder, env },
  );
  if (stdout === "") throw new Error(`exit code ${code}: ${stderr}`);
  return JSON.parse(stdout) as Report;
}

function byTest(
  { tests }: Report,
  choose: (test: Report["tests"][number]) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(tests.map((one) => [one.id.replace("album.test.js > ", ""), choose(one)]));
}

test("the cloud is asked until it has confirmed, and whenever it differs", { timeout: 240_000 }, async () => {
  await using standIn = await startStrictStandIn();
  const { folder, env } = projectFor(standIn);

  const first = await run(folder, env);
  const second = await run(folder, env);
  writeFileSync(
    join(folder, "album.test.js"),
    suite.replace('upload("hello", 5)', 'upload("hullo", 5)').replace('toBe("hello")', 'toBe("hullo")'),
  );
  const edited = await run(folder, env, "--dry-run");

  expect(byTest(first, ({ verdict }) => verdict)).toEqual({
    "keeps a photo": "agrees",
    "takes any name": "agrees",
    "makes an album again after deleting it": "unsafe",
    "is told that an album is being deleted": "false alarm",
    "reads what is tagged": "differs",
    computes: undefined,
  });
  expect(byTest(second, ({ decision }) => `${decision.target}: ${decision.kind}`)).toEqual({
    "keeps a photo": "emulator: on the safe list",
    "takes any name": "emulator: on the safe list",
    "makes an album again after deleting it": "cloud: not on the safe list",
    "is told that an album is being deleted": "cloud: not on the safe list",
    "reads what is tagged": "cloud: not on the safe list",
    computes: "emulator: sent nothing",
  });
  expect(first.tests.find(({ verdict }) => verdict === "unsafe")?.cause).toBe(
    "Container_Create answers 201 on the emulator and 409 on the cloud",
  );
  expect(edited.tests.find(({ id }) => id.endsWith("keeps a photo"))?.decision).toMatchObject({
    target: "cloud",
    reason: expect.stringContaining("that the cloud has not confirmed"),
  });
  const written = readFileSync(join(folder, "touchstone.config.js"), "utf8");
  expect(written).not.toContain(standIn.key);
});
