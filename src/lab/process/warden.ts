import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

/**
 * Runs beside whoever started it, and is told on its standard input which process to watch (`PID`), and when that one is
 * over (`over`). When the input ends before, because its parent has died, by whatever signal, the process goes, with all
 * below it: asked first, then ended. It is for commands that share our terminal, and so cannot have a group of their own.
 */
const graceful = 2_000;

/** Every process and its parent. */
function parents(): [pid: number, parent: number][] {
  if (process.platform !== "linux") {
    const listed = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
    return listed
      .trim()
      .split("\n")
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // The name before it, in parentheses, may have anything in it.
        const [, parent] = /^.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
        return [[Number(pid), Number(parent)]];
      } catch {
        return [];
      }
    });
}

function withAllBelow(pid: number): number[] {
  const all = parents();
  const below = (parent: number): number[] =>
    all.flatMap(([own, its]) => (its === parent ? [own, ...below(own)] : []));
  return [pid, ...below(pid)];
}

/** Tells those that are still there. */
function signal(pids: readonly number[], name: NodeJS.Signals | 0): number[] {
  return pids.filter((pid) => {
    try {
      return process.kill(pid, name);
    } catch {
      return false;
    }
  });
}

async function endWithAllBelow(pid: number): Promise<void> {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/pid", String(pid), "/t", "/f"]);
    return;
  }
  let left = signal(withAllBelow(pid), "SIGTERM");
  for (let waited = 0; left.length > 0 && waited < graceful; waited += 50) {
    await delay(50);
    left = signal(left, 0);
  }
  signal(left.flatMap(withAllBelow), "SIGKILL");
}

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => {});
const [pid = "", over] = (await text(process.stdin)).split("\n");
if (pid !== "" && over === "") await endWithAllBelow(Number(pid));
