const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Turns Ctrl-C and its like into something to wait for, so that what was started can be stopped in order. */
export class Interruption implements Disposable {
  signal: (typeof signals)[number] = "SIGINT";
  happened = false;
  readonly #when = Promise.withResolvers<void>();
  /** Nothing else may keep the process alive while it waits. */
  readonly #pulse = setInterval(() => {}, 1 << 30);
  readonly #listeners = signals.map((signal) => {
    const listener = () => this.#interrupt(signal);
    process.on(signal, listener);
    return { signal, listener };
  });

  get exitCode(): number {
    return 130;
  }

  wait(): Promise<void> {
    return this.#when.promise;
  }

  #interrupt(signal: (typeof signals)[number]): void {
    // Asked twice, we do not wait for anything: the guards end what we leave behind.
    if (this.happened) process.exit(this.exitCode);
    this.signal = signal;
    this.happened = true;
    this.#when.resolve();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#pulse);
    for (const { signal, listener } of this.#listeners) process.off(signal, listener);
  }
}
