import { isOurOwn } from "./own-errors.ts";
import type { PriorThing } from "./prior-state.ts";
import type { ReplayStage } from "./replay-recording.ts";

type Ground = Pick<ReplayStage, "recovered" | "signal" | "state">;

/** Makes what was there before, the outer things first; how much of it could be made. */
export async function prepare(prior: readonly PriorThing[], ground: Ground): Promise<number> {
  const outer = prior.filter(({ content }) => content === undefined);
  const contents = prior.filter(({ content }) => content !== undefined);
  const tops = await madeOf(outer, ground);
  let count = tops.size;
  for (const content of contents.filter((one) => tops.has(keyOf(one)))) {
    const made = await isMade(content, ground);
    // It died of it: what was made before is gone.
    if (made === undefined) return (await madeOf(outer, ground)).size;
    if (made) count++;
  }
  return count;
}

async function madeOf(outer: readonly PriorThing[], ground: Ground): Promise<ReadonlySet<string>> {
  const made = new Set<string>();
  for (const thing of outer) {
    if ((await isMade(thing, ground)) === true) made.add(keyOf(thing));
  }
  return made;
}

/** Makes one of them, unless it is there; `undefined` where no answer came. */
export async function isMade(
  thing: PriorThing,
  { recovered, signal, state }: Ground,
): Promise<boolean | undefined> {
  signal?.throwIfAborted();
  try {
    return await state.makes(thing);
  } catch (error) {
    signal?.throwIfAborted();
    if (isOurOwn(error)) throw error;
    await recovered();
    return undefined;
  }
}

function keyOf({ service, name }: PriorThing): string {
  return `${service} ${name}`;
}
