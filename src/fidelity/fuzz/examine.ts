import { denialsOf, interfaceOf, isSuccess, type ServiceName } from "../../clouds/index.ts";
import { plainerInputs } from "../../explore/index.ts";
import type { Input, Interface, Operation } from "../../model/index.ts";
import { saysMissing } from "../findings/answers.ts";
import { whoIsToBlame } from "../findings/blame.ts";
import type { Claims } from "../findings/claims.ts";
import { confirm } from "../findings/confirm.ts";
import type { Finding } from "../findings/finding.ts";
import { findingOf } from "../findings/finding-of.ts";
import type { Case } from "../findings/identity.ts";
import { minimise } from "../findings/minimise.ts";
import { shownAgain } from "../findings/same.ts";
import type { Discrepancy, Perform, PlaceDifference } from "../pair/performed.ts";
import { isShownBy } from "./shown-by.ts";

/** How many performances minimising may take; fewer for a crash, since each restart takes long. */
const budget = { usual: 120, died: 12 };

/** How often it is looked whether a difference shows again: something else may differ by chance before it. */
const looks = 2;

/**
 * Worst case after minimising: 2 looks before, 3 confirmations, each doubled if an earlier state difference stops it. Who is to blame
 * is asked only while there is time for these.
 */
const performancesAfter = 8;

export interface ExamineOptions {
  readonly service: ServiceName;
  readonly emulator: string;
  readonly reference: string;
  readonly claims: Claims;
  /** Whether minimising must stop, because that many milliseconds are needed for what follows it. */
  readonly isLate: (needed: number) => boolean;
  /** The finding that already includes a discrepancy. */
  readonly knownAs: (found: Case) => Finding | undefined;
  /** Breaks it off. */
  readonly signal?: AbortSignal | undefined;
}

/** What has come of looking into a discrepancy. */
export interface Examined {
  readonly finding?: Finding;
  /** All that differed where it was found; nothing where it is known already. */
  readonly differences?: readonly PlaceDifference[];
  /** Another case: an earlier step of the same sequence has changed the state wrongly. */
  readonly earlier?: Case;
  /** The operations by which a state was read that differs, if it is not known whether they read it correctly. */
  readonly doubtful?: readonly string[];
}

/** Makes a finding of a discrepancy, if it shows again by itself: as few calls as will do it, and plain values. */
export async function examine(
  found: Case,
  perform: Perform,
  { service, emulator, reference, claims, isLate, knownAs, signal }: ExamineOptions,
): Promise<Examined> {
  const described = interfaceOf(service);
  const sequence = found.sequence.slice(0, found.discrepancy.step + 1);
  const began = performance.now();
  let again: Discrepancy | undefined;
  for (let look = 0; look < looks && again === undefined; look++)
    again = shownAgain(found, { sequence, performed: await perform(sequence) }, described);
  if (again === undefined) return {};
  const once = performance.now() - began;
  const isBrokenOff = () => signal?.aborted === true;
  const options = {
    budget: found.discrepancy.died === undefined ? budget.usual : budget.died,
    isLate: () => isBrokenOff() || isLate(once * performancesAfter),
    interface: described,
    denials: (operation: Operation) => denialsOf(service, operation),
    plainer: (input: Input, operation: Operation) => plainerInputs(input, operation, described.types),
  };
  const shown = await minimise(sequence, again, perform, options);
  if (isBrokenOff()) return {};
  const telling: Perform = (steps, { probes } = { probes: "last" }) =>
    perform(steps, { probes, endsAtKnownStates: true });
  const silent = await silentBefore(shown, perform, described);
  const known = silent === undefined ? await silentBefore(shown, telling, described) : undefined;
  const teller = known && knownAs(known);
  if (teller !== undefined) return { finding: teller };
  const looking = known === undefined ? perform : telling;
  const change = silent ?? known;
  const plain =
    change === undefined ? shown : await minimise(change.sequence, change.discrepancy, looking, options);
  const blame = await whoIsToBlame(plain, { perform: looking, service, isLate: options.isLate });
  if (isBrokenOff()) return {};
  const { sequence: calls, discrepancy } = typeof blame === "object" ? blame : plain;
  const confirmed = await confirm(calls, discrepancy, looking, described);
  if (confirmed === undefined) return {};
  const context = { service, emulator, reference, interface: described, claims };
  const finding = findingOf(calls, confirmed, context);
  const { earlier, discrepancy: own } = confirmed;
  // If the operation to blame also read the state, the differences that it read there are the same finding.
  if (typeof blame === "object") {
    return { finding, differences: [...own.differences, ...readWith(finding.operation, plain.discrepancy)] };
  }
  return {
    finding,
    differences: own.differences,
    ...(earlier !== undefined && { earlier: { sequence: calls, discrepancy: earlier } }),
    ...(blame === "unknown" && { doubtful: readersOf(own) }),
  };
}

function readWith(operation: string, { differences }: Discrepancy): readonly PlaceDifference[] {
  return differences.filter(({ readBy }) => readBy === operation);
}

/** The operations by which the parts of a state were read that differ. */
export function readersOf({ manifestation, differences }: Discrepancy): readonly string[] {
  if (manifestation !== "state") return [];
  return [...new Set(differences.flatMap(({ readBy }) => (readBy === undefined ? [] : [readBy])))];
}

/**
 * The change before a read that already left different states, if the read only shows that difference: it misses something, or gives
 * the values that differ in the state. A read that is refused for another reason, or gives other values, is a case of its own.
 */
async function silentBefore(
  found: Case,
  perform: Perform,
  { operations }: Interface,
): Promise<Case | undefined> {
  const reads = new Set(operations.filter(({ readOnly }) => readOnly).map(({ name }) => name));
  const { sequence, discrepancy } = found;
  const { emulator, reference } = discrepancy;
  if (![emulator, reference].every((one) => isSuccess(one) || saysMissing(one))) return undefined;
  if (!reads.has(sequence[discrepancy.step]?.operation ?? "")) return undefined;
  const change = sequence.findLastIndex(({ operation }) => !reads.has(operation));
  const before = sequence.slice(0, change + 1);
  const { discrepancy: silent } = change < 0 ? {} : await perform(before);
  if (silent?.manifestation !== "state") return undefined;
  const isMissed = saysMissing(emulator) !== saysMissing(reference);
  return isMissed || isShownBy(discrepancy.differences, silent.differences)
    ? { sequence: before, discrepancy: silent }
    : undefined;
}
