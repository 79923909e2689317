import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { pathWithLinkingNpm } from "./little-project.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

test("the packed package installs into an empty project and works there", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-pack-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"] ?? ""}`,
  };
  // Packing builds first, unless that has just been done.
  const isBuilt = process.env["TOUCHSTONE_BUILT"] === "1";
  const { stdout: packed } = await run(
    "npm",
    ["pack", "--json", "--pack-destination", folder, ...(isBuilt ? ["--ignore-scripts"] : [])],
    { cwd: root, env, maxBuffer: 1 << 26 },
  );
  expect(packed).toContain("examples/photo-album/test/albums.test.ts");
  expect(packed).not.toContain("node_modules");
  const file = /touchstone-[\d.]+\.tgz/.exec(packed)?.[0] ?? "";
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  writeFileSync(
    join(folder, "touchstone.config.ts"),
    'import { defineConfig } from "touchstone/config"; export default defineConfig({ services: { s3: { port: 1 } } });',
  );
  writeFileSync(
    join(folder, "use.mjs"),
    'import { identify } from "touchstone/clouds"; console.log(identify({ method: "PUT", url: "https://a1b.queue.core.windows.net/jobs", headers: {} }).operation);',
  );

  await run("npm", ["install", "--no-audit", "--no-fund", join(folder, file)], { cwd: folder, env });

  const { stdout: help } = await run("npx", ["--no-install", "touchstone", "--help"], { cwd: folder, env });
  expect(help).toContain("usage: touchstone COMMAND");
  const touchstone = (...args: string[]) =>
    run(join(folder, "node_modules/.bin/touchstone"), args, { cwd: folder, env, maxBuffer: 1 << 26 });
  expect(
    JSON.parse((await touchstone("operations", "dynamodb", "--json")).stdout).length,
  ).toBeGreaterThanOrEqual(62);
  expect((await touchstone("doctor")).stdout).toContain(join(folder, "touchstone.config.ts"));
  await expect(touchstone("up", "azure-blob")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "the package azurite is not installed\n  Install it with: npm install --save-dev azurite",
    ),
  });
  await expect(
    touchstone("safelist", "list", "--store", "postgres://ada:geheim@127.0.0.1/db"),
  ).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "the package pg is not installed\n  A safe list on PostgreSQL needs it. Install it with: npm install --save-dev pg",
    ),
  });
  expect((await run(process.execPath, ["use.mjs"], { cwd: folder, env })).stdout).toBe("Queue_Create\n");

  const bin = join(folder, "node_modules/touchstone/bin/touchstone.js");
  const { stdout: told } = await run(process.execPath, [bin, "demo"], {
    cwd: folder,
    env: { ...env, TOUCHSTONE_CACHE: join(folder, "cache"), PATH: pathWithLinkingNpm(), NO_COLOR: "1" },
  });
  expect(told).toContain("✓ 25 tests passed");
});
