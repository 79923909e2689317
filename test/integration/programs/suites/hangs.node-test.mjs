import { spawn } from "node:child_process";
import test from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { ran } from "./cases.cjs";

test("hangs", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  ran("hangs.node-test.mjs", [String(process.pid)]);
  ran("hangs.node-test.mjs", [String(child.pid)]);
  await delay(600_000);
});
