import { spawn, spawnSync } from "node:child_process";
import { rmSync, writeSync } from "node:fs";

/**
 * Runs beside whoever started it, as leader of a process group of its own: `node guard.js FOLDER COMMAND ARG…`.
 * When its standard input ends, the whole group goes. A parent that is done says so first; one that says
 * nothing has died, by whatever signal, and then the folder, its scratch space, goes too. How the command ended is
 * told on descriptor 3.
 */
const [folder = "", command = "", ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
let orphaned = true;

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

function cleanUp(): void {
  child.removeAllListeners("exit");
  child.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    } finally {
      endGroup();
    }
  });
  child.kill("SIGKILL");
}

child.on("error", (error) => {
  tell({ code: null, signal: null, error: error.message });
  endGroup();
});
child.on("exit", (code, signal) => {
  tell({ code, signal });
  endGroup();
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, endGroup);
process.stdin.on("data", () => {
  orphaned = false;
});
process.stdin.on("close", () => (orphaned ? cleanUp() : endGroup()));
