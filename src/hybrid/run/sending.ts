import { addCosts, type Cost, costOf } from "../cost/index.ts";
import type { Decision, SeenTest } from "../decide/decide.ts";
import type { HybridOptions } from "./options.ts";

/** The tests that are sent to the cloud now, and why others that should be are not. */
export interface Sending {
  readonly sent: readonly SeenTest[];
  readonly unsent: ReadonlyMap<string, string>;
}

/** Chooses what is sent: as many tests as the budget allows, and none without an account. */
export function chooseToSend(
  seen: readonly SeenTest[],
  decisions: ReadonlyMap<string, Decision>,
  costs: ReadonlyMap<string, Cost>,
  { cloud, budget, prices, scope }: Pick<HybridOptions, "cloud" | "budget" | "prices" | "scope">,
): Sending {
  const sent: SeenTest[] = [];
  const unsent = new Map<string, string>();
  const billed = new Set<string>();
  let spent = costOf([], prices);
  for (const one of seen) {
    if (!isWanted(one, decisions.get(one.test.id), scope)) continue;
    // The first test of a file brings its set-up along, and the first of all what belongs to nobody.
    const whose = [one.test.id, one.test.file, ""].filter((name) => !billed.has(name));
    const next = addCosts(spent, ...whose.flatMap((name) => costs.get(name) ?? []));
    const why = whyNot(next, cloud, budget);
    if (why === undefined) {
      sent.push(one);
      for (const name of whose) billed.add(name);
      spent = next;
    } else unsent.set(one.test.id, why);
  }
  return { sent, unsent };
}

function isWanted(
  { result }: SeenTest,
  decision: Decision | undefined,
  scope: HybridOptions["scope"],
): boolean {
  return scope === "audit" ? result.status !== "skipped" : decision?.target === "cloud";
}

function whyNot(
  { requests, dollars }: Cost,
  cloud: HybridOptions["cloud"],
  budget: HybridOptions["budget"],
): string | undefined {
  if (cloud.kind === "deferred") return "it waits for a run of what was put off";
  if (cloud.kind !== "open") return cloud.why;
  if (requests > (budget.requests ?? Number.POSITIVE_INFINITY)) {
    return `the budget of ${budget.requests} requests is spent`;
  }
  return dollars > (budget.dollars ?? Number.POSITIVE_INFINITY)
    ? `the budget of $${budget.dollars} is spent`
    : undefined;
}
