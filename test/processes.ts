import { execFileSync } from "node:child_process";

/** A process that really runs: one that only waits to be buried does not count. */
interface LivingProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
}

function livingProcesses(): LivingProcess[] {
  const listed = execFileSync("ps", ["-eo", "pid=,ppid=,pgid=,stat="], { encoding: "utf8" });
  return listed
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => !state?.startsWith("Z"))
    .map(([pid, parent, group]) => ({ pid: Number(pid), parent: Number(parent), group: Number(group) }));
}

/** The members of a process group, its leader first. */
export function groupMembers(group: number): number[] {
  const members = livingProcesses().filter((process) => process.group === group);
  return members.map(({ pid }) => pid).toSorted((a, b) => Number(b === group) - Number(a === group));
}

/** Every process below another. */
export function descendants(of: number): number[] {
  const all = livingProcesses();
  const below = (parent: number): number[] =>
    all.filter((process) => process.parent === parent).flatMap(({ pid }) => [pid, ...below(pid)]);
  return below(of);
}

/** Those of the processes that still run. */
export function alive(pids: readonly number[]): number[] {
  const all = new Set(livingProcesses().map(({ pid }) => pid));
  return pids.filter((pid) => all.has(pid));
}
