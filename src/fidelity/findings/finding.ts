import type { ServiceName } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import type { Outcome, PlaceDifference } from "../pair/performed.ts";

/** Passes on the emulator and fails on the cloud; the reverse; or both refuse, differently. */
export type Impact = "deployment-safety" | "false-alarm" | "debuggability";

export type Manifestation = "response" | "state" | "both";

export type RootCause =
  /** A value that breaks a refinement is not refused, or one that keeps them is. */
  | "value-constraint"
  /** Both refuse, with another status or code. */
  | "error-response"
  | "authorisation"
  /** What was never set or made is read or removed. */
  | "null-reference"
  /** An effect that goes on after the answer. */
  | "asynchrony"
  | "unimplemented"
  | "emulator-bug"
  | "crash"
  | "service-bug";

/** Why a cause is believed. */
export interface CauseEvidence {
  readonly cause: RootCause;
  /** `maxLength of blobTags.BlobTagSet[].Value is broken`. */
  readonly because: string;
}

/** A minimised, reproducible discrepancy with its classification. */
export interface Finding {
  /** Stable: of the operation and the pair of outcomes, `Blob_SetTags-3f9a12`. */
  readonly id: string;
  readonly service: ServiceName;
  readonly operation: string;
  readonly impact: Impact;
  readonly manifestation: Manifestation;
  readonly rootCause: RootCause;
  readonly evidence: string;
  readonly emulator: Outcome & { readonly label: string; readonly message: string | null };
  readonly reference: Outcome & { readonly label: string; readonly message: string | null };
  /** At most a few: the first says it best. */
  readonly differences: readonly PlaceDifference[];
  /** The contract by which the reference answered. */
  readonly contract?: string;
  /** Whether the emulator's own documents claim the operation; null where they say nothing. */
  readonly claimed: boolean | null;
  readonly sequence: Sequence;
  /** How often it showed again, of three. */
  readonly reproduced: number;
  /** It does not show each time, or only after waiting. */
  readonly dependsOnTime?: true;
}
