import type { Turn } from "./turn.ts";

/**
 * Requests by the signal that gives them up. Many share one, and each listening to it by itself would cost more than writing
 * the request does: a signal is listened to once, until this is disposed of. A signal that is forgotten meanwhile is not held.
 */
export class GivingUp implements Disposable {
  readonly #giveUp: (turn: Turn) => void;
  readonly #sharing = new WeakMap<AbortSignal, Set<Turn>>();
  readonly #disposal = new AbortController();

  constructor(giveUp: (turn: Turn) => void) {
    this.#giveUp = giveUp;
  }

  /** The requests that a signal gives up: those that are put among them, until they are taken out. */
  by(signal: AbortSignal): Set<Turn> {
    const known = this.#sharing.get(signal);
    if (known !== undefined) return known;
    const turns = new Set<Turn>();
    this.#sharing.set(signal, turns);
    const giveUpAll = () => {
      for (const turn of turns) this.#giveUp(turn);
    };
    signal.addEventListener("abort", giveUpAll, { once: true, signal: this.#disposal.signal });
    return turns;
  }

  /** Listens to no signal any more. */
  [Symbol.dispose](): void {
    this.#disposal.abort();
  }
}
