import type { AnswerOutcome } from "../fidelity/index.ts";

/** How a request ended, for people: `404 NoSuchBucket`; null where it was not sent. */
export function toldAnswer(outcome: AnswerOutcome | null): string {
  if (outcome === null) return "not performed";
  const { status, code } = outcome;
  if (status === 0) return "no answer";
  return code === null ? String(status) : `${status} ${code}`;
}
