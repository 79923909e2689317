import type { Mark, Part } from "./parts.ts";

const iso = String.raw`\d{4}-\d{2}-\d{2}T\d{2}(?::|%3A)\d{2}(?:(?::|%3A)\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})`;
const http = String.raw`[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT`;
const whole = new RegExp(`^(?:${iso}|${http})$`, "i");
const anywhere = new RegExp(`(?<![\\w-])(?:${iso}|${http})(?!\\w)`, "gi");

/** How far from the exchange a time of the service may lie and still be "now"; its clock is not ours. */
const moment = 5 * 60_000;
/** The same for a time that the test has made up, by the clock that we have too. */
const ownMoment = 15_000;
/** What is further away does not come from the clock: it stands there for itself. */
const nearby = 36 * 3_600_000;

/** Tells times, and whether the service gives back those that it was given. */
export class Times {
  readonly #sent = new Set<string>();

  /** Notes a time in a request, if it is one. */
  note(place: string, value: string): void {
    if (!mayHoldTime(value)) return;
    for (const time of isTime(value) ? [value] : (value.match(anywhere) ?? [])) {
      this.#sent.add(time).add(`${lastName(place)} ${time}`);
    }
  }

  /** A time in our words; nothing if the text is none, or is one that does not come from the clock. */
  mark(place: string, value: string, at: number, isLearned = false): Mark | undefined {
    if (!isTime(value)) return undefined;
    const distance = instantOf(value) - at;
    if (Number.isNaN(distance) || (!isLearned && Math.abs(distance) > nearby)) return undefined;
    const isRequest = place.startsWith("request.");
    const isNow = Math.abs(distance) <= (isRequest ? ownMoment : moment);
    const relation = isNow ? "now" : distance < 0 ? "past" : "future";
    return { mark: `${relation}, ${formatOf(value)}${isRequest ? "" : this.#origin(place, value)}` };
  }

  /** A text with the times in it in our words. */
  within(place: string, text: string, at: number): readonly Part[] {
    if (!mayHoldTime(text)) return [text];
    const all = this.mark(place, text, at);
    if (all !== undefined) return [all];
    const parts: Part[] = [];
    let end = 0;
    for (const found of text.matchAll(anywhere)) {
      const mark = this.mark(place, found[0], at);
      if (mark === undefined) continue;
      parts.push(text.slice(end, found.index), mark);
      end = found.index + found[0].length;
    }
    return end === 0 ? [text] : [...parts, text.slice(end)];
  }

  #origin(place: string, value: string): string {
    if (this.#sent.has(`${lastName(place)} ${value}`)) return ", as sent";
    return this.#sent.has(value) ? ", as sent elsewhere" : "";
  }
}

function lastName(place: string): string {
  return /[^.]*$/.exec(place)?.[0] ?? "";
}

function mayHoldTime(text: string): boolean {
  return /\dT\d\d(?::|%3A)|GMT|^\d{10}/i.test(text);
}

/** Whether a text is a time, also in seconds or milliseconds. */
export function isTime(value: string): boolean {
  return whole.test(value) || /^\d{10}(?:\.\d+|\d{3})?$/.test(value);
}

/** Whether a field that must hold a time does. */
export function holdsTime(value: string): boolean {
  return isTime(value) || /^\d\.\d+E9$/.test(value);
}

function instantOf(value: string): number {
  if (!/^\d{10}(?:\.\d+|\d{3})?$/.test(value)) return Date.parse(value.replaceAll(/%3A/gi, ":"));
  return value.length === 13 && !value.includes(".") ? Number(value) : Number(value) * 1000;
}

/** How a time is written, which is behaviour too. */
function formatOf(value: string): string {
  if (value.endsWith("GMT")) return "as in HTTP";
  if (!value.includes("T"))
    return value.replace(/\.\d+$/, ".0").length === 13 ? "in milliseconds" : "in seconds";
  return value.replace(/\d/g, "0").replace(/^0000-00-00/, "");
}

/** A text for people, without what differs in every one of them. */
export function softText(text: string): string {
  return text.replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, "‹guid›").replace(anywhere, "‹time›");
}
