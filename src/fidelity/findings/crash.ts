import type { Finding } from "./finding.ts";

/** What is said for a reference that has died as well: behind contracts the same emulator stands. */
export const anyAnswer = "a service that answers";

/** How the emulator's process ended: it died, or answered nothing any more. */
export type ProcessFate = "died" | "hung";

/** What became of the emulator's process where a finding tells of its end; what was recorded tells of deaths alone. */
export function fateOf({
  rootCause,
  emulator,
  differences,
}: Pick<Finding, "rootCause" | "emulator" | "differences">): ProcessFate | undefined {
  if (rootCause !== "crash" || emulator.status !== null) return undefined;
  const process = differences.find(({ place }) => place === "process");
  if (process === undefined) return "died";
  return process.emulator === "died" || process.emulator === "hung" ? process.emulator : undefined;
}

/** Whether any answer would be right, as nobody has given one. */
export function isAnyAnswerRight(finding: Finding): boolean {
  return finding.reference.status === null && fateOf(finding) !== undefined;
}
