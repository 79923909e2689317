import { execFile, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";

const sender = new URL("sender.cjs", import.meta.url);
const path = sender.pathname;
process.env.WHOSE = JSON.stringify({ file: "descendants.node-test.mjs" });

test("starts a process", async () => {
  await promisify(execFile)(process.execPath, [path]);
});
test("starts a process with variables of its own", async () => {
  await promisify(execFile)(process.execPath, [path], { env: { ...process.env, TOUCHSTONE_FILE: "other" } });
});
test("forks", async () => {
  await once(fork(path), "exit");
});
test("waits for a process", () => {
  execFileSync(process.execPath, [path]);
});
test("starts a thread", async () => {
  await once(new Worker(sender), "exit");
});
