import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { StandIn } from "./strict-stand-in.ts";

const root = join(import.meta.dirname, "../../..");

/** A suite for `node --test`; each time it is loaded it leaves a line in the file that `MARKS` names, if it does. */
export function suiteOf(titles: readonly string[]): string {
  const tests = titles.map(
    (title) => `
test(${JSON.stringify(title)}, async () => {
  const album = service.getContainerClient("album-" + randomUUID());
  await album.create();
  await album.getBlockBlobClient("a.txt").upload(${JSON.stringify(title)}, ${title.length});
  assert.equal((await album.getBlockBlobClient("a.txt").downloadToBuffer()).toString(), ${JSON.stringify(title)});
});`,
  );
  return `
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { test } from "node:test";
import { BlobServiceClient } from "@azure/storage-blob";

if (process.env.MARKS) appendFileSync(process.env.MARKS, "loaded\\n");
const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING);
${tests.join("\n")}
`;
}

/** A project with these files, on this emulator, whose cloud is the stand-in; it goes with the test. */
export function smallProject(
  files: Readonly<Record<string, string>>,
  emulator: string,
  { account, endpoints }: StandIn,
): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "touchstone-run-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const cloud = { account, key: { env: "STAND_IN_KEY" }, endpoint: endpoints["azure-blob"] };
  const config = { services: { "azure-blob": { emulator, cloud } } };
  const all = {
    "package.json": '{ "type": "module" }',
    "touchstone.config.js": `export default ${JSON.stringify(config)};`,
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}
