import { secondsBetween, volatileOf } from "../../clouds/index.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import type { AnsweredCall } from "./answered-step.ts";

/** For how long something lasts that an answer tells the end of. */
interface Span {
  readonly place: string;
  readonly since: string;
  readonly seconds: number | "unlimited" | undefined;
}

/** By so many seconds a time may be wrong that is compared with the answer's own. */
const tolerance = 5;

/** Where two successes tell of something that it lasts for a different time; when it ends differs anyway. */
export function unequalSpans(own: AnsweredCall, other: AnsweredCall): readonly PlaceDifference[] {
  const [here, there] = [spansIn(own), spansIn(other)];
  // Lists of different lengths do not tell which of their members belong together.
  if (here.length !== there.length) return [];
  return here.flatMap((span, at) => {
    const theirs = there[at];
    if (theirs === undefined || theirs.place !== span.place || areEqual(span, theirs)) return [];
    return [{ place: span.place, emulator: told(span), reference: told(theirs) }];
  });
}

function areEqual({ seconds: own }: Span, { seconds: other }: Span): boolean {
  if (own === undefined || other === undefined || own === other) return true;
  return own !== "unlimited" && other !== "unlimited" && Math.abs(own - other) <= tolerance;
}

/** In the form of what no value in an answer is equal to. */
function told({ seconds, since }: Span): string {
  return seconds === "unlimited" ? "‹never›" : `‹${seconds} s after ${since}›`;
}

function spansIn(call: AnsweredCall): readonly Span[] {
  const { ends } = volatileOf(call.service);
  return ends.size === 0 ? [] : spansAt("", call.body, { ends, headers: call.answer.headers });
}

interface Begins {
  readonly ends: ReadonlyMap<string, string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** Places are those of the other differences: without indices. */
function spansAt(place: string, value: unknown, begins: Begins): readonly Span[] {
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return [];
  if (Array.isArray(value)) return value.flatMap((item) => spansAt(`${place}[]`, item, begins));
  const fields: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  return [...fields].flatMap(([name, part]): readonly Span[] => {
    const own = place === "" ? name : `${place}.${name}`;
    const since = begins.ends.get(name);
    if (since === undefined) return spansAt(own, part, begins);
    const begin = fields.get(since) ?? begins.headers[since];
    return [{ place: `response.body.${own}`, since, seconds: secondsBetween(begin, part) }];
  });
}
