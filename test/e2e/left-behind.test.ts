import { once } from "node:events";
import { globSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { alive, descendants } from "../processes.ts";
import { type Running, startTouchstone } from "./command.ts";
import { emptyFolder, pathWithNpm, projectWithMortalEmulator } from "./little-project.ts";

function start(args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }): Running {
  const running = startTouchstone(args, options);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  return running;
}

/** Scratch folders; Node keeps a cache of its own beside them. */
function scratchFolders(parent: string): string[] {
  return readdirSync(parent).filter((name) => name.startsWith("touchstone-"));
}

async function endpointOf({ document }: Running): Promise<string> {
  const { targets } = (await document()) as { targets: { endpoint: string }[] };
  return targets[0]?.endpoint ?? "";
}

test("no scratch folder stays when it is killed outright between a crash and the next start", async () => {
  const scratch = emptyFolder();
  const running = start(["up", "s3", "--json"], {
    cwd: projectWithMortalEmulator(),
    env: { TMPDIR: scratch },
  });
  const endpoint = await endpointOf(running);
  const pid = running.child.pid ?? 0;
  const guard = descendants(pid).at(-2) ?? 0;
  expect(scratchFolders(scratch)).not.toEqual([]);

  await fetch(`${endpoint}/die`);
  await expect.poll(() => alive([guard]), { interval: 5 }).toEqual([]);
  running.child.kill("SIGKILL");
  await running.outcome;

  await expect.poll(() => scratchFolders(scratch), { timeout: 10_000 }).toEqual([]);
});

test.each([0, 5, 10, 15, 20, 30])(
  "no scratch folder stays after two signals, the second %i ms later",
  async (gap) => {
    const scratch = emptyFolder();
    const running = start(["up", "s3", "--json"], {
      cwd: projectWithMortalEmulator(),
      env: { TMPDIR: scratch },
    });
    await endpointOf(running);
    const processes = descendants(running.child.pid ?? 0);

    running.child.kill("SIGINT");
    await delay(gap);
    running.child.kill("SIGINT");
    const { code } = await running.outcome;

    // Node itself may be on its way out already, and then the signal is the end.
    expect([130, "SIGINT"]).toContain(code ?? running.child.signalCode);
    await expect.poll(() => scratchFolders(scratch), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => alive(processes), { timeout: 10_000 }).toEqual([]);
  },
);

test.each(["SIGKILL", "SIGINT"] as const)(
  "npm ends and its folder goes when %s ends an install",
  async (signal) => {
    const cache = emptyFolder();
    const endless = `
    const { writeFileSync } = require("node:fs");
    require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
    writeFileSync("downloading", "");
    setInterval(() => writeFileSync("downloading", ""), 1);`;
    const running = start(["up", "s3=s3rver@1.2.3"], {
      cwd: emptyFolder(),
      env: { TOUCHSTONE_CACHE: cache, PATH: pathWithNpm(endless) },
    });
    const workshop = join(cache, "installing");
    await expect
      .poll(() => globSync("npm-*/downloading", { cwd: workshop }), { timeout: 10_000 })
      .toHaveLength(1);
    const processes = descendants(running.child.pid ?? 0);

    running.child.kill(signal);
    await once(running.child, "exit");

    expect(processes.length).toBeGreaterThan(3);
    await expect.poll(() => alive(processes), { timeout: 10_000 }).toEqual([]);
    await expect.poll(() => readdirSync(workshop), { timeout: 10_000 }).toEqual([]);
  },
);

/** Starts one more that does not hear of anything, and tells when both are there. */
const deaf = `
  process.on("SIGTERM", () => {});
  if (process.argv[1] === "child") process.stdout.write("there");
  else require("node:child_process").spawn(process.execPath, ["-e", process.env.DEAF, "child"], { stdio: "inherit" });
  setInterval(() => {}, 1000);`;

test("the command ends, with all that it has started, when touchstone is killed outright", async () => {
  const command = ["--", "sh", "-c", `"$0" -e "$DEAF"; true`, process.execPath];
  const running = start(["record", "s3", ...command], {
    cwd: projectWithMortalEmulator(),
    env: { DEAF: deaf },
  });
  await once(running.child.stdout ?? running.child, "data");
  const processes = descendants(running.child.pid ?? 0);

  running.child.kill("SIGKILL");
  await once(running.child, "exit");

  expect(processes.length).toBeGreaterThan(5);
  await expect.poll(() => alive(processes), { timeout: 15_000 }).toEqual([]);
});

test("the command stays in the terminal's group, and what watches over it goes with it", async () => {
  const group = `ps -o pgid= -p $$; ps -o pgid= -p $PPID`;
  const running = start(["record", "s3", "--", "sh", "-c", group], {
    cwd: projectWithMortalEmulator(),
    env: {},
  });
  await once(running.child.stdout ?? running.child, "data");
  const processes = descendants(running.child.pid ?? 0);

  const { code, stdout } = await running.outcome;

  const [own, ours] = stdout.trim().split(/\s+/);
  expect({ code, own }).toEqual({ code: 0, own: ours });
  await expect.poll(() => alive(processes), { timeout: 10_000 }).toEqual([]);
});
