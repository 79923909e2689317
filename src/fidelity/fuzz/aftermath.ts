import type { Step } from "../../explore/index.ts";
import type { Performed } from "../pair/performed.ts";
import type { Done, HasSequence } from "./lanes.ts";

export interface AftermathOptions<Planned extends HasSequence> {
  readonly perform: (planned: Planned) => Promise<Performed>;
  /** How likely it is that something has died of a step, against others. */
  readonly suspicion: (step: Step) => number;
  /** Whether there is no time for another one. */
  readonly isLate: () => boolean;
  /** Told what came of each by itself. */
  readonly onPerformed: (planned: Planned, performed: Performed) => void;
}

/**
 * What a process took with it when it died of one sequence says nothing of those beside it: each is performed again, alone, the most
 * suspicious last. Where it has hung, and nothing has of any other, that was due to the last one, if it stands out: it need not hang a
 * second time. A death may have come of what several did at once, so that nobody is blamed without having died alone.
 */
export async function performedAlone<Planned extends HasSequence>(
  disturbed: readonly Done<Planned>[],
  { perform, suspicion, isLate, onPerformed }: AftermathOptions<Planned>,
): Promise<void> {
  const rank = ({ planned, performed }: Done<Planned>) => suspicionOf(planned, performed, suspicion);
  const inOrder = disturbed.toSorted((a, b) => rank(a) - rank(b));
  const [before, last] = inOrder.slice(-2);
  const standsOut = before !== undefined && last !== undefined && rank(last) > rank(before);
  let isFound = false;
  for (const one of inOrder) {
    if (isLate()) return;
    const isSpared = one === last && standsOut && !isFound && hasHung(one.performed);
    const performed: Performed = isSpared ? one.performed : await perform(one.planned);
    isFound ||= performed.isDisturbed === true;
    onPerformed(one.planned, performed);
  }
}

function hasHung({ steps }: Performed): boolean {
  const { emulator, reference } = steps.at(-1) ?? {};
  return [emulator, reference].some((result) => result?.kind === "failed" && result.isHung === true);
}

/** Whose last call was answered is hardly to blame. */
function suspicionOf(
  { sequence }: HasSequence,
  { steps }: Performed,
  suspicion: (step: Step) => number,
): number {
  const { emulator, reference } = steps.at(-1) ?? {};
  const last = sequence[steps.length - 1];
  const wasUnderWay = emulator?.kind === "failed" || reference?.kind === "failed";
  return wasUnderWay && last !== undefined ? 1 + suspicion(last) : 0;
}
