import type { Side } from "../sides/side.ts";
import type { Naming } from "./fresh-names.ts";
import type { Pair, Which } from "./pair.ts";
import type { PerformedStep } from "./performed.ts";

/** How often each side had died, and how often all on it had been lost. */
export type Losses = Readonly<Record<Which, Pick<Side, "crashes" | "losses">>>;

export function lossesOf({ emulator, reference }: Pair): Losses {
  const of = ({ crashes, losses }: Side) => ({ crashes, losses });
  return { emulator: of(emulator), reference: of(reference) };
}

/** Whether anything was lost on either side since then. */
export function hasLost(pair: Pair, before: Losses): boolean {
  return sides.some((which) => pair[which].losses > before[which].losses);
}

const sides = ["emulator", "reference"] as const;

/**
 * Out of memory or descriptors: the sequence that hit the limit is not necessarily the one that used it up, so such errors prove
 * nothing.
 */
const runsShort = /\b(?:EMFILE|ENFILE|ENOSPC|ENOMEM)\b|heap out of memory/;

/**
 * Whether it is proved that a sequence's last step caused a crash: each side that lost anything has died exactly once, without answering
 * that step, and its last words contain a name that only this sequence uses; a side that lost nothing has answered.
 */
export function isToBlame(
  pair: Pair,
  before: Losses,
  { naming, last }: { readonly naming: Naming; readonly last: PerformedStep | undefined },
): boolean {
  return (
    hasLost(pair, before) &&
    sides.every((which) => {
      const { crashes, losses, lastWords } = pair[which];
      const hasFailed = last?.[which].kind === "failed";
      if (losses === before[which].losses) return !hasFailed;
      const isOnlyDeath = losses === before[which].losses + 1 && crashes === before[which].crashes + 1;
      return isOnlyDeath && hasFailed && isNamedIn(lastWords, naming);
    })
  );
}

function isNamedIn(lastWords: readonly string[], { names }: Naming): boolean {
  const [error = ""] = lastWords;
  if (!/error/i.test(error) || lastWords.some((line) => runsShort.test(line))) return false;
  return lastWords.some((line) => [...names].some((name) => line.includes(name)));
}
