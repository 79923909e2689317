import { setTimeout as delay } from "node:timers/promises";
import { dateIn, headerOf } from "./headers.ts";
import type { RecordedExchange } from "./recording.ts";

/** Recorded dates are of whole seconds: what is shorter is no pause. */
const shortestPause = 2_000;

/** No recording is waited for longer than this at a time. */
const longestWait = 70_000;

/** Servers that count in seconds end a little later. */
const grace = 300;

/**
 * The time in a recording beside the time now: dates of the one become dates of the other. Where somebody waited for a
 * lease or a message's hiding to end, the recording's own pace is kept until it has ended.
 */
export class ReplayClock {
  #offset = 0;
  #last: { readonly recorded: number; readonly now: number } | undefined;
  readonly #paceFrom: number;

  constructor(exchanges: readonly RecordedExchange[] = []) {
    this.#paceFrom = firstOutlived(exchanges);
  }

  /** Sets the clock to an exchange that is about to be performed. */
  async reach({ at }: RecordedExchange, signal?: AbortSignal): Promise<void> {
    if (at === undefined) return;
    const recorded = at.getTime();
    if (this.#last !== undefined && this.#isPaced(recorded)) {
      const left = recorded - this.#last.recorded + grace - (Date.now() - this.#last.now);
      if (left > 0) await delay(Math.min(left, longestWait), undefined, { ...(signal && { signal }) });
    }
    this.#last = { recorded, now: Date.now() };
    this.#offset = Date.now() - recorded;
  }

  /** Whether a pause before this moment counted: something that ends by itself had begun, and may have been renewed. */
  #isPaced(recorded: number): boolean {
    const before = this.#last?.recorded ?? recorded;
    return recorded - before >= shortestPause && before >= this.#paceFrom;
  }

  /** A date of the recording as one of now. */
  shifted(date: Date): Date {
    return new Date(date.getTime() + this.#offset);
  }
}

/** How long a recording pauses where its own pace is kept, in milliseconds. */
export function pausesIn(exchanges: readonly RecordedExchange[]): number {
  const from = firstOutlived(exchanges);
  const times = exchanges.flatMap(({ at }) => at?.getTime() ?? []);
  return times.reduce((sum, time, index) => {
    const before = times[index - 1] ?? time;
    return before >= from && time - before >= shortestPause ? sum + time - before : sum;
  }, 0);
}

/** When the first thing began that ended by itself before the recording was over: nobody waited for the others. */
function firstOutlived(exchanges: readonly RecordedExchange[]): number {
  const end = exchanges.reduce((latest, { at }) => Math.max(latest, at?.getTime() ?? 0), 0);
  const outlived = exchanges.find((exchange) => {
    const began = exchange.at?.getTime();
    if (began === undefined || (exchange.answer?.status ?? 0) >= 300) return false;
    return durationsIn(exchange).some((seconds) => began + seconds * 1000 <= end);
  });
  return outlived?.at?.getTime() ?? Number.POSITIVE_INFINITY;
}

/** For how many seconds a request asks something to last. */
function durationsIn({ url, headers }: RecordedExchange): number[] {
  const query = new URLSearchParams(url.split("?")[1] ?? "");
  const hidden = query.get("visibilitytimeout");
  const named = [
    headerOf(headers, "x-ms-lease-duration"),
    headerOf(headers, "x-ms-lease-break-period"),
    hidden,
    query.get("messagettl"),
  ];
  return named.flatMap((text) => (text && Number(text) > 0 ? [Number(text)] : []));
}

/** The same moment in the same spelling as another: a header's date, or an ISO date with as many digits. */
export function spelledLike(sample: string, date: Date): string {
  if (/GMT$/.test(sample)) return date.toUTCString();
  if (/^\d{8}T\d{6}Z$/.test(sample)) return date.toISOString().replace(/[-:]|\.\d+/g, "");
  const iso = date.toISOString();
  const fraction = /\.(\d+)/.exec(sample)?.[1];
  const zone = /Z$/.test(sample) ? "Z" : "";
  if (/^\d{4}-\d\d-\d\d$/.test(sample)) return iso.slice(0, 10);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\dZ?$/.test(sample)) return iso.slice(0, 16) + zone;
  return (
    iso.slice(0, 19) +
    (fraction === undefined
      ? ""
      : `.${iso.slice(20, 23).padEnd(fraction.length, "0").slice(0, fraction.length)}`) +
    zone
  );
}

/** Whether a text is a whole date that can be shifted. */
export function wholeDate(text: string): Date | undefined {
  return /^(?:\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d{8}T\d{6}Z|\w{3}, .* GMT)$/.test(text)
    ? dateIn(text)
    : undefined;
}
