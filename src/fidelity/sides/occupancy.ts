/** One that is let in. */
export interface Entry {
  /** Settles when it may begin; nothing where it may at once. */
  readonly begun: Promise<void> | undefined;
  /** Goes; whoever leaves dirt behind has it cleaned away before the next are let in. */
  leave(isClean: boolean): Promise<void>;
}

/** Those who are inside together. */
interface Company {
  inside: number;
  readonly begun: Promise<void> | undefined;
}

/** Lets in as many as like, until one leaves dirt behind: the next wait until all are out and it was cleaned. */
export class Occupancy {
  readonly #clean: () => Promise<void>;
  #company: Company = { inside: 0, begun: undefined };
  #next: (Company & { readonly begin: () => void; readonly fail: (error: unknown) => void }) | undefined;

  constructor(clean: () => Promise<void>) {
    this.#clean = clean;
  }

  enter(): Entry {
    const company = this.#next ?? this.#company;
    company.inside++;
    return {
      begun: company.begun,
      leave: async (isClean) => {
        company.inside--;
        if (!isClean) this.#next ??= waiting();
        if (company === this.#company && company.inside === 0) await this.#changeOver();
      },
    };
  }

  /** Whoever is let in from now on finds it clean. */
  async renew(): Promise<void> {
    if (this.#next !== undefined) return;
    this.#next = waiting();
    if (this.#company.inside === 0) await this.#changeOver();
  }

  async #changeOver(): Promise<void> {
    const next = this.#next;
    if (next === undefined) return;
    try {
      await this.#clean();
      next.begin();
    } catch (error) {
      next.fail(error);
    }
    this.#company = next;
    this.#next = undefined;
  }
}

function waiting() {
  const { promise: begun, resolve: begin, reject: fail } = Promise.withResolvers<void>();
  // Whoever waits is told; where nobody does, nobody need be.
  begun.catch(() => {});
  return { inside: 0, begun, begin, fail };
}
