import type { Sequence } from "../../explore/index.ts";
import type { Interface } from "../../model/index.ts";
import type { Discrepancy, Perform, Performed } from "../pair/performed.ts";
import { shownAgain } from "./same.ts";

/** How a discrepancy showed again. */
export interface Confirmed {
  /** As it showed first. */
  readonly discrepancy: Discrepancy;
  /** How often, of three. */
  readonly reproduced: number;
  readonly dependsOnTime?: true;
  /** A difference of states that an earlier step has made in silence: a discrepancy of its own. */
  readonly earlier?: Discrepancy;
}

const times = 3;

/** Performs a sequence three times, and says how often the discrepancy showed; `undefined` if it never did. */
export async function confirm(
  sequence: Sequence,
  discrepancy: Discrepancy,
  perform: Perform,
  described: Interface,
): Promise<Confirmed | undefined> {
  const shown: Discrepancy[] = [];
  let earlier: Discrepancy | undefined;
  for (let time = 0; time < times; time++) {
    let performed = await perform(sequence, { probes: "each" });
    if (isHidden(discrepancy, performed)) {
      earlier ??= performed.discrepancy;
      performed = await perform(sequence, { probes: "last" });
    }
    const again = shownAgain({ sequence, discrepancy }, { sequence, performed }, described);
    if (again !== undefined) shown.push(again);
  }
  const [first] = shown;
  if (first === undefined) return undefined;
  return {
    discrepancy: first,
    reproduced: shown.length,
    ...(shown.length < times && { dependsOnTime: true }),
    ...(earlier !== undefined && { earlier }),
  };
}

/** Whether the performance ended before it came to the answers in question, at states that nobody had asked for. */
function isHidden(wanted: Discrepancy, { discrepancy }: Performed): boolean {
  if (discrepancy === undefined || wanted.manifestation === "state") return false;
  return discrepancy.manifestation === "state" && discrepancy.step < wanted.step;
}
