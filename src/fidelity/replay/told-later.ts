import { type ServiceName, scopesOf } from "../../clouds/index.ts";
import { isChange } from "./prior-contents.ts";
import { creations, type PriorThing, priorThings } from "./prior-state.ts";
import { httpRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";

/** What exchanges left behind when they were recorded, as those tell that met it afterwards. */
export class ToldLater {
  readonly #recording: Recording;
  /** The places of exchanges, in their order, by what they are for and by what that stands in. */
  #places: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** How what the exchange at a place was for is made as it was then; nothing where nobody tells. */
  after(index: number, service: ServiceName, operation: string): PriorThing | undefined {
    const { exchanges } = this.#recording;
    const [scope = []] = scopesAt(service, exchanges[index]);
    // What was removed is not made anew at once: that takes its time, and behind contracts, too.
    if (scope.length === 0 || (scope.length === 1 && !creations.has(operation))) return undefined;
    this.#places ??= placesIn(exchanges);
    const later = (this.#places.get(keyOf(service, scope)) ?? []).filter((at) => at > index);
    const told = upToChange(later.flatMap((at) => exchanges[at] ?? []));
    const isContent = scope.length > 1;
    return priorThings({ ...this.#recording, exchanges: told }).find(
      ({ content }) => (content !== undefined) === isContent,
    );
  }
}

function placesIn(exchanges: readonly RecordedExchange[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, exchange] of exchanges.entries()) {
    const { service } = namedRequest(exchange);
    if (service === null) continue;
    const [scope = []] = scopesAt(service, exchange);
    for (const length of scope.length > 1 ? [1, scope.length] : [scope.length]) {
      const key = keyOf(service, scope.slice(0, length));
      const own = places.get(key) ?? [];
      own.push(index);
      places.set(key, own);
    }
  }
  return places;
}

function scopesAt(service: ServiceName, exchange: RecordedExchange | undefined) {
  return exchange === undefined ? [] : scopesOf(service, httpRequest(exchange));
}

function keyOf(service: ServiceName, scope: readonly string[]): string {
  return JSON.stringify([service, ...scope]);
}

/** Those that meet the same: what comes after a change meets something else. */
function upToChange(exchanges: readonly RecordedExchange[]): readonly RecordedExchange[] {
  const end = exchanges.findIndex(
    (exchange) => exchange.answer !== undefined && isChange(namedRequest(exchange), exchange.answer),
  );
  return end < 0 ? exchanges : exchanges.slice(0, end + 1);
}
