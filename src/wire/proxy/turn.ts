import type { Head, RawHeader } from "../http/head.ts";
import type { Outcome } from "../trace/exchange.ts";
import { OpenExchange, type Origin } from "./open-exchange.ts";
import type { ProxySettings } from "./settings.ts";

const early = "answered before the request was whole";

/** Whose turn it is on a connection: the exchange that is under way, from its request's head until it is over. */
export class Turn {
  readonly #settings: ProxySettings;
  readonly #origin: Origin;
  /** Still there after its answer if the request is not whole yet. */
  exchange: OpenExchange | undefined;

  constructor(settings: ProxySettings, origin: Origin) {
    this.#settings = settings;
    this.#origin = origin;
  }

  /** The exchange whose answer has not been written down. */
  get awaited(): OpenExchange | undefined {
    return this.exchange?.isRecorded ? undefined : this.exchange;
  }

  begin(head: Head): OpenExchange {
    this.exchange = new OpenExchange(head, this.#settings, this.#origin);
    return this.exchange;
  }

  requestEnded(trailers: readonly RawHeader[]): void {
    if (this.exchange === undefined) return;
    this.exchange.requestTrailers = trailers;
    this.exchange.isRequestWhole = true;
    if (this.exchange.isRecorded) this.exchange = undefined;
  }

  /** Writes the exchange down; only then is the end of its answer passed on. */
  finish(outcome: Outcome, problem?: string): void {
    const exchange = this.awaited;
    if (exchange === undefined) return;
    exchange.isRecorded = true;
    if (exchange.isRequestWhole) this.exchange = undefined;
    const isEarly = outcome === "complete" && !exchange.isRequestWhole;
    this.#settings.record(exchange.close(outcome, isEarly ? early : problem), exchange.by);
  }

  /** The same where nothing more will be passed on: a trace that cannot be written is told, and no more. */
  record(outcome: Outcome, problem?: string): void {
    try {
      this.finish(outcome, problem);
    } catch (error) {
      this.#settings.onFailure?.(error);
    }
  }
}
