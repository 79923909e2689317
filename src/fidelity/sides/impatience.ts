import type { CallResult, Clients } from "../../clouds/index.ts";
import { wrappedClients } from "./wrapped-clients.ts";

/** How long a target may be silent once a run was broken off; longer for a cloud, where what is left behind costs money. */
const silence = { here: 3_000, cloud: 15_000 };

const unanswered = "nothing is answered there any more";

/**
 * Once all was broken off, clearing up goes on for as long as anything is answered; of a target that answers nothing it is
 * given up soon, instead of waiting for as long as each single request may take.
 */
export class Impatience implements Disposable {
  readonly #brokenOff: AbortSignal;
  readonly #silence: number;
  readonly #begin = () => this.#wait();
  /** Aborted when nobody is waited for any more. */
  readonly #over = new AbortController();
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(brokenOff: AbortSignal, whose: keyof typeof silence = "here") {
    this.#brokenOff = brokenOff;
    this.#silence = silence[whose];
    brokenOff.addEventListener("abort", this.#begin, { once: true });
  }

  /** Clients whose requests are waited for together. */
  watching(clients: Clients): Clients {
    return wrappedClients(clients, {
      call: async (operation, input, options) => {
        const { signal } = this.#over;
        const calling = clients.call(operation, input, { ...options, signal });
        return await this.#waitFor(calling, ({ kind }: CallResult) => kind === "answered");
      },
      send: async (request) => {
        if (this.#over.signal.aborted) throw new Error(unanswered);
        return await this.#waitFor(this.#unlessOver(clients.send(request)), () => true);
      },
    });
  }

  [Symbol.dispose](): void {
    this.#brokenOff.removeEventListener("abort", this.#begin);
    clearTimeout(this.#timer);
  }

  async #waitFor<Result>(waiting: Promise<Result>, isAnswer: (result: Result) => boolean): Promise<Result> {
    if (this.#waiting++ === 0) this.#wait();
    try {
      const result = await waiting;
      if (isAnswer(result)) this.#wait();
      return result;
    } finally {
      if (--this.#waiting === 0) clearTimeout(this.#timer);
    }
  }

  /** Begins to wait anew. */
  #wait(): void {
    clearTimeout(this.#timer);
    if (!this.#brokenOff.aborted || this.#waiting === 0) return;
    this.#timer = setTimeout(() => this.#over.abort(), this.#silence).unref();
  }

  #unlessOver<Answer>(answer: Promise<Answer>): Promise<Answer> {
    const { promise: over, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(new Error(unanswered));
    this.#over.signal.addEventListener("abort", giveUp, { once: true });
    return Promise.race([answer, over]).finally(() => this.#over.signal.removeEventListener("abort", giveUp));
  }
}
