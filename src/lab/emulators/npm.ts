import { GuardedProcess } from "../process/guarded-process.ts";
import { describeEnd } from "./start-error.ts";

const command = process.platform === "win32" ? ["cmd", "/d", "/s", "/c", "npm"] : ["npm"];

/** Runs npm in a folder, and gives the lines that it wrote; it ends with us. */
export async function npm(
  args: readonly string[],
  folder: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const [program = "", ...first] = command;
  await using running = new GuardedProcess({
    command: program,
    args: [...first, ...args, "--loglevel=error"],
    folder,
    env: process.env,
  });
  const stop = () => void running[Symbol.asyncDispose]();
  signal.addEventListener("abort", stop, { once: true });
  const end = await running.ended;
  signal.removeEventListener("abort", stop);
  signal.throwIfAborted();
  if (end.code !== 0) throw new Error(complaint(running.lastLines) || `npm ended ${describeEnd(end)}`);
  return running.lastLines;
}

/** The lines of npm's complaint that say something. */
function complaint(lines: readonly string[]): string {
  return lines
    .filter((line) => line.startsWith("npm error"))
    .slice(0, 3)
    .join("\n");
}
