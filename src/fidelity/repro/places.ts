import type { CallResult, Plain, State } from "../../clouds/index.ts";
import { shortText } from "../oracle/short-text.ts";
import type { PerformedAlone } from "./perform-alone.ts";

const inState = "state ";
const inHeader = "response.header.";

/** Whether what stands at a place can be told by looking at one side alone. */
export function isTellable(place: string): boolean {
  return place.startsWith(inState) || place.startsWith(inHeader);
}

/** What stands at a place, in the words of differences; null where there is nothing. */
export function valueAt(place: string, step: number, { results, states }: PerformedAlone): string | null {
  if (place.startsWith(inHeader)) return headerIn(results[step], place.slice(inHeader.length));
  const path = place.slice(inState.length);
  const found = states.map((state) => partAt(state, path)).find((part) => part !== undefined);
  return shortText(found);
}

function headerIn(result: CallResult | undefined, name: string): string | null {
  return result?.kind === "answered" ? (result.headers[name] ?? null) : null;
}

/** Names in a path may have dots themselves: every way to read it is tried. */
function partAt(part: Plain | State, path: string): Plain | undefined {
  if (path === "") return part;
  if (typeof part !== "object" || part === null) return undefined;
  for (const [name, inner] of Object.entries(part)) {
    if (path === name) return inner;
    const found = path.startsWith(`${name}.`) ? partAt(inner, path.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
