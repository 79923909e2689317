import { valuesAt } from "../../model/index.ts";
import type { Step } from "../sequence.ts";

/** What is shorter stands in too many inputs to be to blame. */
const shortest = 8;

/** So often a target dies of calls that are alike: it will the next time, too. */
const mostDeaths = 2;

/**
 * What a target has answered nothing any more of, or has died of. Each time takes seconds, in which nothing else is tried. A value that
 * stops one operation mostly stops all that take it: it is tried of the first.
 */
export class DeadlySteps {
  readonly #texts = new Set<string>();
  readonly #deaths = new Map<string, number>();

  hung(step: Step): void {
    for (const text of brokenTexts(step)) this.#texts.add(text);
  }

  died(step: Step): void {
    const kind = kindOf(step);
    this.#deaths.set(kind, (this.#deaths.get(kind) ?? 0) + 1);
  }

  /** Whether one of the steps has such a value, or is such a call. */
  isIn(steps: readonly Step[]): boolean {
    return steps.some(
      (step) =>
        (this.#deaths.get(kindOf(step)) ?? 0) >= mostDeaths ||
        brokenTexts(step).some((text) => this.#texts.has(text)),
    );
  }
}

/** What calls have in common that differ by their values alone: who calls what, with which parameters, and what is tried by it. */
function kindOf({ operation, caller, tries, input }: Step): string {
  return JSON.stringify([operation, caller, tries, Object.keys(input).toSorted()]);
}

/** What is wrong with a step on purpose, where it is long enough to be to blame. */
function brokenTexts({ input, tries }: Step): readonly string[] {
  if (tries.kind !== "breaks" && tries.kind !== "mutated") return [];
  return valuesAt(input, tries.path).filter(
    (value) => typeof value === "string" && value.length >= shortest,
  ) as string[];
}
