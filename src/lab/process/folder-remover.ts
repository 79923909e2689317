import { Worker } from "node:worker_threads";
import { programFile } from "./program-file.ts";

/**
 * Removes folders in a thread of its own: one call for each folder costs a fraction of what many small ones do, and nobody is held up by
 * a slow disk. The thread begins with the first folder.
 */
export class FolderRemover implements AsyncDisposable {
  #thread: Worker | undefined;
  /** Those that wait for their folders to go, in the order in which they asked. */
  readonly #waiting: PromiseWithResolvers<void>[] = [];

  /** Settles when a folder is gone, or was never there. */
  async remove(folder: string): Promise<void> {
    this.#thread ??= this.#begun();
    const gone = Promise.withResolvers<void>();
    this.#waiting.push(gone);
    this.#thread.postMessage(folder);
    await gone.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#thread?.terminate();
  }

  #begun(): Worker {
    const thread = new Worker(programFile("remover"), { execArgv: [] });
    // Whoever waits for a folder has other reasons to stay alive.
    thread.unref();
    thread.on("message", (error: unknown) => {
      const next = this.#waiting.shift();
      if (error === undefined) next?.resolve();
      else next?.reject(error);
    });
    thread.on("error", (error) => this.#giveUp(error));
    thread.on("exit", () => this.#giveUp(new Error("the thread that removes folders has ended")));
    return thread;
  }

  #giveUp(error: unknown): void {
    this.#thread = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
