import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

interface StartOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where Touchstone itself is. */
  readonly home?: string;
}

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly outcome: Promise<Outcome>;
  /** Waits until stdout holds a whole JSON document. */
  readonly document: () => Promise<unknown>;
}

/** Starts the real command as a user would. */
export function startTouchstone(args: readonly string[], options: StartOptions = {}): Running {
  const bin = join(options.home ?? root, "bin/touchstone.js");
  const child = spawn(process.execPath, [bin, ...args], {
    cwd: options.cwd,
    env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined, ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  }
  const outcome = once(child, "close").then(([code]) => ({ code: code as number | null, ...texts }));
  const document = async () => {
    while (!isWhole(texts.stdout)) {
      const [ended] = await Promise.race([
        outcome.then((end) => [end]),
        once(child.stdout, "data").then(() => []),
      ]);
      if (ended !== undefined && !isWhole(texts.stdout))
        throw new Error(`no document; stderr: ${ended.stderr}`);
    }
    return JSON.parse(texts.stdout) as unknown;
  };
  return { child, outcome, document };
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Runs it to its end, with something on standard input. */
export async function touchstone(
  args: readonly string[],
  input: string | Uint8Array = "",
  options: StartOptions = {},
): Promise<Outcome> {
  const { child, outcome } = startTouchstone(args, options);
  // A command that refuses its arguments is over before it has read anything.
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  return outcome;
}
