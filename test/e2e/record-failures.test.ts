import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { alive, descendants } from "../processes.ts";
import { readTrace } from "../traces.ts";
import { startTouchstone } from "./command.ts";
import { emptyFolder } from "./little-project.ts";

const bin = join(import.meta.dirname, "../../bin/touchstone.js");
const endless = join(import.meta.dirname, "../integration/programs/recording/endless.mjs");

function linesOf(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

test.each([20, 100, 700])("killed outright after %i answers, it has lost none of them", async (count) => {
  const cwd = emptyFolder();
  const answered = join(cwd, "answered");
  const { child } = startTouchstone(
    ["record", "s3", "--out", "trace.jsonl", "--", process.execPath, endless],
    {
      cwd,
      env: { ANSWERED: answered, CONNECTIONS: "16" },
    },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  await expect
    .poll(() => linesOf(answered).length, { timeout: 60_000, interval: 10 })
    .toBeGreaterThanOrEqual(count);
  const processes = descendants(child.pid ?? 0);

  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => alive(processes), { timeout: 20_000 }).toEqual([]);

  const { exchanges } = await readTrace(join(cwd, "trace.jsonl"));
  const recorded = new Set(exchanges.map(({ request }) => request.target));
  const paths = linesOf(answered);
  expect(processes.length).toBeGreaterThan(3);
  expect(paths.length).toBeGreaterThanOrEqual(count);
  expect(paths.filter((path) => !recorded.has(path))).toEqual([]);
  expect(exchanges.map(({ id }) => id)).toEqual(exchanges.map((_, index) => index + 1));
});

const canMount = process.platform === "linux" && spawnSync("unshare", ["-rm", "true"]).status === 0;

/** Runs a command where a small disk is mounted that nobody else sees, and keeps the trace that it left there. */
const onSmallDisk = `
  mount -t tmpfs -o size=256k none disk || exit 99
  "$@"
  code=$?
  cp disk/trace.jsonl kept.jsonl
  exit $code`;

// Where nothing can be mounted, /dev/full stands in for it: see "cannot be written" in record.test.ts.
test.skipIf(!canMount)("on a full disk nobody gets an answer that is not in the trace", async () => {
  const cwd = emptyFolder();
  mkdirSync(join(cwd, "disk"));
  const answered = join(cwd, "answered");
  const flags = ["--json", "--out", "disk/trace.jsonl", "--har", "run.har"];
  const command = [process.execPath, bin, "record", "s3", ...flags, "--", process.execPath, endless];

  const { status, stdout, stderr } = spawnSync(
    "unshare",
    ["-rm", "sh", "-c", onSmallDisk, "sh", ...command],
    {
      cwd,
      env: { ...process.env, NO_COLOR: "1", ANSWERED: answered },
      encoding: "utf8",
    },
  );

  expect(status, stderr).toBe(2);
  const message = `the trace ${join(cwd, "disk/trace.jsonl")} cannot be written: no space is left`;
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "TS_TRACE_UNWRITABLE", message } });
  expect(stderr).toContain(`✗ ${message}`);
  expect(readFileSync(join(cwd, "kept.jsonl"), "utf8").endsWith("}\n")).toBe(true);
  const { exchanges, torn } = await readTrace(join(cwd, "kept.jsonl"));
  const recorded = new Set(exchanges.map(({ request }) => request.target));
  const paths = linesOf(answered);
  expect(torn).toBeUndefined();
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !recorded.has(path))).toEqual([]);
  expect(exchanges.map(({ id }) => id)).toEqual(exchanges.map((_, index) => index + 1));
});
