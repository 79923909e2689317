import { type ServiceName, scopesOf } from "../../clouds/index.ts";
import { wholeDate } from "./clock.ts";
import { dateIn, headerOf } from "./headers.ts";
import { isChange } from "./prior-contents.ts";
import { httpRequest, type NamedRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedAnswer, RecordedExchange } from "./recording.ts";
import { second } from "./target-clock.ts";
import type { LiveAnswer } from "./target-link.ts";

const conditionalDate = /^(?:x-ms-source-|x-amz-copy-source-)?if-(?:un)?modified-since$/;

/** Whether a header, by its lower-case name, asks whether something was changed after a date. */
export function isConditionalDate(name: string): boolean {
  return conditionalDate.test(name);
}

/** Such a header of a request. */
export interface Asking {
  readonly name: string;
  readonly exchange: RecordedExchange;
  readonly service: ServiceName;
}

/** The second in which something was changed: as recorded, and now. */
interface Change {
  readonly recorded: number;
  readonly now: number;
}

/**
 * What was changed before a date and what after it, for the dates that a recording asks for. A replay is faster than the
 * recording was: both changes may fall into one second, and a service cannot tell then which was the first.
 */
export class OrderOfChanges {
  /** By things: the dates that are asked for, each with the place of the last exchange that does. */
  readonly #asked = new Map<string, Map<number, number>>();
  readonly #changes = new Map<string, Change[]>();

  constructor(exchanges: readonly RecordedExchange[]) {
    for (const [index, exchange] of exchanges.entries()) {
      for (const [header, value] of exchange.headers) {
        const name = header.toLowerCase();
        const date = isConditionalDate(name) ? wholeDate(value)?.getTime() : undefined;
        const service = date === undefined ? null : namedRequest(exchange).service;
        if (date === undefined || service === null) continue;
        const thing = askedOf({ name, exchange, service });
        this.#asked.set(thing, (this.#asked.get(thing) ?? new Map<number, number>()).set(date, index));
      }
    }
  }

  /** The second that has to be over before an exchange: somebody asks later whether its change came after that. */
  secondBefore(index: number, exchange: RecordedExchange, named: NamedRequest): number | undefined {
    const { service } = named;
    const thing = service === null ? undefined : this.#askedThing(exchange, service);
    if (service === null || thing === undefined || !isMade(exchange, named)) return undefined;
    const at = recordedChange(exchange, service);
    if (at === undefined) return undefined;
    const dates = this.#asked.get(thing) ?? [];
    const before = [...dates].flatMap(([date, last]) => (last > index && date < at ? [date] : []));
    return before.length === 0 ? undefined : this.#before(thing, Math.max(...before));
  }

  /** Keeps in mind in which second something was changed now. */
  learn(exchange: RecordedExchange, named: NamedRequest, answer: LiveAnswer): void {
    const { service } = named;
    const thing = service === null ? undefined : this.#askedThing(exchange, service);
    if (service === null || thing === undefined) return;
    const isTold = headerOf(exchange.answer?.headers ?? [], lastModified) !== undefined;
    if (!isTold && (answer.status >= 300 || !isMade(exchange, named))) return;
    const recorded = recordedChange(exchange, service);
    const now = dateOf(answer, isTold ? lastModified : "date");
    if (recorded === undefined || now === undefined) return;
    const changes = this.#changes.get(thing) ?? [];
    const last = changes.at(-1);
    if (last?.recorded !== recorded || last.now !== now) changes.push({ recorded, now });
    this.#changes.set(thing, changes);
  }

  /** A date of now for a recorded one: moved to between the changes that the recorded one lay between. */
  between(recorded: Date, now: Date, asking: Asking): Date {
    const thing = askedOf(asking);
    const before = this.#before(thing, recorded.getTime()) ?? Number.NEGATIVE_INFINITY;
    const after = this.#after(thing, recorded.getTime());
    return new Date(Math.max(before, Math.min(after - second, now.getTime())));
  }

  #askedThing(exchange: RecordedExchange, service: ServiceName): string | undefined {
    if (this.#asked.size === 0) return undefined;
    const thing = thingOf(exchange, service);
    return this.#asked.has(thing) ? thing : undefined;
  }

  /** When the last change up to a recorded date was. */
  #before(thing: string, date: number): number | undefined {
    const times = (this.#changes.get(thing) ?? []).filter(({ recorded }) => recorded <= date);
    return times.length === 0 ? undefined : times.reduce((last, { now }) => Math.max(last, now), 0);
  }

  /** When the first change after a recorded date was. */
  #after(thing: string, date: number): number {
    const times = (this.#changes.get(thing) ?? []).filter(({ recorded }) => recorded > date);
    return times.reduce((first, { now }) => Math.min(first, now), Number.POSITIVE_INFINITY);
  }
}

/** What a header asks of: the request's own thing, or the source of its copy. */
function askedOf({ name, exchange, service }: Asking): string {
  if (name.startsWith("if-")) return thingOf(exchange, service);
  const key = headerOf(exchange.headers, "x-amz-copy-source")?.replace(/^\//, "");
  const url = headerOf(exchange.headers, "x-ms-copy-source") ?? `https://s3.amazonaws.com/${key ?? ""}`;
  return thingOf({ ...exchange, url, headers: [] }, service);
}

function thingOf(exchange: RecordedExchange, service: ServiceName): string {
  const [own = []] = scopesOf(service, httpRequest(exchange));
  return JSON.stringify([service, ...own]);
}

/** Whether it changed something. */
function isMade({ answer }: RecordedExchange, named: NamedRequest): boolean {
  return answer !== undefined && answer.status < 300 && isChange(named, answer);
}

const lastModified = "last-modified";

/** Azure tells with each change when that was; Amazon tells it only later, and it is then about when it answered. */
function recordedChange({ answer, at }: RecordedExchange, service: ServiceName): number | undefined {
  const told = answer && dateOf(answer, lastModified);
  if (told !== undefined || service !== "s3") return told;
  const time = (answer && dateOf(answer, "date")) ?? at?.getTime();
  return time === undefined ? undefined : Math.floor(time / second) * second;
}

function dateOf({ headers }: Pick<RecordedAnswer, "headers">, name: string): number | undefined {
  return dateIn(headerOf(headers, name))?.getTime();
}
