import type { ServiceName } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import type { Outcome, PlaceDifference } from "../pair/performed.ts";

/** Passes on the emulator and fails on the cloud; the reverse; or both refuse, differently. */
export type Impact = "deployment-safety" | "false-alarm" | "debuggability";

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

type Headers = Readonly<Record<string, string | readonly string[]>>;

/** An exchange as it was recorded, without secrets: `{recording, exchanges}` is a line that can be replayed. */
export interface WrittenExchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Headers;
  /** Bytes that are no text are base64; the declared length tells. */
  readonly requestBody: string | null;
  /** It had a body that a catalogue has not kept. */
  readonly isBodyUnkept?: true;
  /** It had no credentials, though others had. */
  readonly isAnonymous?: true;
  readonly status?: number;
  readonly responseHeaders?: Headers;
  readonly responseBody?: string | null;
}

/** A minimised, reproducible discrepancy with its classification. */
export interface Finding {
  /** Stable: of the operation and the pair of outcomes, `Blob_SetTags-3f9a12`. */
  readonly id: string;
  readonly service: ServiceName;
  readonly operation: string;
  readonly impact: Impact;
  readonly manifestation: "response" | "state" | "both";
  readonly rootCause: RootCause;
  readonly evidence: string;
  readonly emulator: Outcome & { readonly label: string; readonly message: string | null };
  readonly reference: Outcome & { readonly label: string; readonly message: string | null };
  /** At most a few: the first says it best. */
  readonly differences: readonly PlaceDifference[];
  /** What the process that died said at the end: a few lines, the same in each run. */
  readonly lastWords?: readonly string[];
  /** The contract by which the reference answered. */
  readonly contract?: string;
  /** Whether the emulator's own documents claim the operation; null where they say nothing. */
  readonly claimed: boolean | null;
  /** Empty where it consists of exchanges. */
  readonly sequence: Sequence;
  /** What shows it where the reference is a recording: what it needs and no more, the one that differs at the end. */
  readonly exchanges?: readonly WrittenExchange[];
  /** The recording that it was found by. */
  readonly recording?: string;
  /** How often it showed again, of three. */
  readonly reproduced: number;
  /** It does not show each time, or only after waiting. */
  readonly dependsOnTime?: true;
}
