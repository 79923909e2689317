import type { CallResult, Plain, State } from "../../clouds/index.ts";
import { shortText } from "../oracle/short-text.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import { redactedText } from "../sides/redacted.ts";
import type { Side } from "../sides/side.ts";
import type { PerformedAlone } from "./perform-alone.ts";

const inState = "state ";
const inHeader = "response.header.";

/** In headers, what services make up is named, times are told in our words, signs of ours are escaped, and boundaries left out. */
const named = /[‹›\\]|^multipart\//;

/** Whether what differs can be told by looking at one side alone: names of what is made up are given over a pair's whole trace. */
export function isTellable({ place, emulator, reference }: PlaceDifference): boolean {
  if (place.startsWith(inState)) return true;
  return place.startsWith(inHeader) && ![emulator, reference].some((value) => named.test(value ?? ""));
}

/** What stands at a place, in the words of differences and without the secrets of the side; null where there is nothing. */
export function valueAt(
  place: string,
  step: number,
  { results, states, told }: PerformedAlone,
  side: Pick<Side, "redact">,
): string | null {
  // As in findings, a value is cut before secrets are taken out: what is left of one at the end is told apart by that.
  if (place.startsWith(inHeader)) {
    const header = headerIn(results[step], place.slice(inHeader.length));
    return redactedText(header === null ? null : shortText(told(header)), side);
  }
  const path = place.slice(inState.length);
  const found = states.map((state) => partAt(state, path, side)).find((part) => part !== undefined);
  return redactedText(shortText(found), side);
}

function headerIn(result: CallResult | undefined, name: string): string | null {
  return result?.kind === "answered" ? (result.headers[name] ?? null) : null;
}

/** Names in a path may have dots themselves: every way to read it is tried. Secrets in them are taken out, as they were in the path. */
function partAt(part: Plain | State, path: string, side: Pick<Side, "redact">): Plain | undefined {
  if (path === "") return part;
  if (typeof part !== "object" || part === null) return undefined;
  for (const [name, inner] of Object.entries(part)) {
    const told = side.redact(name);
    if (path === told) return inner;
    const found = path.startsWith(`${told}.`) ? partAt(inner, path.slice(told.length + 1), side) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
