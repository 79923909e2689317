import type { ServiceName } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import type { Performed } from "../pair/performed.ts";
import { changesNothing, collide, needsAccountAlone, type Shared, sharedThings } from "../pair/touched.ts";

export interface HasSequence {
  readonly sequence: Sequence;
}

export interface LanesOptions<Planned extends HasSequence> {
  readonly service: ServiceName;
  /** How many sequences are performed at once. */
  readonly width: number;
  /** How many may be planned while the first is still under way, so that a slow one does not hold up the others. */
  readonly ahead: number;
  /** How many sequences that need the account for themselves are gathered; as many as `ahead` by default. */
  readonly gathered?: () => number;
  readonly perform: (planned: Planned) => Promise<Performed>;
  /** Called when those that were gathered are done, before others begin. */
  readonly afterGathered?: () => Promise<void>;
  /** The next sequence; none where nothing more is to be begun. */
  readonly plan: () => Planned | undefined;
  /** Whether the time is over, so that what was gathered is not begun either; it is kept, in case there is time again later. */
  readonly isOutOfTime?: () => boolean;
  /** When it is aborted, nothing more is begun. */
  readonly signal?: AbortSignal | undefined;
}

/** A sequence, and what came of it. */
export interface Done<Planned> {
  readonly planned: Planned;
  readonly performed: Performed;
}

/** A sequence that is planned, and not told of yet. */
interface Entry<Planned> {
  readonly planned: Planned;
  /** What it may have in common with others. */
  readonly shared: Shared;
  /** Nothing where it was given up before it was begun. */
  readonly performed: Promise<Performed | undefined>;
  readonly begin: () => Promise<void>;
  readonly giveUp: () => void;
}

/**
 * Several sequences are performed at once, and are told of in the order in which they were planned, whichever of them is
 * faster: what is planned next depends on nothing else. Those that need the account for themselves are gathered until all
 * others are done: then those that only look are performed together, and the others one after the other.
 */
export class Lanes<Planned extends HasSequence> {
  readonly #options: LanesOptions<Planned>;
  /** In the order in which they are told. */
  readonly #entries: Entry<Planned>[] = [];
  readonly #waiting = new Set<Entry<Planned>>();
  readonly #running = new Set<Entry<Planned>>();
  #loners: Planned[] = [];
  #isTurnOfLoners = false;
  /** Somebody has failed, so that nobody begins any more. */
  #hasFailed = false;

  constructor(options: LanesOptions<Planned>) {
    this.#options = options;
  }

  /** How many steps are planned and not told of. */
  get steps(): number {
    const planned = [...this.#entries.map((one) => one.planned), ...this.#loners];
    return planned.reduce((sum, { sequence }) => sum + sequence.length, 0);
  }

  /** The next that is done, with those behind it under way; none where all are. */
  async next(): Promise<Done<Planned> | undefined> {
    await this.#plan();
    for (let first = this.#entries.shift(); first !== undefined; first = this.#entries.shift()) {
      const performed = await first.performed;
      if (performed !== undefined) return { planned: first.planned, performed };
    }
    return undefined;
  }

  /** Waits until all that are planned are done, and returns them; `next` still returns each of them later. */
  async settled(): Promise<readonly Done<Planned>[]> {
    const done = this.#entries.map(async ({ planned, performed }) => ({
      planned,
      performed: await performed,
    }));
    return (await Promise.all(done)).filter(isDone);
  }

  /** Begins nothing more, and waits for what is under way, whatever comes of it. */
  async ended(): Promise<void> {
    this.#hasFailed = true;
    this.#beginMore();
    await Promise.allSettled([...this.#running].map(({ performed }) => performed));
  }

  /** Those that are done and that `next` has not returned, even if others failed. Nothing may be under way any more. */
  async untold(): Promise<readonly Done<Planned>[]> {
    const rest = this.#entries.splice(0);
    const settled = rest.map(async ({ planned, performed }) => ({
      planned,
      performed: await performed.catch(() => undefined),
    }));
    return (await Promise.all(settled)).filter(isDone);
  }

  async #plan(): Promise<void> {
    const {
      ahead,
      gathered = () => ahead,
      afterGathered,
      plan,
      signal,
      isOutOfTime = () => false,
    } = this.#options;
    while (this.#entries.length < ahead && signal?.aborted !== true) {
      const hasLoners = this.#loners.length > 0 && !isOutOfTime();
      if (this.#isTurnOfLoners) {
        if (this.#entries.length > 0 || (hasLoners && this.#addLoners())) return;
        this.#isTurnOfLoners = false;
        await afterGathered?.();
      }
      const planned = plan();
      if (planned === undefined && !hasLoners) return;
      if (planned !== undefined) this.#take(planned);
      this.#isTurnOfLoners = planned === undefined || this.#loners.length >= gathered();
    }
  }

  /** Whether there were any. */
  #addLoners(): boolean {
    const looking = this.#loners.filter(({ sequence }) => changesNothing(this.#options.service, sequence));
    const together = looking.length > 0 ? looking : this.#loners.slice(0, 1);
    this.#loners = this.#loners.filter((one) => !together.includes(one));
    for (const one of together) this.#add(one, new Map());
    return together.length > 0;
  }

  #take(planned: Planned): void {
    const { service } = this.#options;
    if (needsAccountAlone(service, planned.sequence)) this.#loners.push(planned);
    else this.#add(planned, sharedThings(service, planned.sequence));
  }

  #add(planned: Planned, shared: Shared): void {
    const { promise: performed, resolve, reject } = Promise.withResolvers<Performed | undefined>();
    // The error is thrown by `next`; before that it must not count as unhandled.
    performed.catch(() => {});
    const failed = (error: unknown) => {
      // Errors after the run was broken off only come of that.
      if (this.#options.signal?.aborted === true) return resolve(undefined);
      this.#hasFailed = true;
      reject(error);
    };
    const begin = () => this.#options.perform(planned).then(resolve, failed);
    const entry = { planned, shared, performed, begin, giveUp: () => resolve(undefined) };
    this.#entries.push(entry);
    this.#waiting.add(entry);
    this.#beginMore();
  }

  #beginMore(): void {
    if (this.#hasFailed || this.#options.signal?.aborted === true) {
      for (const { giveUp } of this.#waiting) giveUp();
      this.#waiting.clear();
    }
    // An entry never overtakes one that it would collide with, so that their order does not depend on timing.
    const before = [...this.#running];
    for (const entry of this.#waiting) {
      if (this.#running.size >= this.#options.width) return;
      if (before.every((one) => !collide(one.shared, entry.shared))) this.#begin(entry);
      before.push(entry);
    }
  }

  #begin(entry: Entry<Planned>): void {
    this.#waiting.delete(entry);
    this.#running.add(entry);
    void entry.begin().then(() => {
      this.#running.delete(entry);
      this.#beginMore();
    });
  }
}

/** Whether it was not given up before it was begun. */
function isDone<Planned>(one: {
  readonly planned: Planned;
  readonly performed: Performed | undefined;
}): one is Done<Planned> {
  return one.performed !== undefined;
}
