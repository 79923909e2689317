import { TouchstoneError } from "../../model/index.ts";
import { GuardedProcess } from "../process/guarded-process.ts";
import type { SuiteRunOptions } from "./suite.ts";

/** How a runner's process ended. */
export interface SuiteProcessEnd {
  readonly exitCode: number;
  /** All that it wrote to its standard output. */
  readonly stdout: string;
  readonly lastLines: readonly string[];
}

const interrupted = 130;

/** Runs a command to its end, or to ours: nothing that it starts is left behind. */
export async function runSuiteProcess(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  { cwd, onOutput, signal }: SuiteRunOptions,
): Promise<SuiteProcessEnd> {
  signal?.throwIfAborted();
  const written: string[] = [];
  await using child = new GuardedProcess({
    command,
    args,
    folder: cwd,
    env: { ...process.env, ...env },
    onOutput(text, stream) {
      if (stream === "stdout") written.push(text);
      onOutput?.(text, stream);
    },
  });
  const aborted = Promise.withResolvers<undefined>();
  const abort = () => aborted.resolve(undefined);
  signal?.addEventListener("abort", abort, { once: true });
  const end = await Promise.race([child.ended, aborted.promise]);
  signal?.removeEventListener("abort", abort);
  if (end?.error !== undefined) {
    throw new TouchstoneError("TS_COMMAND", `${command} cannot be started: ${end.error}`, {
      hint: "Is it installed, and spelled right? npx runs what is in node_modules/.bin.",
    });
  }
  return {
    exitCode: end === undefined ? interrupted : (end.code ?? interrupted),
    stdout: written.join(""),
    lastLines: child.lastLines,
  };
}
