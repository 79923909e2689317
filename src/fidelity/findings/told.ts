import { Redactor } from "../../wire/index.ts";
import { shortText } from "../oracle/short-text.ts";
import type { Discrepancy, PlaceDifference } from "../pair/performed.ts";
import { tidyLastWords } from "./last-words.ts";
import { tidyText } from "./tidy-text.ts";

const redactor = new Redactor();

/** A discrepancy as it is told: without secrets, and with words that are the same in each run. */
export function toldDiscrepancy(discrepancy: Discrepancy): Discrepancy {
  const { messages, differences, lastWords } = discrepancy;
  return {
    ...discrepancy,
    messages: { emulator: toldMessage(messages.emulator), reference: toldMessage(messages.reference) },
    differences: differences.map(toldDifference),
    ...(lastWords !== undefined && { lastWords: tidyLastWords(lastWords) }),
  };
}

/** What a side said, as it is told. */
export function toldMessage(message: string | null): string | null {
  return message === null ? null : tidyMessage(message);
}

/** A message without secrets, without what is new each time, and without signatures, which are long runs of letters and digits. */
export function tidyMessage(message: string): string {
  const [text = ""] = message.split(/\r?\n\s*(?:RequestId|Time|x-ms-request-id)\b/i);
  return tidyText(redactor.text(text))
    .replaceAll(/[A-Za-z0-9+/=%]{40,}/g, "…")
    .trim();
}

/** Places of what sides say in sentences; what stands elsewhere is a value, and is told as it is. */
const sentences = new Set(["call", "response.message", "response.body"]);

function toldDifference(difference: PlaceDifference): PlaceDifference {
  const { place, emulator, reference } = difference;
  const told = sentences.has(place) ? toldMessage : toldValue;
  return { ...difference, emulator: told(emulator), reference: told(reference) };
}

/** A value without secrets, and short. */
export function toldValue(value: string | null): string | null {
  return value === null ? null : shortText(redactor.text(value));
}
