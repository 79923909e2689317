import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const bin = join(import.meta.dirname, "../../bin/touchstone.js");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
  /** Settles when stdout holds a whole JSON document. */
  readonly document: Promise<unknown>;
}

/** Starts the real command as a user would. */
export function startTouchstone(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Running {
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: "", ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  const document = Promise.withResolvers<unknown>();
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
      if (name === "stdout" && texts.stdout.endsWith("}\n")) document.resolve(JSON.parse(texts.stdout));
    });
  }
  const outcome = once(child, "close").then(([code]) => {
    document.reject(new Error(`no document; stderr: ${texts.stderr}`));
    return { code: code as number | null, ...texts };
  });
  document.promise.catch(() => {});
  return { child, outcome, document: document.promise };
}

/** Runs it to its end, with something on standard input. */
export async function touchstone(
  args: readonly string[],
  input: string | Uint8Array = "",
  options = {},
): Promise<Outcome> {
  const { child, outcome } = startTouchstone(args, options);
  child.stdin?.end(input);
  return outcome;
}
