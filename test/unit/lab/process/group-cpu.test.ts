import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { cpuOfGroup } from "../../../../src/lab/process/group-cpu.ts";

/** A process that leads a group of its own, and one below it that runs a program. */
async function groupRunning(program: string): Promise<number> {
  const leader = spawn(
    process.execPath,
    [
      "-e",
      `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(program)}], { stdio: "inherit" });`,
    ],
    { detached: true, stdio: ["ignore", "pipe", "inherit"] },
  );
  const { pid = 0 } = leader;
  onTestFinished(async () => {
    process.kill(-pid, "SIGKILL");
    await once(leader, "close");
  });
  await once(leader.stdout, "data");
  return pid;
}

const isLinux = process.platform === "linux";

test.skipIf(!isLinux)("who computes is told from who waits (skipped where only Linux tells)", async () => {
  const busy = await groupRunning("console.log('ready'); for (;;);");
  const waiting = await groupRunning("console.log('ready'); setInterval(() => {}, 1000);");
  const before = [cpuOfGroup(busy) ?? 0, cpuOfGroup(waiting) ?? 0] as const;

  await expect
    .poll(() => (cpuOfGroup(busy) ?? 0) - before[0], { timeout: 30_000 })
    .toBeGreaterThanOrEqual(500);

  const [busier = 0, lazier = 0] = [busy, waiting].map(
    (group, at) => (cpuOfGroup(group) ?? 0) - (before[at] ?? 0),
  );
  expect(lazier).toBeLessThan(busier / 2);
});

test("of nobody nothing is told", () => {
  expect(cpuOfGroup(2 ** 30)).toBeUndefined();
});
