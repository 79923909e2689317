import type { Interface } from "../../model/index.ts";
import type { Discrepancy, Performed } from "../pair/performed.ts";
import { type Case, sameFinding } from "./identity.ts";

/** Whether it shows in an answer or in the state alone: what shows in both shows in an answer. */
function isSilent({ manifestation }: Discrepancy): boolean {
  return manifestation === "state";
}

/** The discrepancy that came of a sequence, if it is the one that is looked for. */
export function shownAgain(
  wanted: Case,
  { sequence, performed }: { readonly sequence: Case["sequence"]; readonly performed: Performed },
  described: Interface,
): Discrepancy | undefined {
  const { discrepancy } = performed;
  if (discrepancy === undefined) return undefined;
  const isSame =
    isSilent(discrepancy) === isSilent(wanted.discrepancy) &&
    discrepancy.died === wanted.discrepancy.died &&
    sameFinding({ sequence, discrepancy }, described) === sameFinding(wanted, described);
  return isSame ? discrepancy : undefined;
}
