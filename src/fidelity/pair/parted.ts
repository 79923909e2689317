import type { CallResult } from "../../clouds/index.ts";
import { contractHeader } from "../../lab/index.ts";
import { messageOf, outcomeOf } from "../oracle/outcome.ts";
import { ownWords } from "../oracle/own-words.ts";
import { lastWordsOf } from "./died.ts";
import { type Naming, originalDifference } from "./fresh-names.ts";
import type { Difference, Pair, Which } from "./pair.ts";
import type { Discrepancy, Performed, PerformedStep } from "./performed.ts";
import { redactedDifference } from "./redacted-difference.ts";

/** More differences would not say it better. */
const mostTold = 20;

/** A performance up to now. */
export interface SoFar {
  readonly pair: Pair;
  readonly naming: Naming;
  readonly steps: readonly PerformedStep[];
}

/** What came of a sequence whose sides part at a step: with the sequence's own names, and without secrets. */
export function parted(
  step: number,
  { differences, manifestation, died, instead }: Difference,
  { pair, naming, steps }: SoFar,
): Performed {
  const results = steps[step];
  if (results === undefined) return { steps };
  const said = (which: Which, result: CallResult) => {
    const message = messageOf(result);
    return message === null ? null : naming.original(ownWords(pair[which])(pair[which].redact(message)));
  };
  const { emulator, reference } = results;
  // A contract explains the answer that it has changed, but not why states differ.
  const isOfAnswer = manifestation !== "state" && reference.kind === "answered";
  const contract = isOfAnswer ? reference.headers[contractHeader] : undefined;
  const discrepancy: Discrepancy = {
    step,
    emulator: outcomeOf(emulator),
    reference: instead === undefined ? outcomeOf(reference) : { status: null, code: null },
    differences: differences
      .slice(0, mostTold)
      .map((one) => originalDifference(redactedDifference(one, pair), naming)),
    manifestation,
    messages: {
      emulator: said("emulator", emulator),
      reference: instead ?? said("reference", reference),
    },
    ...(contract !== undefined && { contract }),
    ...(died !== undefined && { died: died.which, lastWords: lastWordsOf(died, pair, naming) }),
  };
  return { steps, discrepancy };
}
