import type { Sequence } from "../../explore/index.ts";
import { allEnded } from "../all-ended.ts";
import type { Side, Stage } from "../sides/side.ts";
import type { RestoreOptions } from "../undo/settings.ts";
import { hasLost, isToBlame, lossesOf } from "./crash-proof.ts";
import { FreshNames, type Naming, originalDifference } from "./fresh-names.ts";
import type { Judged } from "./judged.ts";
import { bothAsNew, type Pair, type Which } from "./pair.ts";
import { Performance } from "./performance.ts";
import type { Perform, Performed, PerformOptions, PlaceDifference } from "./performed.ts";
import { redactedDifference } from "./redacted-difference.ts";
import { SwappedStage } from "./swapped-stage.ts";
import { chosenNames, needsAccountAlone } from "./touched.ts";

export interface PerformerOptions {
  /** What fresh names begin with: two letters that no token begins with. */
  readonly prefix?: string;
  /** Where fresh names come from, if several performers share them. */
  readonly names?: FreshNames;
  /** Whether a difference is already known, after the steps performed so far: known ones do not end a sequence. */
  readonly isKnown?: (operation: string, difference: PlaceDifference, performed: Sequence) => boolean;
}

/**
 * Performs sequences on two sides in lockstep. Several may be performed at once: their names differ.
 *
 * @example
 * const perform = performer({ emulator, reference });
 * const { discrepancy } = await perform(sequence);
 */
export function performer(
  pair: Pair,
  { prefix, names = new FreshNames(prefix), isKnown = () => false }: PerformerOptions = {},
): Perform {
  return async function perform(sequence, options = { probes: "last" }): Promise<Performed> {
    const { unlike, ...performed } = await once(sequence, options);
    if (unlike === undefined || unlike === 0 || performed.isDisturbed === true) return performed;
    // Whether it was an earlier call shows without that one; a glance may not look there.
    const { turn: _, care: __, ...whole } = options;
    const without = await perform(sequence.slice(0, unlike), whole);
    return without.discrepancy === undefined && without.isDisturbed !== true ? performed : without;
  };

  async function once(sequence: Sequence, options: PerformOptions): Promise<Judged> {
    const before = lossesOf(pair);
    const isAlone = needsAccountAlone(pair.emulator.service, sequence);
    // Whoever only glances leaves settings to the next that are as good as new, and what is not ours does not get any better.
    const mayBeAsGood = options.turn !== undefined || !pair.emulator.isOurs || !pair.reference.isOurs;
    const how = { asGoodAsNew: isAlone && mayBeAsGood };
    if (isAlone) await rest(pair, how);
    await allEnded([pair.emulator.ready(), pair.reference.ready()]);
    const naming = names.next(sequence);
    const stages = {
      emulator: pair.emulator.open(naming.names, { goesOn: true, ...how }),
      reference: isOneAccount(pair)
        ? beside(pair.reference, sequence, { own: names.next(sequence), others: naming })
        : pair.reference.open(naming.names, { goesOn: true, ...how }),
    };
    return await leavingAfter(stages, async () => {
      const setting = {
        pair,
        stages,
        naming,
        isKnown: (operation: string, difference: PlaceDifference, steps: number) =>
          !(options.endsAtKnownStates === true && difference.place.startsWith("state ")) &&
          isKnown(
            operation,
            // Known differences are kept in the same form: with tokens, and without secrets.
            originalDifference(redactedDifference(difference, pair), naming),
            sequence.slice(0, steps),
          ),
      };
      const performed = withinBudget(await new Performance(setting).perform(sequence, options), pair);
      // Checked before the stages are left: losses while they are cleaned up no longer matter.
      if (!hasLost(pair, before)) return performed;
      const isItsOwn = isToBlame(pair, before, { naming, last: performed.steps.at(-1) });
      return { ...performed, isDisturbed: true, ...(isItsOwn && { isToBlame: true }) };
    });
  }
}

/** Waits until both are at rest. If one of them is new, the other must be new as well, since they would not say the same. */
async function rest(pair: Pair, how: RestoreOptions): Promise<void> {
  const { emulator, reference } = pair;
  await allEnded([emulator.atRest(how), reference.atRest(how)]);
  if (emulator.isAsNew !== reference.isAsNew) await bothAsNew(pair);
}

/** Does some work, then leaves both stages; an error from leaving them does not hide an error of the work. */
async function leavingAfter<Result>(
  { emulator, reference }: Readonly<Record<Which, Stage>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const working = work();
  await Promise.allSettled([working]);
  const [result] = await allEnded([
    working,
    emulator[Symbol.asyncDispose](),
    reference[Symbol.asyncDispose](),
  ]);
  return result;
}

/** Whether both sides use the same account, such as a target by URL and contracts in front of it. */
function isOneAccount({ emulator, reference }: Pair): boolean {
  return emulator.origin === reference.origin;
}

/** A stage on an account on which another stage of the same sequence is open. */
function beside(
  side: Side,
  sequence: Sequence,
  { own, others }: { readonly own: Naming; readonly others: Naming },
): Stage {
  return new SwappedStage(side.open(own.names), own, others, chosenNames(side.service, sequence));
}

/** If a request budget ended meanwhile, a side was not asked: then only a difference between two real answers counts. */
function withinBudget(performed: Judged, { emulator, reference }: Pair): Judged {
  const { steps, discrepancy } = performed;
  const isSpent = emulator.spent !== undefined || reference.spent !== undefined;
  const parted = discrepancy && steps[discrepancy.step];
  const isTold =
    parted !== undefined && [parted.emulator, parted.reference].every(({ kind }) => kind !== "masked");
  return !isSpent || (isTold && discrepancy?.manifestation === "response") ? performed : { steps };
}
