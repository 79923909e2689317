import { setTimeout as pause } from "node:timers/promises";
import { listsTopLevel, type Scope, type ServiceName, type Wanted } from "../../clouds/index.ts";
import { allEnded } from "../all-ended.ts";
import { stateDifferences } from "../oracle/states.ts";
import type { Stage } from "../sides/side.ts";
import type { PlaceDifference } from "./performed.ts";

/** Milliseconds before each look: the effect of a call may show only a moment after its answer. */
const pauses = [0, 60, 200];

export interface Look {
  readonly service: ServiceName;
  readonly emulator: Stage;
  readonly reference: Stage;
  readonly isKnown: (difference: PlaceDifference) => boolean;
  /** How often at most it is looked before a difference counts. */
  readonly looks?: number | undefined;
  /** The reads of a first glance: if they show no difference, nothing else is read. */
  readonly wanted?: Wanted | undefined;
}

/** Where the states of two stages differ in some scopes, and go on to. */
export async function lookAtStates(
  scopes: readonly Scope[],
  look: Look,
): Promise<readonly PlaceDifference[]> {
  const { looks = pauses.length, wanted } = look;
  if (wanted !== undefined && (await unequalScopes(scopes, look, wanted)).length === 0) return [];
  let unequal: readonly Unequal[] = scopes.map((scope) => ({ scope, differences: [] }));
  for (const wait of pauses.slice(0, looks)) {
    if (wait > 0) await pause(wait);
    const left = unequal.map(({ scope }) => scope);
    unequal = await unequalScopes(left, look);
    if (unequal.length === 0) return [];
  }
  return unequal.flatMap(({ differences }) => differences);
}

interface Unequal {
  readonly scope: Scope;
  readonly differences: readonly PlaceDifference[];
}

async function unequalScopes(
  scopes: readonly Scope[],
  { service, emulator, reference, isKnown }: Look,
  wanted: Wanted = () => true,
): Promise<readonly Unequal[]> {
  const probes = scopes.map(async (scope) => {
    // An account's lists may contain other people's things, so top-level things are only read by name.
    const reads: Wanted = (read) => wanted(read) && !(scope.length === 0 && listsTopLevel(read));
    const [own, other] = await allEnded([emulator.probe(scope, reads), reference.probe(scope, reads)]);
    return { scope, differences: stateDifferences(service, own, other).filter((one) => !isKnown(one)) };
  });
  return (await allEnded(probes)).filter(({ differences }) => differences.length > 0);
}
