import type { Input } from "../model/index.ts";

/**
 * On whose behalf a call is made. A `weak-sas` grants everything but what the call needs; a `policy-sas` what the policy
 * says that is stored with the container, queue or table that the call names.
 */
export const callerNames = [
  "owner",
  "anonymous",
  "wrong-key",
  "expired-sas",
  "weak-sas",
  "policy-sas",
] as const;

/** One of them. */
export type CallerName = (typeof callerNames)[number];

/** Stands in an input for what the answer to an earlier step gave. */
export interface FromAnswer {
  /** The step, counted from 0. */
  readonly $from: number;
  /** As `produces` of an operation says it: `header x-ms-lease-id`, `body [].MessageId`; of a list the first. */
  readonly at: string;
}

/** Stands in an input for an address on the target itself, such as that of a copy's source. */
export interface AtEndpoint {
  /** What follows the endpoint: `/photos/a.png`. */
  readonly $endpoint: string;
  /** With a signature that lets anybody read it, where the service has such. */
  readonly signed?: true;
}

/** What a step is there to try. */
export type Trial =
  /** Nothing is wrong with it. */
  | { readonly kind: "valid" }
  /** Its value at the path breaks one refinement, and no other. */
  | { readonly kind: "breaks"; readonly path: string; readonly refinement: string }
  /** A valid value was changed. */
  | { readonly kind: "mutated"; readonly path: string; readonly how: string }
  /** It names something that is not there. */
  | {
      readonly kind: "dangling";
      readonly resource: string;
      readonly why: "never-made" | "deleted" | "another-kind";
    }
  /** It is made by somebody who may not. */
  | { readonly kind: "unauthorised" }
  /** It is made although a policy, set before, denies it. */
  | { readonly kind: "denied" };

/** One call of a sequence. Values of its input may be {@link FromAnswer} or {@link AtEndpoint}, at any depth. */
export interface Step {
  readonly operation: string;
  readonly input: Input;
  readonly caller: CallerName;
  readonly tries: Trial;
  /** Past the SDK, and so past what it masks. */
  readonly via?: "raw";
}

/** What calls have in common that differ by their values alone: who makes them, with which parameters, and what is tried by it. */
export function wayOf({ caller, tries, input }: Step): string {
  return JSON.stringify([caller, tries, Object.keys(input).toSorted()]);
}

/**
 * Calls, one after the other, on clean state. Names of things at the top (containers, queues, tables, buckets) are
 * tokens such as `ts000001`: each performance gives them names of the same length that nobody had before.
 */
export type Sequence = readonly Step[];

/** Finds the tokens in a text. */
export const tokenPattern: RegExp = /\bts0[0-9a-z]{5}(?![0-9a-z])/g;

/** The token of the thing with this number. */
export function tokenOf(number: number): string {
  return `ts0${number.toString(36).padStart(5, "0")}`;
}

/** Whether a value stands for what an earlier answer gave. */
export function isFromAnswer(value: unknown): value is FromAnswer {
  return typeof value === "object" && value !== null && "$from" in value;
}

/** Whether a value stands for an address on the target. */
export function isAtEndpoint(value: unknown): value is AtEndpoint {
  return typeof value === "object" && value !== null && "$endpoint" in value;
}
