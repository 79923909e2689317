import type { Call, Success, Tracker } from "./contract.ts";

/** As many keys as a tracker may know; the oldest are forgotten first. */
const mostKeys = 20_000;
/** Not one by one: a map finds its first key the later, the more were taken from before it. */
const forgottenAtOnce = 1_000;

/** What one tracker knows, of each key apart. */
export class TrackerMemory {
  readonly #tracker: Tracker;
  readonly #known = new Map<string, unknown>();
  #isWhole = true;

  constructor(tracker: Tracker) {
    this.#tracker = tracker;
  }

  /** Whether nothing had to be forgotten for want of room: what is not known was never seen then. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** What is known of what a call is about. */
  of(call: Call): unknown {
    const key = this.#keyIn(call);
    return key === undefined ? undefined : this.#known.get(key);
  }

  learn(success: Success): void {
    this.#forget(success.call);
    const key = this.#keyIn(success.call);
    if (key === undefined) return;
    const value = this.#tracker.next(this.#known.get(key), success);
    this.#known.delete(key);
    if (value !== undefined) this.#known.set(key, value);
    if (this.#known.size > mostKeys) this.#forgetOldest();
  }

  #forget(call: Call): void {
    const isForgotten = this.#tracker.forgotten?.(call);
    if (isForgotten === undefined) return;
    const own = ownerOf(call);
    for (const key of this.#known.keys()) {
      if (key.startsWith(own) && isForgotten(key.slice(own.length))) this.#known.delete(key);
    }
  }

  #forgetOldest(): void {
    for (const key of this.#known.keys().take(forgottenAtOnce)) this.#known.delete(key);
    this.#isWhole = false;
  }

  /** What a call is about, in its account. */
  #keyIn(call: Call): string | undefined {
    const key = this.#tracker.key(call);
    return key === undefined ? undefined : `${ownerOf(call)}${key}`;
  }
}

/** No account has a colon in its name. */
function ownerOf({ account = "" }: Call): string {
  return `${account}:`;
}
