import { setTimeout as pause } from "node:timers/promises";
import type { Scope } from "../../clouds/index.ts";
import { stateDifferences } from "../oracle/states.ts";
import type { Stage } from "../sides/side.ts";
import type { PlaceDifference } from "./performed.ts";

/** Milliseconds before each look: what goes on after an answer may take a moment to show. */
const pauses = [0, 60, 200];

/** More would not say it better. */
const mostTold = 20;

/** Where the states of two stages differ in some scopes, and go on to. */
export async function lookAtStates(
  scopes: readonly Scope[],
  { emulator, reference }: { readonly emulator: Stage; readonly reference: Stage },
  isKnown: (difference: PlaceDifference) => boolean,
): Promise<readonly PlaceDifference[]> {
  let unequal = scopes.map((scope) => ({ scope, differences: [] as readonly PlaceDifference[] }));
  for (const wait of pauses) {
    if (wait > 0) await pause(wait);
    const looks = unequal.map(async ({ scope }) => {
      const [own, other] = await Promise.all([emulator.probe(scope), reference.probe(scope)]);
      const differences = stateDifferences(scope, own, other).filter((one) => !isKnown(one));
      return { scope, differences };
    });
    unequal = (await Promise.all(looks)).filter(({ differences }) => differences.length > 0);
    if (unequal.length === 0) return [];
  }
  return unequal.flatMap(({ differences }) => differences).slice(0, mostTold);
}
