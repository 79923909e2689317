import type { Operation } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import type { Sequence } from "../sequence.ts";
import type { Draft } from "./draft.ts";
import { drawnGoal, type Goal, mutationGoal, variantGoals } from "./goals.ts";
import { Refusals } from "./refusals.ts";
import type { Resources } from "./resources.ts";

/** How many drafts are kept to be extended, and up to which length. */
const mostKept = 400;
const longest = 14;

export interface GrowthOptions {
  readonly resources: Resources;
  readonly chance: Chance;
  /** An empty draft. */
  readonly draft: () => Draft;
  /** Whether what an account is set to changes how calls are answered that are about something else. */
  readonly areSettingsFelt: boolean;
}

/** Ever longer sequences: what has led to something new goes on, and operations are tried behind each other. */
export class Growth {
  readonly #options: GrowthOptions;
  readonly #kept: Draft[] = [];
  readonly #refusals = new Refusals();
  /** Operations that have something to do with others, so that a sequence of both tells more than each alone. */
  readonly #growing: readonly Operation[];
  /** Of each operation the variants that are its own; of what all have, there is more than enough. */
  readonly #variants: ReadonlyMap<Operation, readonly Goal[]>;

  constructor(options: GrowthOptions) {
    const { resources, areSettingsFelt } = options;
    const { operations, types } = resources.interface;
    this.#options = options;
    this.#growing = areSettingsFelt ? operations : operations.filter(isAboutThings);
    this.#variants = new Map(
      operations.map((operation) => [
        operation,
        variantGoals(operation, types).filter(({ about = "" }) => !resources.isCommon(about)),
      ]),
    );
  }

  /** Told whether a call that nothing is wrong with was refused behind others. */
  learn(before: Sequence, operation: string, isRefused: boolean): void {
    this.#refusals.learn(before, operation, isRefused);
  }

  /** Keeps what has led to something new, if it can go on. */
  keep(draft: Draft): void {
    const growing = new Set(this.#growing.map(({ name }) => name));
    const canGrow =
      draft.steps.length < longest && draft.steps.every(({ operation }) => growing.has(operation));
    if (canGrow && this.#kept.length < mostKept) this.#kept.push(draft);
  }

  /** A kept draft that goes on, two operations that touch the same, or a valid call that is changed. */
  grown(): Draft {
    const { chance, resources } = this.#options;
    const base = chance.happens(0.4) ? chance.oneOf(this.#kept) : undefined;
    const draft = base?.copy(chance) ?? this.#options.draft();
    if (chance.happens(0.4)) {
      const operation = chance.oneOf(base === undefined ? resources.interface.operations : this.#growing);
      if (operation !== undefined) mutationGoal(operation, resources).plan(draft, chance);
    } else {
      this.#addVariant(draft, (operation) => !operation.readOnly);
      this.#addVariant(draft, () => true);
    }
    return draft;
  }

  #addVariant(draft: Draft, isWanted: (operation: Operation) => boolean): void {
    const { chance } = this.#options;
    const wanted = this.#growing.filter(isWanted);
    const candidates = [chance.oneOf(wanted), chance.oneOf(wanted), chance.oneOf(wanted)];
    const known = candidates.flatMap((one) => one ?? []);
    // What was refused behind such steps is not often tried there again.
    const refused = ({ name }: Operation) => this.#refusals.of(draft.steps, name);
    const operation = known.toSorted((a, b) => refused(a) - refused(b))[0];
    if (operation === undefined) return;
    const variant = chance.happens(0.6) ? this.#variant(operation) : undefined;
    if (variant !== undefined) variant.plan(draft, chance);
    else draft.add(operation, { isOverwriting: chance.happens(0.5) });
  }

  #variant(operation: Operation): Goal | undefined {
    const { chance, resources } = this.#options;
    const own = this.#variants.get(operation) ?? [];
    return chance.oneOf([...own, drawnGoal(operation, resources.interface.types)]);
  }
}

/** Whether an operation takes or gives anything, and is not about the account alone. */
function isAboutThings({ consumes, produces }: Operation): boolean {
  return Object.keys(consumes).length + Object.keys(produces).length > 0;
}
