import type { ServiceName } from "../../clouds/index.ts";
import type { Interface, Operation } from "../../model/index.ts";
import type { Discrepancy, Outcome, PlaceDifference } from "../pair/performed.ts";
import { classify } from "./classify.ts";
import type { Confirmed } from "./confirm.ts";
import type { Finding } from "./finding.ts";
import { type Case, findingId } from "./identity.ts";
import { tidyLastWords } from "./last-words.ts";
import { tidyText } from "./tidy-text.ts";

/** Of whom a finding tells. */
export interface FindingContext {
  readonly service: ServiceName;
  readonly interface: Interface;
  /** `azurite 3.21.0`. */
  readonly emulator: string;
  readonly reference: string;
  /** What the emulator's own documents say: see `claimsOf`. */
  readonly claims: (operation: Operation) => boolean | null;
}

const mostDifferences = 5;

/** The finding that a minimised and confirmed discrepancy is. */
export function findingOf(
  sequence: Case["sequence"],
  { discrepancy, reproduced, dependsOnTime }: Confirmed,
  context: FindingContext,
): Finding {
  const found: Case = { sequence, discrepancy };
  const name = sequence[discrepancy.step]?.operation ?? "";
  const lastWords = tidyLastWords(discrepancy.lastWords ?? []);
  const operation = context.interface.operations.find((each) => each.name === name);
  return {
    id: findingId(context.service, found, context.interface),
    service: context.service,
    operation: name,
    ...classify(found, context.interface, dependsOnTime),
    emulator: side("emulator", context.emulator, discrepancy),
    reference: side("reference", context.reference, discrepancy),
    differences: discrepancy.differences.slice(0, mostDifferences).map(shortDifference),
    ...(lastWords.length > 0 && { lastWords }),
    ...(discrepancy.contract !== undefined && { contract: discrepancy.contract }),
    claimed: operation === undefined ? null : context.claims(operation),
    sequence,
    reproduced,
    ...(dependsOnTime && { dependsOnTime }),
  };
}

function side(which: "emulator" | "reference", label: string, discrepancy: Discrepancy): Finding["emulator"] {
  const { status, code }: Outcome = discrepancy[which];
  const message = discrepancy.messages[which];
  return { label, status, code, message: message === null ? null : tidyMessage(message) };
}

const longest = 300;

/** A message without what is new each time, and without signatures, which are long runs of letters and digits. */
export function tidyMessage(message: string): string {
  const [text = ""] = message.split(/\r?\n\s*(?:RequestId|Time|x-ms-request-id)\b/i);
  const tidy = tidyText(text)
    .replaceAll(/[A-Za-z0-9+/=%]{40,}/g, "…")
    .trim();
  return tidy.length > longest ? `${tidy.slice(0, longest - 1)}…` : tidy;
}

const longestValue = 200;

function shortDifference({ place, emulator, reference }: PlaceDifference): PlaceDifference {
  return { place, emulator: shortValue(emulator), reference: shortValue(reference) };
}

function shortValue(value: string | null): string | null {
  return value !== null && value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
}
