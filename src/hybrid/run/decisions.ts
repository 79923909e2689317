import { createHash } from "node:crypto";
import { watchedContracts } from "../decide/contract-watch.ts";
import { type Decision, decide, type SeenTest } from "../decide/decide.ts";
import type { HybridOptions } from "./options.ts";

const dayInMs = 86_400_000;

/** Decides on every test by the policy and the safe list; some that would be kept are drawn to be checked. */
export async function decisionsOn(
  seen: readonly SeenTest[],
  { run, isObserving }: { readonly run: string; readonly isObserving: boolean },
  options: HybridOptions,
): Promise<ReadonlyMap<string, Decision>> {
  const { policy, catalogue, daysTrusted, pinned, revalidate, store, storedId } = options;
  const entries = Map.groupBy(await store.entries(), ({ test }) => test);
  const context = {
    policy,
    catalogue,
    pinned,
    entriesOf: (test: string) => entries.get(storedId(test)) ?? [],
    notBefore: new Date(Date.now() - daysTrusted * dayInMs).toISOString(),
    isObserving,
    ...(options.contracts !== undefined && { contracts: watchedContracts }),
  };
  return new Map(
    seen.map((one) => {
      const decision = decide(one, context);
      return [one.test.id, isChecked(one.test.id, decision, revalidate, run) ? checked(decision) : decision];
    }),
  );
}

/** Drawn by the run and the test, so that a run can be repeated. */
function isChecked(test: string, { target, kind }: Decision, share: number, run: string): boolean {
  if (target === "cloud" || (kind !== "on the safe list" && kind !== "operations trusted")) return false;
  const drawn = createHash("sha256").update(`${run} ${test}`).digest().readUInt32BE() / 2 ** 32;
  return drawn < share;
}

function checked({ reason }: Decision): Decision {
  return { target: "cloud", kind: "revalidated", reason: `drawn as a check, though ${reason}` };
}
