import { redactedText } from "../sides/redacted.ts";
import type { Side } from "../sides/side.ts";
import type { Pair } from "./pair.ts";
import type { PlaceDifference } from "./performed.ts";

/** A difference without the secrets of the sides' accounts: it may go on a disk. */
export function redactedDifference(
  difference: PlaceDifference,
  { emulator, reference }: Pair,
): PlaceDifference {
  return {
    ...difference,
    emulator: redacted(difference.emulator, emulator),
    reference: redacted(difference.reference, reference),
  };
}

function redacted(value: string | null, side: Side): string | null {
  return value === null ? null : redactedText(value, side);
}
