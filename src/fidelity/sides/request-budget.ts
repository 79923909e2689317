import type { Clients } from "../../clouds/index.ts";
import { wrappedClients } from "./wrapped-clients.ts";

/** How many requests may be sent to an account; what clears up there is counted, and never refused. */
export class RequestBudget {
  readonly #limit: number;
  #sent = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** That it is spent, in words; nothing while it is not. */
  get spent(): string | undefined {
    return this.#sent < this.#limit ? undefined : `the budget of ${this.#limit} requests is spent`;
  }

  /** Clients whose calls are within the budget: those beyond it are masked. */
  limited(clients: Clients): Clients {
    return wrappedClients(clients, {
      call: async (operation, input, options = {}) => {
        const { spent } = this;
        if (spent !== undefined) return { kind: "masked", via: options.via ?? "sdk", message: spent };
        // Counted before it is sent: others are called meanwhile.
        this.#sent++;
        const result = await clients.call(operation, input, options);
        this.#sent += (result.kind === "masked" ? 0 : result.attempts) - 1;
        return result;
      },
      send: (request) => {
        this.#sent++;
        return clients.send(request);
      },
    });
  }
}
