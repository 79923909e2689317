import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { GuardedProcess } from "../../../../src/lab/process/guarded-process.ts";

test("what Node is told is for the command, not for its guard", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-guard-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const preload = join(folder, "preload.cjs");
  writeFileSync(
    preload,
    `require("node:fs").appendFileSync(${JSON.stringify(join(folder, "loaded"))}, "x");`,
  );
  const options = `--require "${preload}"`;
  let written = "";

  await using child = new GuardedProcess({
    command: process.execPath,
    args: ["-p", "JSON.stringify([process.env.NODE_OPTIONS, process.env.TOUCHSTONE_GUARDED ?? null])"],
    folder,
    env: { ...process.env, NODE_OPTIONS: options },
    onOutput: (text) => {
      written += text;
    },
  });
  const end = await child.ended;

  expect(end).toEqual({ code: 0, signal: null });
  expect(JSON.parse(written)).toEqual([options, null]);
  expect(readFileSync(join(folder, "loaded"), "utf8")).toBe("x");
});

/** Whether a process is there, be it only to be buried: who takes in orphans may be slow, or nobody, as in many containers. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("what it runs is dead and buried when it is over", async () => {
  let written = "";
  const said = Promise.withResolvers<void>();
  const child = new GuardedProcess({
    command: process.execPath,
    args: ["-e", "console.log(process.pid); setInterval(() => {}, 1000)"],
    folder: tmpdir(),
    env: process.env,
    onOutput: (text) => {
      written += text;
      said.resolve();
    },
  });
  await said.promise;
  const pid = Number(written);
  expect(isThere(pid)).toBe(true);

  await child[Symbol.asyncDispose]();

  expect(isThere(pid)).toBe(false);
  expect(await child.ended).toEqual({ code: null, signal: "SIGKILL" });
});
