import type { ServiceName } from "../../clouds/index.ts";
import type { Step } from "../../explore/index.ts";
import type { Performed } from "../pair/performed.ts";
import { type Done, type HasSequence, Lanes } from "./lanes.ts";

/** How disturbed sequences are repeated. */
export interface RepeatOptions<Planned extends HasSequence> {
  readonly service: ServiceName;
  /** How many at once. */
  readonly width: number;
  readonly perform: (planned: Planned) => Promise<Performed>;
  /** How likely it is that something has died of a step, against others. */
  readonly suspicion: (step: Step) => number;
  /** Whether there is no time for another one. */
  readonly isLate: () => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Finds out what disturbed sequences do when nothing else disturbs them. */
export class Aftermath<Planned extends HasSequence> {
  readonly #options: RepeatOptions<Planned>;
  readonly #settled = new WeakMap<Planned, Performed>();

  constructor(options: RepeatOptions<Planned>) {
    this.#options = options;
  }

  /** Repeats the disturbed ones among some that ran together, and remembers the results. */
  async settle(several: readonly Done<Planned>[]): Promise<void> {
    const disturbed = several.filter((one) => this.isUnsettled(one));
    await settleDisturbed(disturbed, {
      ...this.#options,
      performTogether: (those, onDone) => performTogether(those, this.#options, onDone),
      onSettled: (planned, performed) => this.#settled.set(planned, performed),
    });
  }

  /** Whether it was disturbed, and has no undisturbed result yet. */
  isUnsettled({ planned, performed }: Done<Planned>): boolean {
    return performed.isDisturbed === true && !this.#settled.has(planned);
  }

  /** Its undisturbed result; its first result if there is no other. */
  of({ planned, performed }: Done<Planned>): Performed {
    return this.#settled.get(planned) ?? performed;
  }
}

/** Performs several at once, as far as there is time, and tells of each that is done, even if another one fails. */
export async function performTogether<Planned extends HasSequence>(
  several: readonly Planned[],
  { service, width, perform, isLate, signal }: Omit<RepeatOptions<Planned>, "suspicion">,
  onDone: (done: Done<Planned>) => void,
): Promise<void> {
  const waiting = [...several];
  const together = new Lanes({
    service,
    width,
    ahead: width,
    perform,
    plan: () => (isLate() ? undefined : waiting.shift()),
    signal,
  });
  try {
    for (let one = await together.next(); one !== undefined; one = await together.next()) onDone(one);
  } finally {
    await together.ended();
    for (const one of await together.untold()) onDone(one);
  }
}

export interface AftermathOptions<Planned extends HasSequence> {
  readonly perform: (planned: Planned) => Promise<Performed>;
  /** Performs several at once, and tells of each that is done; those for which there is no time are left out. */
  readonly performTogether: (
    several: readonly Planned[],
    onDone: (done: Done<Planned>) => void,
  ) => Promise<void>;
  /** How likely it is that something has died of a step, against others. */
  readonly suspicion: (step: Step) => number;
  /** Whether there is no time for another one. */
  readonly isLate: () => boolean;
  /** Told what comes of each, whatever others do beside it. */
  readonly onSettled: (planned: Planned, performed: Performed) => void;
}

/**
 * After a crash, finds out which of the sequences that ran together caused it:
 * 1. One that is named in the last words is blamed, and not repeated.
 * 2. Those that nobody suspects are repeated together.
 * 3. The others, and those that were disturbed again, are repeated alone, the most suspicious last.
 * 4. If both sides hung and only the most suspicious one is left, it is blamed without a repeat.
 * If only one side hung, somebody else may have stopped it, and a death may come of several sequences together: then nobody
 * is blamed who has not died alone.
 */
export async function settleDisturbed<Planned extends HasSequence>(
  disturbed: readonly Done<Planned>[],
  options: AftermathOptions<Planned>,
): Promise<void> {
  const { perform, suspicion, isLate, onSettled } = options;
  const rank = ({ planned, performed }: Done<Planned>) => suspicionOf(planned, performed, suspicion);
  const blamed = theOneToBlame(disturbed);
  if (blamed !== undefined) onSettled(blamed.planned, blamed.performed);
  const others = disturbed.filter((one) => one !== blamed).toSorted((a, b) => rank(a) - rank(b));
  const [before, last] = others.slice(-2);
  const standsOut = before !== undefined && last !== undefined && rank(last) > rank(before);
  const isCalm = (one: Done<Planned>) =>
    blamed === undefined ? rank(one) <= unsuspected : !haveHung(one.performed, "one");
  const calm = others.filter(isCalm);
  // If all of them are unsuspected, one of them must be the cause: nothing would be gained by repeating them together.
  const isOneOfThem = blamed === undefined && calm.length === others.length;
  const { settled, isCalmed } = await settledTogether(isOneOfThem ? [] : calm, options);
  let isFound = blamed !== undefined || !isCalmed;
  for (const one of others) {
    if (settled.has(one.planned)) continue;
    if (isLate()) return;
    const isSpared = one === last && standsOut && !isFound && haveHung(one.performed, "both");
    const performed: Performed = isSpared ? one.performed : await perform(one.planned);
    isFound ||= performed.isDisturbed === true;
    onSettled(one.planned, performed);
  }
}

/** The one that is named in the last words; nobody if there are several, since some are then only mentioned. */
function theOneToBlame<Planned>(disturbed: readonly Done<Planned>[]): Done<Planned> | undefined {
  const named = disturbed.filter(({ performed }) => performed.isToBlame === true);
  return named.length === 1 ? named[0] : undefined;
}

/** Repeats some together: which of them were not disturbed this time, and whether that is all of them. */
async function settledTogether<Planned extends HasSequence>(
  several: readonly Done<Planned>[],
  { performTogether, onSettled }: AftermathOptions<Planned>,
): Promise<{ readonly settled: ReadonlySet<Planned>; readonly isCalmed: boolean }> {
  const settled = new Set<Planned>();
  let isCalmed = true;
  // A single one is repeated alone anyway.
  if (several.length < 2) return { settled, isCalmed };
  await performTogether(
    several.map(({ planned }) => planned),
    ({ planned, performed }) => {
      if (performed.isDisturbed === true) {
        isCalmed = false;
        return;
      }
      settled.add(planned);
      onSettled(planned, performed);
    },
  );
  return { settled, isCalmed };
}

/** Whether one of the sides, or both, have hung under the last step. */
function haveHung({ steps }: Performed, which: "one" | "both"): boolean {
  const { emulator, reference } = steps.at(-1) ?? {};
  const hung = [emulator, reference].filter((result) => result?.kind === "failed" && result.isHung === true);
  return hung.length >= (which === "both" ? 2 : 1);
}

/** The rank of a sequence whose last call was under way, with a step that is no more suspicious than most. */
const unsuspected = 1;

/** How suspicious a sequence is: hardly, if its last call was answered. */
function suspicionOf(
  { sequence }: HasSequence,
  { steps }: Performed,
  suspicion: (step: Step) => number,
): number {
  const { emulator, reference } = steps.at(-1) ?? {};
  const last = sequence[steps.length - 1];
  const wasUnderWay = emulator?.kind === "failed" || reference?.kind === "failed";
  return wasUnderWay && last !== undefined ? unsuspected + suspicion(last) : 0;
}
