import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { preloadEnvironment } from "../../../../src/wire/index.ts";

const settings = { origins: ["http://127.0.0.1:10000", "http://127.0.0.1:10001"], root: "/work" };

test("the user's own options for Node stay", () => {
  const { NODE_OPTIONS } = preloadEnvironment({ ...settings, env: { NODE_OPTIONS: "--no-warnings" } });

  expect(NODE_OPTIONS).toMatch(/^--no-warnings --require ".*main\.cjs"$/);
});

test("it is loaded once, however often it is asked for", () => {
  const once = preloadEnvironment({ ...settings, env: {} });

  expect(preloadEnvironment({ ...settings, env: once })).toEqual(once);
});

test("it tells the proxies, what is redirected, and where files are named from", () => {
  const redirects = { "*.blob.core.windows.net": "https://127.0.0.1:10000" };

  expect(preloadEnvironment({ ...settings, redirects, env: {} })).toMatchObject({
    TOUCHSTONE_ORIGINS: "http://127.0.0.1:10000 http://127.0.0.1:10001",
    TOUCHSTONE_REDIRECT: '{"*.blob.core.windows.net":"https://127.0.0.1:10000"}',
    TOUCHSTONE_ROOT: "/work",
  });
});

test("it is found in a folder with blanks and quotes in its name", async () => {
  const folder = mkdtempSync(join(tmpdir(), 'two words and "quotes" '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(import.meta.dirname, "../../../../src/wire/attribution"), folder, { recursive: true });
  const copy = (await import(join(folder, "preload-environment.ts"))) as {
    preloadEnvironment: typeof preloadEnvironment;
  };

  const env = copy.preloadEnvironment({ ...settings, env: {} });
  const program = "console.log(Reflect.has(http, Symbol.for('touchstone.preload.installed')))";
  const output = execFileSync(process.execPath, ["-e", program], { env, encoding: "utf8" });

  expect(output).toBe("true\n");
});
