import type { Step } from "../../explore/index.ts";
import type { Performed } from "../pair/performed.ts";
import type { Done, HasSequence } from "./lanes.ts";

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
 * What a process took with it when it died of one sequence says nothing of those beside it: they are performed again. Whom it has named
 * at the end is to blame, and need not be. Those that nobody suspects are performed at once; the others, and whoever was disturbed then,
 * alone, the most suspicious last. Where both sides have hung, and nothing has of any other, that was due to the last one, if it stands
 * out: it need not hang a second time. One side alone may have been stopped by somebody else, and a death may have come of what several
 * did at once, so that nobody else is blamed without having died alone.
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
  // Where nobody else is left, one of them it must have been.
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

/** Where several are named, one of them has only been spoken of. */
function theOneToBlame<Planned>(disturbed: readonly Done<Planned>[]): Done<Planned> | undefined {
  const named = disturbed.filter(({ performed }) => performed.isToBlame === true);
  return named.length === 1 ? named[0] : undefined;
}

/** Performs some at once; of which of them is known then what comes of it, and whether nobody was disturbed. */
async function settledTogether<Planned extends HasSequence>(
  several: readonly Done<Planned>[],
  { performTogether, onSettled }: AftermathOptions<Planned>,
): Promise<{ readonly settled: ReadonlySet<Planned>; readonly isCalmed: boolean }> {
  const settled = new Set<Planned>();
  let isCalmed = true;
  // One by itself is alone.
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

/** Of what was under way, and no more likely than most to be to blame. */
const unsuspected = 1;

/** Whose last call was answered is hardly to blame. */
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
