import { spawn, spawnSync } from "node:child_process";
import { writeSync } from "node:fs";
import { flushCompileCache } from "node:module";

/**
 * Runs beside whoever started it, as leader of a process group of its own: `node guard.js COMMAND ARG…`. When its
 * standard input ends, because its parent is done or has died, by whatever signal, the whole group goes. How the
 * command ended is told on descriptor 3; descriptor 4 is the standard input of a command that is held.
 */
const [command = "", ...args] = process.argv.slice(2);
const { TOUCHSTONE_GUARDED = "{}", TOUCHSTONE_HELD, NODE_COMPILE_CACHE: _ours, ...env } = process.env;
const child = spawn(command, args, {
  env: { ...env, ...(JSON.parse(TOUCHSTONE_GUARDED) as NodeJS.ProcessEnv) },
  stdio: [TOUCHSTONE_HELD === undefined ? "ignore" : 4, "inherit", "inherit"],
});
// Our own end is too sudden for it.
flushCompileCache();

/** The command goes before us, so that we bury it: not everywhere is somebody who does that for orphans, or does it soon. */
function endChild(): void {
  if (process.platform === "win32" || !child.kill("SIGKILL")) endGroup();
}

function endGroup(): never {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(child.pid), "/t", "/f"]);
    process.exit(1);
  }
  process.kill(-process.pid, "SIGKILL");
  process.exit(1);
}

function tell(how: object): void {
  try {
    writeSync(3, `${JSON.stringify(how)}\n`);
  } catch {
    // Nobody is left to be told.
  }
}

child.on("error", (error) => {
  tell({ code: null, signal: null, error: error.message });
  endGroup();
});
child.on("exit", (code, signal) => {
  tell({ code, signal });
  endGroup();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endChild);
process.stdin.resume().on("close", endChild);
