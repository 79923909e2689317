import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { compiledPrograms, programFile } from "./program-file.ts";

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Why it could not even start. */
  readonly error?: string;
}

export interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Its standard input is open and says nothing until it is let go; otherwise there is none. */
  readonly isHeld?: boolean;
  /** Told of what it writes, as it comes. */
  readonly onOutput?: (text: string, stream: "stdout" | "stderr") => void;
}

const linesKept = 40;

/** A process that never outlives us, nor leaves behind what it spawned: a guard ends its group when we end. */
export class GuardedProcess implements AsyncDisposable {
  /** Settles when the process has ended, whether by itself or by us. */
  readonly ended: Promise<ProcessEnd>;
  readonly #child: ChildProcess;
  readonly #lastLines: string[] = [];
  #isOver = false;

  constructor({ command, args, folder, env, isHeld = false, onOutput }: ProcessOptions) {
    this.#child = spawn(process.execPath, [programFile("guard"), command, ...args], {
      cwd: folder,
      env: { ...guardEnvironment(env), ...(isHeld && { TOUCHSTONE_HELD: "1" }) },
      detached: true,
      stdio: ["pipe", "pipe", "pipe", "pipe", isHeld ? "pipe" : "ignore"],
    });
    let told = "";
    this.#child.stdio[3]?.on("data", (chunk: Buffer) => {
      told += chunk.toString();
    });
    for (const name of ["stdout", "stderr"] as const) {
      this.#child[name]?.setEncoding("utf8").on("data", (text: string) => {
        this.#keep(text);
        onOutput?.(text, name);
      });
    }
    this.#child.stdin?.on("error", () => {});
    this.#child.stdio[4]?.on("error", () => {});
    // A guard that was killed has not ended its group, and the group holds our pipes open.
    this.#child.once("exit", () => this.#endGroup());
    this.ended = once(this.#child, "close").then(
      () => {
        this.#isOver = true;
        return readEnd(told);
      },
      (error: Error) => {
        this.#isOver = true;
        return { code: null, signal: null, error: error.message };
      },
    );
  }

  /** Whether the process has ended. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Says a word to a process that was held. */
  letGo(): void {
    const [, , , , input] = this.#child.stdio;
    if (input !== null && input !== undefined && "end" in input) input.end("\n");
  }

  /** The last lines it wrote to either stream. */
  get lastLines(): readonly string[] {
    return this.#lastLines;
  }

  /** The guard's process id, which is also that of the group. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  #keep(text: string): void {
    this.#lastLines.push(...text.split("\n").filter((line) => line.trim() !== ""));
    this.#lastLines.splice(0, this.#lastLines.length - linesKept);
  }

  #endGroup(): void {
    if (this.#child.pid === undefined || process.platform === "win32") return;
    try {
      process.kill(-this.#child.pid, "SIGKILL");
    } catch {
      // Nobody of it is left.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end();
    await this.ended;
  }
}

/**
 * What Node is told for the command is not for the guard: a preload or an inspector would only hold it up. It gets that
 * in a variable of its own, to hand it on.
 */
function guardEnvironment({
  NODE_OPTIONS,
  NODE_COMPILE_CACHE,
  ...env
}: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const TOUCHSTONE_GUARDED = JSON.stringify({ NODE_OPTIONS, NODE_COMPILE_CACHE });
  return { ...env, ...compiledPrograms(), TOUCHSTONE_GUARDED };
}

/** A guard that was killed itself has told nothing. */
function readEnd(told: string): ProcessEnd {
  const line = told.split("\n")[0];
  return line === undefined || line === ""
    ? { code: null, signal: "SIGKILL" }
    : (JSON.parse(line) as ProcessEnd);
}
