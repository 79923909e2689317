const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Turns Ctrl-C and its like into something to wait for, so that what was started can be stopped in order. */
export class Interruption implements Disposable {
  /** Which one it was. */
  name: (typeof names)[number] = "SIGINT";
  readonly exitCode = 130;
  readonly #abort = new AbortController();
  /** Nothing else may keep the process alive while it waits. */
  readonly #pulse = setInterval(() => {}, 1 << 30);
  readonly #listeners = names.map((name) => {
    const listener = () => this.#interrupt(name);
    process.on(name, listener);
    return { name, listener };
  });

  get happened(): boolean {
    return this.#abort.signal.aborted;
  }

  /** Aborted by the interruption. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  wait(): Promise<void> {
    const { signal } = this.#abort;
    return new Promise((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
  }

  #interrupt(name: (typeof names)[number]): void {
    // Asked twice, we do not wait for anything: guards and keepers end what we leave behind.
    if (this.happened) process.exit(this.exitCode);
    this.name = name;
    this.#abort.abort();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#pulse);
    for (const { name, listener } of this.#listeners) process.off(name, listener);
  }
}
