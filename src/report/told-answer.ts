import { statusAndCode } from "../clouds/index.ts";
import type { AnswerOutcome } from "../fidelity/index.ts";

/** How a request ended, for people: `404 NoSuchBucket`; null where it was not sent. */
export function toldAnswer(outcome: AnswerOutcome | null): string {
  if (outcome === null) return "not performed";
  return outcome.status === 0 ? "no answer" : statusAndCode(outcome);
}
