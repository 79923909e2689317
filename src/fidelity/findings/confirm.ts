import type { Sequence } from "../../explore/index.ts";
import type { Interface } from "../../model/index.ts";
import type { Discrepancy, Perform } from "../pair/performed.ts";
import { shownAgain } from "./same.ts";

/** How a discrepancy showed again. */
export interface Confirmed {
  /** As it showed first. */
  readonly discrepancy: Discrepancy;
  /** How often, of three. */
  readonly reproduced: number;
  readonly dependsOnTime?: true;
}

const times = 3;

/** Performs a sequence three times, and says how often the discrepancy showed; `undefined` if it never did. */
export async function confirm(
  sequence: Sequence,
  discrepancy: Discrepancy,
  perform: Perform,
  contract: Interface,
): Promise<Confirmed | undefined> {
  const shown: Discrepancy[] = [];
  for (let time = 0; time < times; time++) {
    const performed = await perform(sequence, { probes: "each" });
    const again = shownAgain({ sequence, discrepancy }, { sequence, performed }, contract);
    if (again !== undefined) shown.push(again);
  }
  const [first] = shown;
  if (first === undefined) return undefined;
  return {
    discrepancy: first,
    reproduced: shown.length,
    ...(shown.length < times && { dependsOnTime: true }),
  };
}
