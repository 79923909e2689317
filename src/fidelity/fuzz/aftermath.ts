import type { Step } from "../../explore/index.ts";
import type { Performed } from "../pair/performed.ts";
import type { Done, HasSequence } from "./lanes.ts";

export interface AftermathOptions<Planned extends HasSequence> {
  readonly perform: (planned: Planned) => Promise<Performed>;
  /** How likely it is that something has died of a step, against others. */
  readonly suspicion: (step: Step) => number;
  /** Whether there is no time for another one. */
  readonly isLate: () => boolean;
}

/**
 * What a process took with it when it died of one sequence says nothing of those beside it: each is performed again, alone, the most
 * suspicious last. Where nothing has died of any other, it has died of the last one, and need not do so a second time.
 */
export async function performedAlone<Planned extends HasSequence>(
  disturbed: readonly Done<Planned>[],
  { perform, suspicion, isLate }: AftermathOptions<Planned>,
): Promise<ReadonlyMap<Planned, Performed>> {
  const rank = ({ planned, performed }: Done<Planned>) => suspicionOf(planned, performed, suspicion);
  const inOrder = disturbed.toSorted((a, b) => rank(a) - rank(b));
  const alone = new Map<Planned, Performed>();
  let isFound = false;
  for (const one of inOrder) {
    if (isLate()) break;
    const isLeft = one === inOrder.at(-1) && inOrder.length > 1 && !isFound && rank(one) > 0;
    const performed: Performed = isLeft ? one.performed : await perform(one.planned);
    isFound ||= performed.isDisturbed === true;
    alone.set(one.planned, performed);
  }
  return alone;
}

/** Nothing can have died of a sequence whose last call was answered. */
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
