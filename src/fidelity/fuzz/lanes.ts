import type { ServiceName } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import type { Perform, Performed } from "../pair/performed.ts";
import { literalNames, needsAccountAlone } from "../pair/touched.ts";

interface HasSequence {
  readonly sequence: Sequence;
}

export interface LanesOptions<Planned extends HasSequence> {
  readonly service: ServiceName;
  /** How many sequences are under way at once. */
  readonly width: number;
  readonly perform: Perform;
  /** The next sequence; none where nothing more is to be begun. */
  readonly plan: () => Planned | undefined;
  /** Nothing is begun any more. */
  readonly signal?: AbortSignal | undefined;
}

interface UnderWay<Planned> {
  readonly planned: Planned;
  readonly performing: Promise<Performed>;
  /** Names that it has chosen itself: nobody else may use them meanwhile. */
  readonly literals: ReadonlySet<string>;
}

/**
 * Several sequences are under way at once, and are done in an order that does not depend on which of them is faster. Those
 * that need the account for themselves are gathered, and follow each other when all others are done.
 */
export class Lanes<Planned extends HasSequence> {
  readonly #options: LanesOptions<Planned>;
  readonly #under: UnderWay<Planned>[] = [];
  readonly #loners: Planned[] = [];
  #isTurnOfLoners = false;
  /** What waits until nobody uses its names. */
  #blocked: Planned | undefined;

  constructor(options: LanesOptions<Planned>) {
    this.#options = options;
  }

  /** How many steps are planned and not done. */
  get steps(): number {
    const blocked = this.#blocked === undefined ? [] : [this.#blocked];
    const planned = [...this.#under.map((one) => one.planned), ...this.#loners, ...blocked];
    return planned.reduce((sum, { sequence }) => sum + sequence.length, 0);
  }

  /** The next that is done, with those behind it under way; none where all are. */
  async next(): Promise<{ readonly planned: Planned; readonly performed: Performed } | undefined> {
    this.#fill();
    const first = this.#under.shift();
    return first && { planned: first.planned, performed: await first.performing };
  }

  /** Waits for all that are under way; they are told of as if nobody had waited. */
  async settled(): Promise<void> {
    await Promise.all(this.#under.map(({ performing }) => performing));
  }

  #fill(): void {
    const { width, plan, signal } = this.#options;
    while (this.#under.length < width && signal?.aborted !== true) {
      if (this.#isTurnOfLoners) {
        if (this.#under.length > 0) return;
        const loner = this.#loners.shift();
        if (loner !== undefined) {
          this.#begin(loner, new Set());
          return;
        }
        this.#isTurnOfLoners = false;
      }
      const planned = this.#blocked ?? plan();
      if (planned === undefined && this.#loners.length === 0) return;
      if (planned !== undefined && !this.#takes(planned)) return;
      this.#isTurnOfLoners = planned === undefined || this.#loners.length === width;
    }
  }

  /** Begins a sequence, or keeps it until it is its turn; whether another may be begun. */
  #takes(planned: Planned): boolean {
    const { service } = this.#options;
    this.#blocked = undefined;
    if (needsAccountAlone(service, planned.sequence)) {
      this.#loners.push(planned);
      return true;
    }
    const literals = literalNames(service, planned.sequence);
    const isFree = this.#under.every((one) => one.literals.isDisjointFrom(literals));
    if (isFree) this.#begin(planned, literals);
    else this.#blocked = planned;
    return isFree;
  }

  #begin(planned: Planned, literals: ReadonlySet<string>): void {
    const performing = this.#options.perform(planned.sequence);
    // Whoever waits for it is told; until then nobody is to blame.
    performing.catch(() => {});
    this.#under.push({ planned, performing, literals });
  }
}
