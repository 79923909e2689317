import { setTimeout as pause } from "node:timers/promises";
import { answers } from "../../lab/index.ts";

/** Milliseconds that something here may be silent, and that its process may compute meanwhile, before it counts as hung. */
const silent = 3_000;
const computing = 1_000;
const betweenLooks = 100;

/** What can be told of somebody who is asked. */
export interface Asked {
  readonly endpoint: string;
  /** Settles when its process has died: that is noticed a while after its connections broke. */
  readonly death: Promise<void>;
  /** Milliseconds that its process has computed for; nothing where nobody can tell. */
  readonly computed: () => number | undefined;
}

/** Waits until it answers, and gives up when it has died, was silent for too long, or computes without answering anybody. */
export async function untilServing({ endpoint, death, computed }: Asked): Promise<boolean> {
  const over = new AbortController();
  const waiting = AbortSignal.any([over.signal, AbortSignal.timeout(silent)]);
  const isServing = await Promise.race([
    answers(endpoint, waiting),
    death.then(() => false),
    untilTooBusy(computed, waiting).then(() => false),
  ]);
  over.abort();
  return isServing;
}

/** A machine that others are busy on gives a process less time to compute, and so it is waited for longer. */
async function untilTooBusy(computed: Asked["computed"], signal: AbortSignal): Promise<void> {
  let before: number | undefined;
  // Several of its threads may compute at once: the time must have passed, too.
  for (let looks = 0; ; looks++) {
    // Most answer before anybody has to look, which takes time as well.
    await pause(betweenLooks, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const now = computed();
    // A process that was started meanwhile has computed less; where there is none, nobody can tell.
    if (now === undefined || before === undefined || now < before) [before, looks] = [now, 0];
    else if (now - before >= computing && looks * betweenLooks >= computing) return;
  }
}
