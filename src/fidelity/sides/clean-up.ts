import type { RestoreOptions } from "../undo/settings.ts";
import type { NotUndone, Undo } from "../undo/undo.ts";
import { type Entry, Occupancy } from "./occupancy.ts";
import type { StageOptions } from "./side.ts";

export interface CleanUpOptions {
  /** Whether everybody may go on while what they made is undone: a table that is still being made cannot go yet. */
  readonly isPatient: boolean;
  /** Empties everything; nothing where it is not ours to be emptied. */
  readonly empty: (() => Promise<void>) | undefined;
  /** Whether what all share is set as it was when it was new. */
  readonly isAsNew: () => boolean;
  /** How often all was lost so far. */
  readonly losses: () => number;
  /** Settles when it answers again after a loss. */
  readonly ready: () => Promise<void>;
  /** Told of what is left where it is not ours to be emptied. */
  readonly onLeft: (left: NotUndone) => void;
}

/** Somebody who is inside, and undoes what they did there when they go. */
export interface Guest {
  /** Settles when they may begin; nothing where they may at once. */
  readonly begun: Promise<void> | undefined;
  leave(): Promise<void>;
}

/** How many may be undone while others go on. */
const mostUndone = 32;

/** Lets stages in, and keeps what they leave behind from those who would meet it. */
export class CleanUp {
  readonly #options: CleanUpOptions;
  readonly #occupancy: Occupancy;
  readonly #undoing = new Set<Promise<void>>();
  /** Something is left that nobody meets but those who list the account. */
  #isDirty = false;
  /** Why something could not be undone while others went on. */
  #failure: { readonly error: unknown } | undefined;

  constructor(options: CleanUpOptions) {
    this.#options = options;
    this.#occupancy = new Occupancy(async () => {
      this.#isDirty = false;
      await options.empty?.();
    });
  }

  /** Lets somebody in with names that nobody else has, who may go on while what they made is undone. */
  enter(
    undo: Undo,
    fresh: ReadonlySet<string>,
    { goesOn = false, asGoodAsNew = false }: StageOptions = {},
  ): Guest {
    const entry = this.#occupancy.enter();
    const { losses, isPatient, empty } = this.#options;
    const whose = {
      fresh,
      losses: losses(),
      goesOn: goesOn || isPatient,
      // Where it cannot be emptied, it does not get any better.
      asGoodAsNew: asGoodAsNew || empty === undefined,
    };
    return { begun: entry.begun, leave: () => this.#leave(entry, undo, whose) };
  }

  /** Settles when what others made is gone; whoever comes in then finds nothing of theirs. */
  async atRest({ asGoodAsNew = false }: RestoreOptions = {}): Promise<void> {
    await Promise.all(this.#undoing);
    if (this.#failure !== undefined) throw this.#failure.error;
    const { empty, isAsNew } = this.#options;
    const isSetBack = asGoodAsNew || empty === undefined || isAsNew();
    if (this.#isDirty || !isSetBack) await this.#occupancy.renew();
  }

  async #leave(entry: Entry, undo: Undo, whose: Whose): Promise<void> {
    if (undo.isNothing) return entry.leave(true);
    const isWaitedFor = !whose.goesOn || undo.isShared;
    const undoing = this.#undone(entry, undo, whose);
    if (isWaitedFor) return undoing;
    const kept = undoing
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#undoing.delete(kept));
    this.#undoing.add(kept);
    while (this.#undoing.size > mostUndone) await Promise.race(this.#undoing);
  }

  async #undone(entry: Entry, undo: Undo, whose: Whose): Promise<void> {
    let isClean = false;
    try {
      isClean = await this.#isUndone(undo, whose);
    } finally {
      await entry.leave(isClean);
    }
  }

  /** Undoes what a stage has done; whether nothing is left that others would meet, by its name or since all share it. */
  async #isUndone(undo: Undo, { fresh, losses, asGoodAsNew }: Whose): Promise<boolean> {
    const { empty, ready, onLeft } = this.#options;
    const isLost = () => this.#options.losses() > losses;
    if (isLost()) await ready().catch(() => {});
    const left = await undo.undo({ asGoodAsNew });
    if (left.length === 0) return true;
    if (empty === undefined) {
      for (const one of left) onLeft(one);
      return true;
    }
    this.#isDirty = true;
    return isLost() || left.every(({ name }) => [...fresh].some((one) => name?.includes(one) === true));
  }
}

/** What only one stage has, how often all had been lost when it began, and how it leaves. */
interface Whose {
  readonly fresh: ReadonlySet<string>;
  readonly losses: number;
  readonly goesOn: boolean;
  readonly asGoodAsNew: boolean;
}
