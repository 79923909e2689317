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

/** When a run plans nothing new, and when it stops. */
export class Limits {
  readonly #options: FuzzOptions;
  readonly #run: RunSoFar;
  readonly #began = performance.now();

  constructor(options: FuzzOptions, run: RunSoFar) {
    this.#options = options;
    this.#run = run;
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
    const { budget, signal } = this.#options;
    if (signal?.aborted === true || this.spent !== undefined) return true;
    return budget !== undefined && this.elapsed + needed >= budget * grace;
  }
}
