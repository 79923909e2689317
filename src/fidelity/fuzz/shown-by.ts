import type { PlaceDifference } from "../pair/performed.ts";

type Which = "emulator" | "reference";

/**
 * Whether an answer differs only by what differs in the state: it gives values that differ there, or all that one side's answer has
 * and the other's has not is what that side's state has. In a list that lacks one item, others stand in its place.
 */
export function isShownBy(read: readonly PlaceDifference[], state: readonly PlaceDifference[]): boolean {
  return read.some((given) => state.some((had) => isPartOf(given, had))) || isTheSameLack(read, state);
}

/** Whether each side's value in the answer occurs in the same side's state, or is what that calls the thing which it has. */
function isPartOf(read: PlaceDifference, state: PlaceDifference): boolean {
  const isTelling = scalarsIn(read.emulator).size + scalarsIn(read.reference).size > 0;
  return (
    isTelling &&
    (["emulator", "reference"] as const).every((side) =>
      scalarsIn(read[side]).isSubsetOf(scalarsOf(state, side)),
    )
  );
}

function isTheSameLack(read: readonly PlaceDifference[], state: readonly PlaceDifference[]): boolean {
  const all = (differences: readonly PlaceDifference[], side: Which) =>
    new Set(differences.flatMap((one) => [...scalarsOf(one, side)]));
  const told = read.filter((one) => !isCount(one)).map((one) => ({ ...one, place: "" }));
  const [here, there] = [all(told, "emulator"), all(told, "reference")];
  const [onlyHere, onlyThere] = [here.difference(there), there.difference(here)];
  return (
    onlyHere.size + onlyThere.size > 0 &&
    onlyHere.isSubsetOf(all(state, "emulator")) &&
    onlyThere.isSubsetOf(all(state, "reference"))
  );
}

/** Where a list lacks an item, there are fewer of them. */
function isCount({ emulator, reference }: PlaceDifference): boolean {
  return [emulator, reference].every((value) => /^\d+( items)?$/.test(value ?? ""));
}

/** What a side has at a place, and what the place calls it. */
function scalarsOf(difference: PlaceDifference, side: Which): ReadonlySet<string> {
  const value = difference[side];
  return scalarsIn(value).union(value === null ? none : scalarsIn(lastOf(difference.place)));
}

const none: ReadonlySet<string> = new Set();

/** `state policies.identifiers.photos`: `photos`. */
function lastOf(place: string): string {
  return place.slice(place.lastIndexOf(".") + 1);
}

/** The texts and numbers in a value, however it is written, but for what every run makes anew: `‹a time›`. */
function scalarsIn(value: string | null): ReadonlySet<string> {
  return new Set(value?.replaceAll(/‹[^›]*›/g, "").match(/[^\s",:{}[\]]+/g));
}
