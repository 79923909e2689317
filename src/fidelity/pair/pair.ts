import type { Side } from "../sides/side.ts";
import type { Died } from "./died.ts";
import type { Discrepancy, PlaceDifference } from "./performed.ts";

/** The two that a sequence is performed on. */
export interface Pair {
  readonly emulator: Side;
  readonly reference: Side;
}

export type Which = keyof Pair;

/** Where the two part. */
export interface Difference {
  readonly differences: readonly PlaceDifference[];
  readonly manifestation: Discrepancy["manifestation"];
  readonly died?: Died;
  /** What is said for a reference that has ended the same way, and so has no answer of its own to put in its place. */
  readonly instead?: string;
}
