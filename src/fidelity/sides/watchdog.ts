import type { Clients } from "../../clouds/index.ts";
import { wrappedClients } from "./wrapped-clients.ts";

/** Milliseconds without an answer before the guarded is checked; that check takes longer, and decides whether it hangs. */
const quiet = 100;

/** Something that may hang, and can be restarted. */
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

  /** Counts somebody who waits for an answer, so that silence is noticed; a restart ends the connections that hang. */
  async waitFor<Answer>(answer: Promise<Answer>): Promise<Answer> {
    // The first call after a pause: the silence before it was nobody waiting.
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
      // The next call fails, and says why it cannot be restarted.
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
