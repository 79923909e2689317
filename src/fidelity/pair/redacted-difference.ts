import { redactedText } from "../sides/redacted.ts";
import type { Pair } from "./pair.ts";
import type { PlaceDifference } from "./performed.ts";

/** A difference without the secrets of the sides' accounts: it may go on a disk. */
export function redactedDifference(
  difference: PlaceDifference,
  { emulator, reference }: Pair,
): PlaceDifference {
  return {
    ...difference,
    // A place has the names of tags and metadata in it, and either side may have named them.
    place: emulator.redact(reference.redact(difference.place)),
    emulator: redactedText(difference.emulator, emulator),
    reference: redactedText(difference.reference, reference),
  };
}
