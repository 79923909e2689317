import { setTimeout as pause } from "node:timers/promises";
import { type CallResult, interfaceOf, operationOf } from "../../clouds/index.ts";
import { allEnded } from "../all-ended.ts";
import { fateOf, isAnyAnswerRight } from "../findings/crash.ts";
import type { Finding } from "../findings/finding.ts";
import { equalOutcomes, findingId, generalPlace } from "../findings/identity.ts";
import { namesIn } from "../findings/names-in.ts";
import { toldMessage, toldValue } from "../findings/told.ts";
import { isNeverAnswered } from "../findings/unknown-answer.ts";
import { messageOf, outcomeOf } from "../oracle/outcome.ts";
import { isUnpromised } from "../oracle/unpromised.ts";
import type { FreshNames } from "../pair/fresh-names.ts";
import type { Pair } from "../pair/pair.ts";
import { performer } from "../pair/perform.ts";
import type { Outcome } from "../pair/performed.ts";
import type { Recovered, Side } from "../sides/side.ts";
import { tellingStep } from "./outcome-text.ts";
import { type PerformedAlone, performAlone } from "./perform-alone.ts";
import { isTellable, valueAt } from "./places.ts";
import { ReproNames } from "./repro-names.ts";
import { requireMoreThanPages } from "./require-more-than-pages.ts";

/** Whose answer it is: the emulator's, so that the finding shows again, the reference's, or neither's. */
export type Verdict = "emulator" | "reference" | "other";

/** What came of a finding when it was performed again. */
export interface Reproduction {
  /** The side that it was performed on. */
  readonly on: string;
  readonly verdict: Verdict;
  readonly actual: Outcome & { readonly message: string | null };
  /** What became of the process: it is alive where only the call failed. */
  readonly process: Recovered;
  /** What stands now at the places where the finding's sides differed, as far as it was looked at. */
  readonly values: readonly { readonly place: string; readonly actual: string | null }[];
}

/** How a finding is performed again. */
export interface ReproduceOptions {
  /** Where other findings have their names from that are performed on the same sides. */
  readonly names?: ReproNames;
  /** The finding's reference, for differences that one side alone does not show; whoever opens it closes it. */
  readonly reference?: () => Promise<Side>;
}

/** Milliseconds before the next look: what goes on after an answer may take a moment to show. */
const pauses = [0, 100, 300];

/** Performs a finding again on a side, and says whose answer came. */
export async function reproduce(
  finding: Finding,
  side: Side,
  { names = new ReproNames(), reference }: ReproduceOptions = {},
): Promise<Reproduction> {
  const isByOutcome = fateOf(finding) !== undefined || !equalOutcomes(finding.emulator, finding.reference);
  const told = finding.differences.filter(isTellable);
  const performed = await performAlone(side, finding.sequence, {
    names: names.on(side),
    probes: !isByOutcome,
  });
  await requireMoreThanPages(performed.results, finding.sequence, side);
  const step = tellingStep(finding);
  const [result, fate = "alive"] = [performed.results[step], performed.fates[step]];
  const actual =
    result === undefined
      ? { status: null, code: null, message: null }
      : { ...outcomeOf(result), message: toldMessage(messageOf(result)) };
  const tell = (verdict: Verdict, values: Reproduction["values"] = []): Reproduction => ({
    on: side.label,
    verdict,
    actual,
    process: fate,
    values,
  });
  if (isNeverAnswered(finding)) return tell(verdictByInterface(finding, result));
  if (isByOutcome) return tell(verdictByOutcome(finding, actual, fate));
  if (!equalOutcomes(actual, finding.emulator)) return tell("other");
  if (told.length > 0) return tellByValues(finding, side, performed, { names: names.on(side), tell });
  if (reference === undefined) return tell("other");
  return tell(await verdictByPair(finding, { emulator: side, reference: await reference() }, names));
}

/** Whether one side alone shows it: by how a call ends, or by what stands where a look can be had at it. */
export function isToldAlone(finding: Finding): boolean {
  if (fateOf(finding) !== undefined || !equalOutcomes(finding.emulator, finding.reference)) return true;
  return finding.differences.some(isTellable);
}

/** Calls fail for many reasons: where a process has ended, only one that ends the same way shows it. */
export function verdictByOutcome(finding: Finding, actual: Outcome, fate: Recovered): Verdict {
  const { emulator, reference } = finding;
  if (equalOutcomes(actual, emulator)) {
    return fate === (fateOf(finding) ?? "alive") ? "emulator" : "other";
  }
  if (isAnyAnswerRight(finding)) return "reference";
  return equalOutcomes(actual, reference) ? "reference" : "other";
}

/** Where the interface alone says what is right, all is right that it knows. */
function verdictByInterface({ service, operation, emulator }: Finding, result?: CallResult): Verdict {
  if (result?.kind !== "answered") return "other";
  if (equalOutcomes(outcomeOf(result), emulator)) return "emulator";
  return isUnpromised(result, operationOf(service, operation)) ? "other" : "reference";
}

/** Looks at the places that differed; where neither side's values stand, once more after a while. */
async function tellByValues(
  finding: Finding,
  side: Side,
  first: PerformedAlone,
  {
    names,
    tell,
  }: { names: FreshNames; tell: (verdict: Verdict, values: Reproduction["values"]) => Reproduction },
): Promise<Reproduction> {
  const told = finding.differences.filter(isTellable);
  let performed = first;
  let values: Reproduction["values"] = [];
  for (const wait of pauses) {
    if (wait > 0) {
      await pause(wait);
      performed = await performAlone(side, finding.sequence, { names, probes: true });
    }
    const now = performed;
    values = told.map(({ place }) => ({
      place,
      actual: toldValue(valueAt(place, tellingStep(finding), now, side)),
    }));
    const isAs = (whose: "emulator" | "reference") =>
      told.every((difference, index) => values[index]?.actual === difference[whose]);
    if (isAs("emulator")) return tell("emulator", values);
    if (isAs("reference")) return tell("reference", values);
  }
  return tell("other", values);
}

/**
 * The side against the reference: the same discrepancy, none, or another one. What else the two differ in is looked past, as it
 * was when the finding was made: it is a finding of its own.
 */
async function verdictByPair(finding: Finding, pair: Pair, names: ReproNames): Promise<Verdict> {
  const { service, sequence, operation, differences } = finding;
  const { emulator, reference } = pair;
  const contract = interfaceOf(service);
  const chosen = namesIn(sequence, contract);
  const places = new Set(differences.map(({ place }) => generalPlace(place, chosen)));
  const perform = performer(pair, {
    names: names.on(emulator, reference),
    isKnown: (called, { place }) => called !== operation || !places.has(generalPlace(place, chosen)),
  });
  await allEnded([emulator.atRest(), reference.atRest()]);
  const { discrepancy } = await perform(sequence);
  if (discrepancy === undefined) return "reference";
  return findingId(service, { sequence, discrepancy }, contract) === finding.id ? "emulator" : "other";
}
