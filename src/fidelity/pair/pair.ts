import { allEnded } from "../all-ended.ts";
import type { Side } from "../sides/side.ts";
import type { Died } from "./died.ts";
import type { Discrepancy, PlaceDifference } from "./performed.ts";

/** The two that a sequence is performed on. */
export interface Pair {
  readonly emulator: Side;
  readonly reference: Side;
}

export type Which = keyof Pair;

/** Waits until the settings of both are new; where one of them is not ours to be emptied, both stay as good as new. */
export async function bothAsNew({ emulator, reference }: Pair): Promise<void> {
  if (emulator.isOurs && reference.isOurs) await allEnded([emulator.asNew(), reference.asNew()]);
}

/** Where the two part. */
export interface Difference {
  readonly differences: readonly PlaceDifference[];
  readonly manifestation: Discrepancy["manifestation"];
  readonly died?: Died;
  /** What is said for a reference that has ended the same way, and so has no answer of its own to put in its place. */
  readonly instead?: string;
}
