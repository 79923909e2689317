import { serviceNames, statusAndCode, topLevelOf } from "../../clouds/index.ts";
import { fateOf, isAnyAnswerRight } from "../findings/crash.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes } from "../findings/identity.ts";
import { isNeverAnswered } from "../findings/unknown-answer.ts";
import type { Outcome, PlaceDifference } from "../pair/performed.ts";

/** How long what is written waits for an answer, in seconds: what takes longer has none. */
export const longestWait = 30;

/** `400 TagsTooLarge`; a refusal that does not name itself is `400 without a code`. */
export function toldOutcome({ status, code }: Outcome): string {
  if (status === null) return "no answer";
  return code === null && status >= 400 ? `${status} without a code` : statusAndCode({ status, code });
}

/** Of an answer that the interface does not know, whatever it stands for. */
export const neverAnswered = "which the service never answers";

/** What the reference answers; where the interface alone tells, any answer that it knows will do, and after a crash any at all. */
export function expectedOutcome(finding: Finding): string {
  if (isAnyAnswerRight(finding)) return "an answer";
  return isNeverAnswered(finding)
    ? "an answer that the interface of the service knows"
    : toldOutcome(finding.reference);
}

/** How the emulator ended the call: `400 TagsTooLarge`, or `no answer, as it crashed`. */
export function foundOutcome(finding: Finding): string {
  const fate = fateOf(finding);
  const told = toldOutcome(finding.emulator);
  return fate === undefined ? told : `${told}, as it ${fateWords[fate].past}`;
}

/** What became of an emulator, as verbs. */
export const fateWords = {
  died: { present: "crashes", past: "crashed" },
  hung: { present: "hangs", past: "hung" },
} as const;

/** Which of a finding's steps shows it: the last of its operation. */
export function tellingStep({ sequence, operation }: Finding): number {
  const found = sequence.findLastIndex((step) => step.operation === operation);
  return found < 0 ? sequence.length - 1 : found;
}

/** What is wrong, in a line. */
export function summaryOf(finding: Finding): string {
  const { operation, emulator, differences } = finding;
  const fate = fateOf(finding);
  if (fate !== undefined) return `${operation} ${fateWords[fate].present} ${emulator.label}`;
  if (isNeverAnswered(finding)) return `${operation} answers ${toldOutcome(emulator)}, ${neverAnswered}`;
  if (!equalOutcomes(finding.emulator, finding.reference)) {
    return `${operation} answers ${toldOutcome(emulator)} instead of ${expectedOutcome(finding)}`;
  }
  const [first] = differences;
  return first === undefined
    ? `${operation} answers ${toldOutcome(emulator)}, but something else is behind it`
    : `${operation} answers ${toldOutcome(emulator)}, but ${first.place} is ${sideTexts(first).found} instead of ${sideTexts(first).expected}`;
}

const longest = 60;

/** A value for people. */
export function valueText(value: string | null): string {
  if (value === null) return "missing";
  return value.length > longest ? `${value.slice(0, longest)}… (${value.length} characters)` : value;
}

/** Both values of a place for people, the emulator's as what was found. */
export function sideTexts({ place, emulator, reference }: PlaceDifference): {
  readonly found: string;
  readonly expected: string;
} {
  return {
    found: textAt(place, emulator, reference),
    expected: textAt(place, reference, emulator),
  };
}

/** Buckets, tables and their like: of these a state may note only that there is none, and all else at other places. */
const wholes = new Set(serviceNames.map((service) => `state ${topLevelOf(service).kind}`));

/** A value at a place for people, beside the other side's: a state may note of a part that there is none, or nothing of it. */
export function textAt(place: string, value: string | null, other: string | null): string {
  if (!place.startsWith("state ")) return valueText(value);
  const said = whyAbsent(value);
  if (said !== undefined) return `not there (${said})`;
  if (value !== null || whyAbsent(other) === undefined) return valueText(value);
  return wholes.has(place) ? "there" : "nothing noted";
}

/** What reading a part of a state was answered with, where there is none: `404 NoSuchBucket`. */
function whyAbsent(value: string | null): string | undefined {
  return /^\{"absent":"([^"]*)"\}$/.exec(value ?? "")?.[1];
}
