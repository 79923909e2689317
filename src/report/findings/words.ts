import type { Finding, Impact, RootCause } from "../../fidelity/index.ts";
import {
  fateOf,
  fateWords,
  isAnyAnswerRight,
  isNeverAnswered,
  neverAnswered,
  outcomeText,
  valueText,
  writtenSequence,
} from "../../fidelity/index.ts";
import { cut, oneLine } from "../text/layout.ts";

/** In the order in which they are listed. */
export const impacts: Readonly<Record<Impact, string>> = {
  "deployment-safety": "deployment safety",
  "false-alarm": "false alarm",
  debuggability: "debuggability",
};

/** A cause in words, and which of the three kinds of defect it is. */
export const causes: Readonly<Record<RootCause, { readonly text: string; readonly kind: CauseKind }>> = {
  "value-constraint": { text: "value constraint", kind: "incomplete specification" },
  "error-response": { text: "error response", kind: "incomplete specification" },
  authorisation: { text: "authorisation", kind: "incomplete specification" },
  asynchrony: { text: "asynchrony", kind: "unspecified behaviour" },
  "null-reference": { text: "null reference", kind: "unspecified behaviour" },
  unimplemented: { text: "not implemented", kind: "defect" },
  "emulator-bug": { text: "emulator bug", kind: "defect" },
  crash: { text: "crash", kind: "defect" },
  "service-bug": { text: "service bug", kind: "defect" },
};

export const causeKinds = ["incomplete specification", "unspecified behaviour", "defect"] as const;

export type CauseKind = (typeof causeKinds)[number];

/** `201 → 409 ContainerBeingDeleted`; of two that answered the same also where they differ. */
export function outcomePair(finding: Finding): string {
  const { emulator, reference, differences } = finding;
  const [here, there] = [outcomeText(emulator), outcomeText(reference)];
  if (isNeverAnswered(finding)) return `${here}, ${neverAnswered}`;
  const crash = crashOf(finding);
  if (crash !== undefined) return isAnyAnswerRight(finding) ? crash : `${crash} → ${there}`;
  const place = differences[0]?.place;
  if (here !== there) return `${here} → ${there}`;
  return place === undefined ? `both ${here}` : `both ${here}, ${oneLine(place)} differs`;
}

/** The same while it is found, with both values: `409 LeaseLost here, 201 there`, `both 201, PLACE: A here, B there`. */
export function outcomesHereAndThere(finding: Finding, width: number): string {
  const { emulator, reference, differences } = finding;
  const [here, there] = [outcomeText(emulator), outcomeText(reference)];
  if (isNeverAnswered(finding)) return cut(`${here}, ${neverAnswered}`, width);
  const crash = crashOf(finding);
  if (crash !== undefined) return cut(isAnyAnswerRight(finding) ? crash : `${crash}, ${there} there`, width);
  if (here !== there) return cut(`${here} here, ${there} there`, width);
  const [first] = differences;
  if (first === undefined) return `both ${here}`;
  const start = oneLine(`both ${here}, ${first.place}: `);
  // Both values are seen, however long they are.
  const room = Math.max(8, Math.floor((width - start.length - " here,  there".length) / 2));
  const [own, other] = [first.emulator, first.reference].map((value) => cut(oneLine(valueText(value)), room));
  return cut(`${start}${own} here, ${other} there`, width);
}

/** `s3rver 3.7.1 crashed`: of one that has no answer any more. */
function crashOf(finding: Finding): string | undefined {
  const fate = fateOf(finding);
  return fate && `${finding.emulator.label} ${fateWords[fate].past}`;
}

/** The calls in short lines: `Container_Create containerName=ts000001`; what was recorded by its first lines. */
export function stepLines(
  { sequence, exchanges }: Pick<Finding, "sequence" | "exchanges">,
  width: number,
): string[] {
  if (exchanges !== undefined) {
    return exchanges.map(({ method, url, isAnonymous }) => {
      const target = url.replace(/^https?:\/\/[^/]*/i, "");
      return cut(oneLine(`${method} ${target}${isAnonymous ? " (anonymous)" : ""}`), width);
    });
  }
  return writtenSequence(sequence).map(({ operation, caller, input, via }) => {
    const values = Object.entries(input as Readonly<Record<string, unknown>>).map(
      ([name, value]) => `${name}=${shortValue(value)}`,
    );
    const remarks = [caller, via].filter((remark) => remark !== undefined);
    const suffix = remarks.length === 0 ? "" : ` (${remarks.join(", ")})`;
    return `${cut(oneLine([operation, ...values].join(" ")), width - suffix.length)}${suffix}`;
  });
}

function shortValue(value: unknown): string {
  return typeof value === "string" && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
}

/** What a reader has to know besides, in short remarks. */
export function remarksOn({
  claimed,
  contract,
  dependsOnTime,
  reproduced,
  manifestation,
}: Finding): string[] {
  return [
    `shows in ${manifestation === "both" ? "response and state" : `the ${manifestation}${manifestation === "state" ? " alone" : ""}`}`,
    ...(claimed === null ? [] : [claimed ? "claimed by its documents" : "not claimed by its documents"]),
    ...(contract === undefined ? [] : [`contract ${contract}`]),
    ...(dependsOnTime ? [`depends on time: showed ${reproduced} times of 3`] : []),
  ];
}
