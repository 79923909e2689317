/** Watches how long a request's head takes, from its first byte to its last; a connection without one may idle. */
export class HeadClock {
  readonly #ms: number;
  readonly #late: () => void;
  #running: NodeJS.Timeout | undefined;

  constructor(ms: number, late: () => void) {
    this.#ms = ms;
    this.#late = late;
  }

  /** A head has begun; more of it does not put the end off. */
  start(): void {
    this.#running ??= setTimeout(this.#late, this.#ms).unref();
  }

  stop(): void {
    if (this.#running === undefined) return;
    clearTimeout(this.#running);
    this.#running = undefined;
  }
}
