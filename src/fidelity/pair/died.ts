import type { CallResult } from "../../clouds/index.ts";
import { allEnded } from "../all-ended.ts";
import { anyAnswer } from "../findings/crash.ts";
import { ownWords } from "../oracle/own-words.ts";
import type { Recovered } from "../sides/side.ts";
import type { Naming } from "./fresh-names.ts";
import type { Difference, Pair, Which } from "./pair.ts";
import type { PerformedStep, PlaceDifference } from "./performed.ts";

/** The side whose process died of a call, or hung. */
export interface Died {
  readonly which: Which;
  readonly how: Exclude<Recovered, "alive">;
}

/** After failed calls: waits until both sides serve again, and says which of them had died or hung. */
export async function whoDied(pair: Pair, results: PerformedStep): Promise<Died | "both" | undefined> {
  const end = async (which: Which): Promise<Recovered> =>
    results[which].kind === "failed" ? pair[which].recover(results[which]) : "alive";
  const [emulator, reference] = await allEnded([end("emulator"), end("reference")]);
  // Contracts stand in front of the same emulator, which dies once for both sides.
  const isSame = pair.reference.kind === "contracts";
  if (emulator !== "alive" && (reference === "alive" || isSame)) return { which: "emulator", how: emulator };
  if (reference === "alive") return undefined;
  // An emulator that we did not start may have died as well: that cannot be seen from here.
  const isUnseen = !pair.emulator.isOurs && results.emulator.kind === "failed";
  return emulator === "alive" && !isUnseen ? { which: "reference", how: reference } : "both";
}

/**
 * The difference that a death makes. Contracts pass calls on to the same emulator, so unless they answered themselves, the reference
 * has died as well and has no answer to compare with.
 */
export function endedBy(
  died: Died,
  pair: Pair,
  differences: readonly PlaceDifference[],
  reference: CallResult,
): Difference {
  const isShared =
    pair.reference.kind === "contracts" && died.which === "emulator" && reference.kind !== "answered";
  const process = processOf(died);
  return {
    differences: [...differences, isShared ? { ...process, reference: null } : process],
    manifestation: "response",
    died,
    ...(isShared && { instead: anyAnswer }),
  };
}

/** The last lines that the process printed before it died; none for one that hung: what it printed last is about something else. */
export function lastWordsOf({ which, how }: Died, pair: Pair, { original }: Naming): readonly string[] {
  const side = pair[which];
  const own = ownWords(side);
  return how === "hung" ? [] : side.lastWords.map((line) => original(own(side.redact(line))));
}

function processOf({ which, how }: Died): PlaceDifference {
  const alive = "alive";
  return which === "emulator"
    ? { place: "process", emulator: how, reference: alive }
    : { place: "process", emulator: alive, reference: how };
}
