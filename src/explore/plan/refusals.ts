import type { Sequence } from "../sequence.ts";

interface Counts {
  refused: number;
  all: number;
}

/** How often calls that nothing is wrong with were refused, by the operations that were called before them. */
export class Refusals {
  readonly #counts = new Map<string, Counts>();

  learn(before: Sequence, operation: string, isRefused: boolean): void {
    const key = contextOf(before, operation);
    const { refused, all } = this.#counts.get(key) ?? { refused: 0, all: 0 };
    this.#counts.set(key, { refused: refused + (isRefused ? 1 : 0), all: all + 1 });
  }

  /** From 0, where nothing was refused yet, towards 1. */
  of(before: Sequence, operation: string): number {
    const { refused, all } = this.#counts.get(contextOf(before, operation)) ?? { refused: 0, all: 0 };
    return refused / (all + 1);
  }
}

function contextOf(before: Sequence, operation: string): string {
  const others = new Set(before.map((step) => step.operation).filter((one) => one !== operation));
  return [...others].toSorted().concat(operation).join(" ");
}
