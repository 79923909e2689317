import type { Side } from "../sides/side.ts";
import type { FreshNames } from "./fresh-names.ts";
import type { Pair } from "./performance.ts";

/** How often all that was on each of two sides was lost, and how often since its process died. */
export type Losses = readonly Pick<Side, "losses" | "crashes">[];

export function lossesOf({ emulator, reference }: Pair): Losses {
  return [emulator, reference].map(({ losses, crashes }) => ({ losses, crashes }));
}

/** What was lost since then, side by side. */
export function lossesSince(before: Losses, pair: Pair): Losses {
  return lossesOf(pair).map(({ losses, crashes }, at) => ({
    losses: losses - (before[at]?.losses ?? 0),
    crashes: crashes - (before[at]?.crashes ?? 0),
  }));
}

/** Settles when the sides serve again that have lost anything. */
export async function untilServing(lost: Losses, { emulator, reference }: Pair): Promise<void> {
  const sides = [emulator, reference].filter((_, at) => (lost[at]?.losses ?? 0) > 0);
  await Promise.all(sides.map((side) => side.recover()));
}

/** Whether others are to blame, by what the processes said at their end: it names some of them, and nobody who has these names. */
export function areOthersToBlame(
  lost: Losses,
  { emulator, reference }: Pair,
  names: FreshNames,
  own: ReadonlySet<string>,
): boolean {
  return [emulator, reference].every(({ lastWords }, at) => {
    const { losses = 0, crashes = 0 } = lost[at] ?? {};
    if (losses === 0) return true;
    const named = names.givenIn(lastWords.join("\n"));
    // Of several deaths only the last has left its words, and what hangs leaves none.
    return losses === 1 && crashes === 1 && named.size > 0 && named.isDisjointFrom(own);
  });
}
