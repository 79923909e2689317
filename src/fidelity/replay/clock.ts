import { setTimeout as delay } from "node:timers/promises";
import { dateIn, headerOf } from "./headers.ts";
import type { RecordedExchange } from "./recording.ts";

/** Something that ends by itself, in the recording and now. */
interface Timer {
  readonly recordedEnd: number;
  readonly end: number;
}

/** No recording is waited for longer than this at a time. */
const longestWait = 70_000;

/** Servers that count in seconds end a little later. */
const grace = 300;

/**
 * The time in a recording beside the time now: dates of the one become dates of the other, and where somebody waited
 * for a lease or a message's hiding to end, it is waited for here.
 */
export class ReplayClock {
  #offset = 0;
  #timers: Timer[] = [];

  /** Sets the clock to an exchange that is about to be performed. */
  async reach({ at }: RecordedExchange, signal?: AbortSignal): Promise<void> {
    if (at === undefined) return;
    const recorded = at.getTime();
    const over = this.#timers.filter((timer) => timer.recordedEnd <= recorded);
    this.#timers = this.#timers.filter((timer) => timer.recordedEnd > recorded);
    const left = Math.max(0, ...over.map(({ end }) => end + grace - Date.now()));
    if (left > 0) await delay(Math.min(left, longestWait), undefined, { ...(signal && { signal }) });
    this.#offset = Date.now() - recorded;
  }

  /** Notes what an exchange that was performed has begun. */
  note(exchange: RecordedExchange): void {
    const status = exchange.answer?.status ?? 0;
    if (exchange.at === undefined || status >= 300) return;
    for (const seconds of durationsIn(exchange)) {
      this.#timers.push({
        recordedEnd: exchange.at.getTime() + seconds * 1000,
        end: Date.now() + seconds * 1000,
      });
    }
  }

  /** A date of the recording as one of now. */
  shifted(date: Date): Date {
    return new Date(date.getTime() + this.#offset);
  }
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
  return iso.slice(0, 19) + (fraction === undefined ? "" : `.${iso.slice(20, 23).padEnd(fraction.length, "0").slice(0, fraction.length)}`) + zone;
}

/** Whether a text is a whole date that can be shifted. */
export function wholeDate(text: string): Date | undefined {
  return /^(?:\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d{8}T\d{6}Z|\w{3}, .* GMT)$/.test(text)
    ? dateIn(text)
    : undefined;
}
