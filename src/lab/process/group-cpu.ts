import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds in a tick, which Linux tells times of processes in. */
const tick = 10;

/** Milliseconds that the processes of a group have computed for so far; nothing where the system does not tell, or nobody is left. */
export function cpuOfGroup(group: number): number | undefined {
  const used = processes()
    .flatMap((pid) => statusOf(pid))
    .filter((one) => one.group === group)
    .map(({ cpu }) => cpu);
  return used.length === 0 ? undefined : used.reduce((sum, one) => sum + one, 0);
}

/** Only Linux tells, and not everybody. */
function processes(): readonly string[] {
  try {
    return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function statusOf(pid: string): { readonly group: number; readonly cpu: number }[] {
  try {
    // The name before them, in parentheses, may have anything in it.
    const [, told = ""] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "latin1")) ?? [];
    const fields = told.split(" ").map(Number);
    const [, , group = 0] = fields;
    const [user = 0, system = 0] = fields.slice(11, 13);
    return [{ group, cpu: (user + system) * tick }];
  } catch {
    // It has ended meanwhile.
    return [];
  }
}
