import type { Exchange } from "../../wire/index.ts";
import { type Cost, costOf, type Prices, sumOf } from "../cost/index.ts";

/** What exchanges cost, by whose they are: a test, the file whose set-up it was, or nobody. */
export class Bill {
  readonly #prices: Prices;
  readonly #costs = new Map<string, Cost[]>();

  constructor(prices: Prices) {
    this.#prices = prices;
  }

  add(exchange: Exchange): void {
    const { test, file } = exchange.by;
    const whose = test ?? file ?? "";
    const own = this.#costs.get(whose) ?? [];
    this.#costs.set(whose, own);
    own.push(costOf([exchange], this.#prices));
  }

  /** By test, by file, and under no name what is nobody's. */
  get costs(): ReadonlyMap<string, Cost> {
    return new Map([...this.#costs].map(([whose, all]) => [whose, sumOf(all)]));
  }
}
