import type { Finding } from "./finding.ts";

/** What is said for a reference that answers the same, though the interface of the service knows no such answer. */
export const unknownAnswer = "the interface knows no such answer";

/**
 * Whether the emulator's answer is found wrong by the interface alone: the reference has none of its own to put in its
 * place. Where no answer came, as from one that has crashed, something else is said.
 */
export function isNeverAnswered({ reference }: Pick<Finding, "reference">): boolean {
  return reference.status === null && reference.message === unknownAnswer;
}
