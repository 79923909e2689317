import type { CallResult, Care } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";

/** How a call ended, as far as it is compared strictly. `status` is null where no answer came. */
export interface Outcome {
  readonly status: number | null;
  readonly code: string | null;
}

/** A place where the two sides differ: of an answer (`response.header.etag`) or of the state (`state blobs.a.tier`). */
export interface PlaceDifference {
  readonly place: string;
  readonly emulator: string | null;
  readonly reference: string | null;
  /** Of the state: the operation by which that part of it was read. */
  readonly readBy?: string;
}

/** Where two sides part; nothing behind it was performed. */
export interface Discrepancy {
  /** The step's index. */
  readonly step: number;
  readonly emulator: Outcome;
  readonly reference: Outcome;
  readonly differences: readonly PlaceDifference[];
  /** Whether it shows in the answer, in the state alone, or in both as far as was looked. */
  readonly manifestation: "response" | "state" | "both";
  /** What the sides said, for people and for the classification. */
  readonly messages: { readonly emulator: string | null; readonly reference: string | null };
  /** The contract by which the reference answered. */
  readonly contract?: string;
  /** The side whose process died of it, or answered nothing any more. */
  readonly died?: "emulator" | "reference";
  /** What that process said at the end, if it said anything. */
  readonly lastWords?: readonly string[];
}

/** What came of a step on both sides. */
export interface PerformedStep {
  readonly emulator: CallResult;
  readonly reference: CallResult;
}

/** What came of a sequence: the steps that were performed, and where the sides parted if they did. */
export interface Performed {
  readonly steps: readonly PerformedStep[];
  readonly discrepancy?: Discrepancy;
  /** The sides parted at the last step, and nobody can tell why: it lists what could not be removed from one of them. */
  readonly isDoubtful?: true;
  /** What was on a side was lost meanwhile, by this sequence or by one beside it. */
  readonly isDisturbed?: true;
  /** Whoever has died meanwhile has named, at the end, what nobody but this sequence has: it was due to its last step. */
  readonly isToBlame?: true;
}

/** When states are compared, besides wherever answers differ: after the last step, or after each. */
export interface PerformOptions {
  readonly probes: "last" | "each";
  /**
   * States are only glanced at: what nothing calls for is read by turns, and this is the number of the turn. Whatever shows then is
   * looked at whole.
   */
  readonly turn?: number;
  /** How carefully they are glanced at; `usually` unless it is said. */
  readonly care?: Care;
  /** States that are known to differ end it, too, instead of being looked past. */
  readonly endsAtKnownStates?: boolean;
}

/** Performs a sequence on both sides, on clean state and with fresh names, up to where they part. */
export type Perform = (sequence: Sequence, options?: PerformOptions) => Promise<Performed>;
