import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { CommandWarden } from "../lab/index.ts";
import { TouchstoneError } from "../model/index.ts";
import type { Interruption } from "./interruption.ts";

const graceful = 5_000;
/** How long a command may take to hear of Ctrl-C from its terminal, before it hears of it from us. */
const patience = 2_000;

/** The user's command, run with our input and output. */
export class ChildCommand {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown[]>;

  constructor([name = "", ...args]: readonly string[], env: NodeJS.ProcessEnv, stdout?: "stderr") {
    this.#name = name;
    const warden = new CommandWarden();
    this.#child = spawn(name, args, {
      stdio: ["inherit", stdout === undefined ? "inherit" : process.stderr, "inherit"],
      env,
      shell: process.platform === "win32",
    });
    if (this.#child.pid !== undefined) warden.watch(this.#child.pid);
    this.#exit = once(this.#child, "exit");
    void this.#exit.finally(() => warden.release()).catch(() => {});
    // Whoever insists on our end by a second Ctrl-C insists on its end too.
    const end = () => this.#child.kill("SIGKILL");
    process.once("exit", end);
    this.#child.once("exit", () => process.off("exit", end));
  }

  /** Its exit code; our interruption is its. */
  async exitCode(interruption: Interruption): Promise<number> {
    // On a terminal Ctrl-C reaches the command by itself, and twice is taken for "at once" by many.
    void interruption.wait().then(() => {
      const isToldByTerminal = interruption.name === "SIGINT" && process.stdin.isTTY === true;
      setTimeout(() => this.#child.kill(interruption.name), isToldByTerminal ? patience : 0).unref();
    });
    try {
      const [code, signal] = (await this.#exit) as [number | null, NodeJS.Signals | null];
      if (interruption.happened) return interruption.exitCode;
      return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    } catch (error) {
      const why = (error as Error).message;
      throw new TouchstoneError("TS_USAGE", `${this.#name} cannot be run: ${why}`, {
        hint: "Is it installed, and spelled right? npx runs what is in node_modules/.bin.",
        cause: error,
      });
    }
  }

  /** Asks it to end, and ends it if it does not. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    const insist = setTimeout(() => this.#child.kill("SIGKILL"), graceful);
    await this.#exit.catch(() => {});
    clearTimeout(insist);
  }
}
