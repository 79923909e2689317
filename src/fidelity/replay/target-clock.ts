import { setTimeout as delay } from "node:timers/promises";
import { dateIn } from "./headers.ts";

/** Dates in headers are of whole seconds, cut off. */
export const second = 1_000;

/** Timers may end a little early. */
const grace = 5;

/** How a target's clock stands to ours, as far as its answers tell. */
export class TargetClock {
  readonly #isOurs: boolean;
  /** By how much it is ahead of ours at least, in milliseconds; nothing while no answer has told. */
  #ahead: number | undefined;

  /** What we have started has our own clock. */
  constructor(isOurs: boolean) {
    this.#isOurs = isOurs;
  }

  /** Looks at the date of an answer that has just come. */
  note(date: string | undefined): void {
    const told = dateIn(date)?.getTime();
    if (this.#isOurs || told === undefined) return;
    this.#ahead = Math.max(this.#ahead ?? Number.NEGATIVE_INFINITY, told - Date.now());
  }

  /** Waits until a second is over there that has begun there. */
  async passed(begun: number, signal?: AbortSignal): Promise<void> {
    const left = begun + second - (Date.now() + (this.#ahead ?? 0));
    if (left <= 0) return;
    await delay(Math.min(left, second) + grace, undefined, { ...(signal && { signal }) });
  }
}
