/** Why a value does not stand in a canonical trace as it was. */
export interface Masked {
  readonly place: string;
  readonly why: string;
}

const guid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi;
const time =
  /^(?:\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT|\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2}))$/;
const timeWithin = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})/g;
const token = /[A-Za-z0-9+/=_.~-]{8,}/g;

/** How far from the exchange a time may lie and still be "now", in milliseconds. */
const moment = 5 * 60_000;

/**
 * Names for values that differ from run to run: by first use, so that the same value has the same name everywhere, and
 * what flows from an answer into a later request can still be seen.
 */
export class Symbols {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /** The name of a value of that kind. */
  of(kind: string, value: string): string {
    const bare = bareOf(value);
    const known = this.#names.get(bare);
    if (known !== undefined) return known;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    const name = `${kind}#${count}`;
    this.#names.set(bare, name);
    return name;
  }

  /** A text with all that has a name called by it. */
  within(text: string): string {
    const whole = this.#names.get(bareOf(text));
    if (whole !== undefined) return whole;
    const withGuids = text.replace(guid, (found) => this.of("guid", found.toLowerCase()));
    return withGuids.replace(token, (found) => this.#names.get(found) ?? found);
  }

  /**
   * A text for people, with all that has a name called by it. What it mentions for the first time gets no name: the
   * ids and times that services put into their messages flow nowhere, and only some services put them there.
   */
  mentionedIn(text: string): string {
    return text
      .replace(guid, (found) => this.#names.get(found.toLowerCase()) ?? "guid")
      .replace(timeWithin, "time")
      .replace(token, (found) => this.#names.get(found) ?? found);
  }
}

/** ETags come with quotes and without, weak and strong. */
function bareOf(value: string): string {
  return value.replace(/^(?:W\/)?"(.*)"$/s, "$1");
}

/** Whether a text is a point in time, and where it lies as seen from the exchange. */
export function timeIn(value: string, at: number): string | undefined {
  const text = value.replace(/^"(.*)"$/, "$1");
  if (!time.test(text)) return undefined;
  const distance = Date.parse(text) - at;
  if (Number.isNaN(distance)) return undefined;
  if (Math.abs(distance) <= moment) return "time(now)";
  return distance < 0 ? "time(past)" : "time(future)";
}

/** A text in which every value that could have a name is called by its kind alone: what steps are sorted by. */
export function kindsOnly(text: string): string {
  return text.replace(guid, "guid");
}
