/** Watches how long something takes that is not to take for ever: a request's head, or the pause before it. */
export class Clock {
  readonly #ms: number;
  readonly #late: () => void;
  #running: NodeJS.Timeout | undefined;

  constructor(ms: number, late: () => void) {
    this.#ms = ms;
    this.#late = late;
  }

  /** It has begun; that it goes on does not put the end off. */
  start(): void {
    this.#running ??= setTimeout(this.#late, this.#ms).unref();
  }

  stop(): void {
    if (this.#running === undefined) return;
    clearTimeout(this.#running);
    this.#running = undefined;
  }
}
