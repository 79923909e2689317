import type { Clients } from "../../clouds/index.ts";
import { wrappedClients } from "./wrapped-clients.ts";

/** Milliseconds without an answer after which somebody who is asked is looked after: whether it hangs that look tells, and takes longer. */
const quiet = 300;

/** Whoever is looked after. */
export interface Guarded {
  /** Whether it answers nothing, however long it is waited for. */
  isSilent(): Promise<boolean>;
  /** Makes it answer again, and loses what is in it. */
  restart(): Promise<void>;
}

/**
 * Notices when nothing is answered any more: what has hung is restarted, and whoever waits for it gives up, instead of waiting
 * for as long as each single request may take.
 */
export class Watchdog implements Disposable {
  readonly #guarded: Guarded;
  readonly #timer: NodeJS.Timeout;
  #waiting = 0;
  #lastAnswer = performance.now();
  #over = new AbortController();
  #isLooking = false;
  #isClosed = false;

  constructor(guarded: Guarded) {
    this.#guarded = guarded;
    this.#timer = setInterval(() => void this.#look(), quiet / 4).unref();
  }

  /** Clients whose requests are waited for together. */
  watching(clients: Clients): Clients {
    return wrappedClients(clients, {
      call: async (operation, input, options) => {
        const { signal } = this.#over;
        const result = await this.waitFor(clients.call(operation, input, { ...options, signal }));
        if (!signal.aborted || result.kind === "masked") return result;
        const { via, attempts } = result;
        return { kind: "failed", via, message: "it answers nothing any more", attempts, isHung: true };
      },
      send: (request) => this.waitFor(clients.send(request)),
    });
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
  }

  /** An answer, which nobody waits for longer than until it is known that none will come: what hangs then hangs up. */
  async waitFor<Answer>(answer: Promise<Answer>): Promise<Answer> {
    // Whoever asks first after a while has not waited.
    if (this.#waiting === 0) this.#lastAnswer = performance.now();
    this.#waiting++;
    try {
      return await answer;
    } finally {
      this.#waiting--;
      this.#lastAnswer = performance.now();
    }
  }

  async #look(): Promise<void> {
    const isQuiet = this.#waiting > 0 && performance.now() - this.#lastAnswer > quiet;
    if (!isQuiet || this.#isLooking) return;
    this.#isLooking = true;
    try {
      if ((await this.#guarded.isSilent()) && !this.#isClosed) await this.#giveUp();
    } catch {
      // Whoever asks next is told why it cannot be restarted.
    } finally {
      this.#isLooking = false;
    }
  }

  async #giveUp(): Promise<void> {
    const restarting = this.#guarded.restart();
    this.#over.abort();
    this.#over = new AbortController();
    await restarting;
  }
}
