import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { compiledPrograms, programFile } from "./program-file.ts";

/** A new folder that never outlives us: a keeper removes it when we end, at whatever moment that is. */
export class ScratchFolder implements AsyncDisposable {
  readonly path: string;
  readonly #keeper: ChildProcess;
  readonly #kept: Promise<unknown>;

  /** Its name is the prefix and something that makes it unique. */
  constructor(parent: string, prefix: string) {
    this.path = mkdtempSync(join(parent, prefix));
    const { NODE_OPTIONS: _options, ...env } = process.env;
    this.#keeper = spawn(process.execPath, [programFile("keeper"), this.path], {
      cwd: parent,
      env: { ...env, ...compiledPrograms() },
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    this.#kept = once(this.#keeper, "exit").catch(() => {});
    this.#keeper.stdin?.on("error", () => {});
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
    this.#keeper.stdin?.end();
    await this.#kept;
  }
}
