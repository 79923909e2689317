import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { touchstone } from "../../e2e/command.ts";

const root = join(import.meta.dirname, "../../..");
const runner = join(root, "node_modules/vitest/vitest.mjs");

/** What `touchstone run --json` says. */
export interface RunReport {
  readonly tests: readonly {
    readonly id: string;
    readonly decision: { readonly target: string; readonly kind: string; readonly reason: string };
    readonly verdict?: string;
    readonly fingerprint: string;
  }[];
}

/** A project of one test file, on Azurite. */
export interface Project {
  readonly folder: string;
  /** Runs `touchstone run` on it; what stands behind `--` goes to Vitest. */
  readonly run: (flags: readonly string[], ...vitest: string[]) => Promise<RunReport>;
}

/** What plays the cloud for blobs. */
export interface BlobStandIn {
  readonly account: string;
  readonly key: string;
  readonly endpoint: string;
}

/** Makes a project whose cloud is the stand-in. */
export function makeProject(suite: string, { account, key, endpoint }: BlobStandIn): Project {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-property-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  writeFileSync(join(folder, "blobs.test.js"), suite);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const cloud = { account, key: { env: "STAND_IN_KEY" }, endpoint };
  const config = { services: { "azure-blob": { emulator: "azurite", cloud } } };
  writeFileSync(join(folder, "touchstone.config.js"), `export default ${JSON.stringify(config)};`);
  const run: Project["run"] = async (flags, ...vitest) => {
    const { stdout, stderr, code } = await touchstone(
      ["run", "--json", "--policy", "monitor", ...flags, "--", "node", runner, "run", ...vitest],
      "",
      { cwd: folder, env: { STAND_IN_KEY: key, CI: "" } },
    );
    if (stdout === "") throw new Error(`exit code ${code}: ${stderr}`);
    return JSON.parse(stdout) as RunReport;
  };
  return { folder, run };
}

const runners = {
  vitest:
    'import { expect, test } from "vitest"; const same = (seen, wanted) => expect(seen).toEqual(wanted);',
  node: 'import { deepEqual as same } from "node:assert/strict"; import { test } from "node:test";',
} as const;

const head = `
import { BlobServiceClient } from "@azure/storage-blob";
import { randomUUID } from "node:crypto";
const service = BlobServiceClient.fromConnectionString(process.env.AZURE_STORAGE_CONNECTION_STRING, {
  retryOptions: { maxTries: 1 },
});
const textOf = async (blob) => (await blob.downloadToBuffer()).toString();
`;

/** What a test can do with a container and its blobs `a` and `b`. */
export const actions: Readonly<Record<string, string>> = {
  upload: 'await a.upload("hello", 5);',
  "upload with metadata": 'await b.upload("with a tag", 10, { metadata: { tag: "one" } });',
  "upload what is random":
    "{ const text = randomUUID(); await b.upload(text, text.length); check(await textOf(b), text); }",
  "upload the time":
    "{ const text = new Date().toISOString(); await a.upload(text, text.length); check(await textOf(a), text); }",
  download: 'await a.upload("to be read", 10); check(await textOf(a), "to be read");',
  "download if it is the same":
    "{ const { etag } = await a.upload('x', 1); check((await a.download(0, undefined, { conditions: { ifMatch: etag } })).etag, etag); }",
  look: 'await a.upload("seen", 4); check((await a.getProperties()).contentLength, 4);',
  "look at metadata":
    'await b.upload("x", 1); await b.setMetadata({ tag: "two" }); check((await b.getProperties()).metadata, { tag: "two" });',
  list: 'await a.upload("1", 1); await b.upload("22", 2); { const names = []; for await (const { name } of album.listBlobsFlat()) names.push(name); check(names.length, 2); }',
  "read what is not there":
    'await album.getBlobClient(mark + "-none").download().catch((error) => check(error.code, "BlobNotFound"));',
  "remove it": 'await a.upload("x", 1); await a.delete(); check(await a.exists(), false);',
  "both at once": 'await Promise.all([a.upload("a", 1), b.upload("b", 1)]); check(await textOf(a), "a");',
};

/** A test: its mark, by which its blobs are called, what it does, and whether it looks at what comes back. */
export interface Plan {
  readonly mark: string;
  readonly container: "fixed" | "random";
  readonly does: readonly string[];
  readonly isAsserting: boolean;
}

/** The tests as a file; they leave nothing behind. */
export function suiteOf(plans: readonly Plan[], runner: keyof typeof runners = "vitest"): string {
  return runners[runner] + head + plans.map(testOf).join("");
}

function testOf({ mark, container, does, isAsserting }: Plan): string {
  const name = container === "fixed" ? `"album-${mark}"` : `"album-" + randomUUID().slice(0, 13)`;
  return `
test("${mark} ${does.join(", ")}", async () => {
  const mark = "${mark}";
  const check = (seen, wanted) => ${isAsserting ? "same(seen, wanted)" : "undefined"};
  const album = service.getContainerClient(${name});
  await album.create();
  const [a, b] = ["a", "b"].map((name) => album.getBlockBlobClient(mark + "-" + name));
  ${does.map((action) => actions[action]).join("\n  ")}
  await album.delete();
});
`;
}
