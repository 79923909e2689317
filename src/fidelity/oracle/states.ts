import { diffStates, type Scope, type State } from "../../clouds/index.ts";
import type { PlaceDifference } from "../pair/performed.ts";
import { shortText } from "./short-text.ts";

/** Of an account only what it is set to: what is in it may be others', and is looked at by name. */
const listed = new Set(["containers", "queues", "tables", "buckets"]);

/** Where two states of the same scope differ; what could not be read says nothing. */
export function stateDifferences(
  scope: Scope,
  emulator: State,
  reference: State,
): readonly PlaceDifference[] {
  const [own, other] = [emulator, reference].map((state) => (scope.length === 0 ? settingsOf(state) : state));
  return diffStates(own ?? {}, other ?? {})
    .filter(({ unreadable }) => !unreadable)
    .map(({ path, a, b }) => ({
      place: `state ${path.join(".")}`,
      emulator: shortText(a),
      reference: shortText(b),
    }));
}

function settingsOf(state: State): State {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !listed.has(name)));
}
