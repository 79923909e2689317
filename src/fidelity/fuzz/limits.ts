import type { FuzzOptions } from "./options.ts";

/** So many sequences without anything new are quiet. */
const quiet = 400;

/** How much longer than its budget a run may take to look into what it has found. */
const grace = 1.2;

/** How far a run is. */
export interface RunSoFar {
  /** Calls that were performed, or are planned. */
  readonly calls: () => number;
  /** Sequences that were performed since something was new. */
  readonly sinceNew: () => number;
  /** Everything that there is to try was tried. */
  readonly isThrough: () => boolean;
  /** Milliseconds that it will take to look into what was put aside. */
  readonly work: () => number;
}

/** What a timer can wait for at most: it would not wait at all for more. */
const longestTimer = 2 ** 31 - 1;

/** When a run plans nothing new, and when it stops. */
export class Limits implements Disposable {
  /** Breaks all off that is still under way: the caller has had enough, or no time is left to look into what was found. */
  readonly signal: AbortSignal;
  readonly #options: FuzzOptions;
  readonly #run: RunSoFar;
  readonly #began = performance.now();
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(options: FuzzOptions, run: RunSoFar) {
    const { budget, signal } = options;
    this.#options = options;
    this.#run = run;
    const late = new AbortController();
    this.signal = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
    if (budget === undefined || budget * grace > longestTimer) return;
    this.#timer = setTimeout(() => late.abort(), budget * grace).unref();
  }

  /** Milliseconds since the run began. */
  get elapsed(): number {
    return performance.now() - this.#began;
  }

  /** Why one of the sides may not be asked any more, in words. */
  get spent(): string | undefined {
    const { emulator, reference } = this.#options;
    return emulator.spent ?? reference.spent;
  }

  /** Whether nothing new is planned. */
  get isOver(): boolean {
    const { calls, untilQuiet } = this.#options;
    if (this.spent !== undefined || this.isOutOfTime) return true;
    if (calls !== undefined && this.#run.calls() >= calls) return true;
    return untilQuiet === true && this.#run.isThrough() && this.#run.sinceNew() >= quiet;
  }

  /** Whether the time that is left will be needed for what was put aside. */
  get isOutOfTime(): boolean {
    const { budget } = this.#options;
    return budget !== undefined && this.elapsed + this.#run.work() >= budget;
  }

  /** Whether so many milliseconds are not left to look into what was found: for that, a budget may be exceeded a little. */
  isLate(needed = 0): boolean {
    const { budget } = this.#options;
    if (this.signal.aborted || this.spent !== undefined) return true;
    return budget !== undefined && this.elapsed + needed >= budget * grace;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }
}
