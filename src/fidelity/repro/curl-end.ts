import { isAnyAnswerRight } from "../findings/crash.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes } from "../findings/identity.ts";
import { isNeverAnswered } from "../findings/unknown-answer.ts";
import type { Outcome } from "../pair/performed.ts";
import { shText } from "./sh-text.ts";

/** The status of an answer; none where none came. */
export const statusFunction = `status_of() {
  printf '%s\\n' "$1" | awk '/^HTTP\\// && $2 >= 200 { print $2 + 0; exit }'
}`;

/** Whether lines with curl can tell by how a call ended if it ended as it should: not what stands in its answer. */
export function isToldByOutcome(finding: Finding): boolean {
  return !isAnyAnswerRight(finding) && !equalOutcomes(finding.emulator, finding.reference);
}

/** The end of the lines: 1 if the answer that a variable keeps is not the expected one, as scripts end. */
export function verdictLines(finding: Finding, answer: string): string[] {
  const { emulator, reference } = finding;
  const status = `"$(status_of "$${answer}")"`;
  if (isNeverAnswered(finding)) {
    return [
      "",
      `[ ${status} != ${shText(statusText(emulator))} ]${hasCode(emulator, answer, " || ! ")} || exit 1`,
    ];
  }
  if (emulator.status !== reference.status || reference.code === null) {
    const isExpected = `[ ${status} = ${shText(statusText(reference))} ]`;
    const isOther = emulator.status === reference.status ? hasCode(emulator, answer, " && ! ") : "";
    return ["", `${isExpected}${isOther} || exit 1`];
  }
  return [
    "",
    `[ ${status} = ${shText(statusText(reference))} ]${hasCode(reference, answer, " && ")} || exit 1`,
  ];
}

function statusText({ status }: Outcome): string {
  return status === null ? "" : String(status);
}

/** A code stands in a header or in the body, and is a word of its own. */
function hasCode({ code }: Outcome, answer: string, joined: string): string {
  if (code === null) return "";
  return `${joined}printf '%s\\n' "$${answer}" | grep -qwF -- ${shText(code)}`;
}
