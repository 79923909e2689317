import { type ChildProcess, spawn } from "node:child_process";
import { programFile } from "./program-file.ts";

/**
 * Sees to it that a process which shares our terminal does not outlive us, at whatever moment and however we end. Made
 * before the process is, so that there is no moment without.
 */
export class CommandWarden {
  readonly #warden: ChildProcess;

  constructor() {
    const { NODE_OPTIONS: _options, ...env } = process.env;
    this.#warden = spawn(process.execPath, [programFile("warden")], {
      env,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#warden.on("error", () => {});
    this.#warden.stdin?.on("error", () => {});
    this.#warden.unref();
  }

  watch(pid: number): void {
    this.#warden.stdin?.write(`${pid}\n`);
  }

  /** The process is over, or never was. */
  release(): void {
    this.#warden.stdin?.end("over\n");
  }
}
