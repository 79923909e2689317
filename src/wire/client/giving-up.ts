import type { PendingRequest } from "./pending-request.ts";

/**
 * Requests by the signal that gives them up. Many share one, and each listening to it by itself would cost more than writing
 * the request does: a signal is listened to once, until this is disposed of. A signal that is forgotten meanwhile is not held.
 */
export class GivingUp implements Disposable {
  readonly #giveUp: (pending: PendingRequest) => void;
  readonly #sharing = new WeakMap<AbortSignal, Set<PendingRequest>>();
  readonly #disposal = new AbortController();

  constructor(giveUp: (pending: PendingRequest) => void) {
    this.#giveUp = giveUp;
  }

  /** The requests that a signal gives up: those that are put among them, until they are taken out. */
  by(signal: AbortSignal): Set<PendingRequest> {
    const known = this.#sharing.get(signal);
    if (known !== undefined) return known;
    const requests = new Set<PendingRequest>();
    this.#sharing.set(signal, requests);
    const giveUpAll = () => {
      for (const pending of requests) this.#giveUp(pending);
    };
    signal.addEventListener("abort", giveUpAll, { once: true, signal: this.#disposal.signal });
    return requests;
  }

  /** Listens to no signal any more. */
  [Symbol.dispose](): void {
    this.#disposal.abort();
  }
}
