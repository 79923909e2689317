import type { Clients } from "../../clouds/index.ts";
import { wrappedClients } from "./wrapped-clients.ts";

/** Milliseconds that a target is still waited for once a run was broken off; longer for a cloud, where leftovers cost money. */
const patience = {
  here: { calls: 1_000, silence: 3_000 },
  cloud: { calls: 5_000, silence: 15_000 },
};

const unanswered = "nothing is answered there any more";

/**
 * Once all was broken off, calls are given up soon: nobody wants to know any more what comes of them. Clearing up goes on for as
 * long as anything is answered, and is given up where the target is silent, instead of waiting for as long as each single request
 * may take. A call that hangs says nothing about the requests that clear up.
 */
export class Impatience implements Disposable {
  readonly #brokenOff: AbortSignal;
  readonly #patience: (typeof patience)["here"];
  readonly #begin = () => this.#breakOff();
  /** Aborted when no call is waited for any more. */
  readonly #callsOver = new AbortController();
  /** Aborted when nobody is waited for any more. */
  readonly #over = new AbortController();
  #waiting = 0;
  #calls: NodeJS.Timeout | undefined;
  #silence: NodeJS.Timeout | undefined;

  constructor(brokenOff: AbortSignal, whose: keyof typeof patience = "here") {
    this.#brokenOff = brokenOff;
    this.#patience = patience[whose];
    if (brokenOff.aborted) this.#breakOff();
    else brokenOff.addEventListener("abort", this.#begin, { once: true });
  }

  /** Clients whose requests are waited for together. */
  watching(clients: Clients): Clients {
    return wrappedClients(clients, {
      call: async (operation, input, options) => {
        const result = await clients.call(operation, input, { ...options, signal: this.#callsOver.signal });
        if (result.kind === "answered") this.#wait();
        return result;
      },
      // Nothing but clearing up sends requests of its own.
      send: async (request) => {
        if (this.#over.signal.aborted) throw new Error(unanswered);
        return await this.#waitFor(this.#unlessOver(clients.send(request)));
      },
    });
  }

  [Symbol.dispose](): void {
    this.#brokenOff.removeEventListener("abort", this.#begin);
    clearTimeout(this.#calls);
    clearTimeout(this.#silence);
  }

  #breakOff(): void {
    this.#calls = setTimeout(() => this.#callsOver.abort(), this.#patience.calls).unref();
    this.#wait();
  }

  async #waitFor<Answer>(answer: Promise<Answer>): Promise<Answer> {
    if (this.#waiting++ === 0) this.#wait();
    try {
      const answered = await answer;
      this.#wait();
      return answered;
    } finally {
      if (--this.#waiting === 0) clearTimeout(this.#silence);
    }
  }

  /** Begins to wait anew. */
  #wait(): void {
    clearTimeout(this.#silence);
    if (!this.#brokenOff.aborted || this.#waiting === 0) return;
    this.#silence = setTimeout(() => this.#over.abort(), this.#patience.silence).unref();
  }

  #unlessOver<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { promise: over, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new Error(unanswered));
    this.#over.signal.addEventListener("abort", giveUp, { once: true });
    return Promise.race([answer, over]).finally(() => this.#over.signal.removeEventListener("abort", giveUp));
  }
}
