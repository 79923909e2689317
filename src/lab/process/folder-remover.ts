import { Worker } from "node:worker_threads";
import { programFile } from "./program-file.ts";

const over = "the thread that removes folders has ended";

/**
 * Removes folders in a thread of its own: one call for each folder costs a fraction of what many small ones do, and nobody is held up by
 * a slow disk. The thread begins with the first folder.
 */
export class FolderRemover implements AsyncDisposable {
  #thread: Worker | undefined;
  #isClosed = false;
  /** Those that wait for their folders to go, in the order in which they asked. */
  readonly #waiting: PromiseWithResolvers<void>[] = [];

  /** Settles when a folder is gone, or was never there. */
  async remove(folder: string): Promise<void> {
    if (this.#isClosed) throw new Error(over);
    this.#thread ??= this.#begun();
    const gone = Promise.withResolvers<void>();
    this.#waiting.push(gone);
    // Whoever waits is not left alone by a process that has nothing else to do.
    this.#thread.ref();
    this.#thread.postMessage(folder);
    await gone.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await this.#thread?.terminate();
  }

  #begun(): Worker {
    const thread = new Worker(programFile("remover"), { execArgv: [] });
    thread.on("message", (error: unknown) => {
      const next = this.#waiting.shift();
      if (error === undefined) next?.resolve();
      else next?.reject(error);
      // A thread that has nothing to do keeps no process from its end, though nobody has closed this.
      if (this.#waiting.length === 0) thread.unref();
    });
    thread.on("error", (error) => this.#giveUp(thread, error));
    thread.on("exit", () => this.#giveUp(thread, new Error(over)));
    return thread;
  }

  /** A thread that failed has given up already, and its end is nothing to the next one. */
  #giveUp(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return;
    this.#thread = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }
}
