import type { Finding, Impact, RootCause } from "../../fidelity/index.ts";
import {
  fateOf,
  fateWords,
  isAnyAnswerRight,
  isNeverAnswered,
  neverAnswered,
  outcomeText,
  sideTexts,
  valueText,
  writtenSequence,
} from "../../fidelity/index.ts";
import { cut, cutMiddle, oneLine, widthOf } from "../text/layout.ts";

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

/**
 * `201 → 409 ContainerBeingDeleted`; of two that answered the same also where they differ. Statuses and codes are whole, however
 * little room there is.
 */
export function outcomePair(finding: Finding, width: number): string {
  const { emulator, reference, differences } = finding;
  const [here, there] = [outcomeText(emulator), outcomeText(reference)];
  if (isNeverAnswered(finding)) return neverAnsweredIn(here, width);
  const crash = crashOf(finding);
  if (crash !== undefined) return isAnyAnswerRight(finding) ? crash : `${crash} → ${there}`;
  if (here !== there) return `${here} → ${there}`;
  const place = differences[0]?.place;
  if (place === undefined) return `both ${here}`;
  const room = width - widthOf(`both ${here},  differs`);
  return `both ${here}, ${cutMiddle(oneLine(place), Math.max(shortest, room))} differs`;
}

/** What is cut still says something. */
const shortest = 12;

function neverAnsweredIn(outcome: string, width: number): string {
  return `${outcome}${cut(`, ${neverAnswered}`, Math.max(1, width - widthOf(outcome)))}`;
}

/** The same while it is found, with both values: `409 LeaseLost here, 201 there`, `both 201, PLACE: A here, B there`. */
export function outcomesHereAndThere(finding: Finding, width: number): string {
  const { emulator, reference, differences } = finding;
  const [here, there] = [outcomeText(emulator), outcomeText(reference)];
  if (isNeverAnswered(finding)) return neverAnsweredIn(here, width);
  const crash = crashOf(finding);
  if (crash !== undefined) return isAnyAnswerRight(finding) ? crash : `${crash}, ${there} there`;
  if (here !== there) return `${here} here, ${there} there`;
  const [first] = differences;
  if (first === undefined) return `both ${here}`;
  const room = width - widthOf(`both ${here}, :  here,  there`);
  const texts = sideTexts(first);
  const values = [
    { text: texts.found, value: first.emulator },
    { text: texts.expected, value: first.reference },
  ];
  const whole = values.map(({ text }) => oneLine(text));
  const needed = widthOf(whole.join(""));
  // The place tells least, and gives way first.
  const place = cutMiddle(oneLine(first.place), Math.max(shortest, room - needed));
  const left = room - widthOf(place);
  const each = Math.max(shortest, Math.floor(left / 2));
  const [own, other] = needed <= left ? whole : values.map((one) => cutMiddle(oneLine(uncut(one)), each));
  return `both ${here}, ${place}: ${own} here, ${other} there`;
}

/** A value as long as it is, where words for people have only cut it. */
function uncut({ text, value }: { readonly text: string; readonly value: string | null }): string {
  return value !== null && text === valueText(value) ? value : text;
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
