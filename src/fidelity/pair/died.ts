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

/** After calls that failed: the one side whose process has died or hung, or both, once they serve again. */
export async function whoDied(pair: Pair, results: PerformedStep): Promise<Died | "both" | undefined> {
  const end = async (which: Which): Promise<Recovered> =>
    results[which].kind === "failed" ? pair[which].recover(results[which]) : "alive";
  const [emulator, reference] = await allEnded([end("emulator"), end("reference")]);
  // Behind contracts the same emulator stands.
  const isSame = pair.reference.kind === "contracts";
  if (emulator !== "alive" && (reference === "alive" || isSame)) return { which: "emulator", how: emulator };
  if (reference === "alive") return undefined;
  // Nobody can see whether what runs elsewhere has died, too.
  const isUnseen = !pair.emulator.isOurs && results.emulator.kind === "failed";
  return emulator === "alive" && !isUnseen ? { which: "reference", how: reference } : "both";
}

/** Of contracts only what they have refused themselves is an answer: what stands behind them dies of the rest as well. */
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

/** What the process said at the end; one that hangs has said nothing of it. */
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
