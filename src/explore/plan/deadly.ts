import { valuesAt } from "../../model/index.ts";
import type { Step } from "../sequence.ts";

/** What is shorter stands in too many inputs to be to blame. */
const shortest = 8;

/**
 * Values of which a target has answered nothing any more. Each time takes seconds, and what stops one operation mostly stops all that
 * take it: it is tried of the first.
 */
export class DeadlyValues {
  readonly #texts = new Set<string>();

  add(step: Step): void {
    for (const text of brokenTexts(step)) this.#texts.add(text);
  }

  /** Whether one of the steps has such a value. */
  isIn(steps: readonly Step[]): boolean {
    return (
      this.#texts.size > 0 && steps.some((step) => brokenTexts(step).some((text) => this.#texts.has(text)))
    );
  }
}

/** What is wrong with a step on purpose, where it is long enough to be to blame. */
function brokenTexts({ input, tries }: Step): readonly string[] {
  if (tries.kind !== "breaks" && tries.kind !== "mutated") return [];
  return valuesAt(input, tries.path).filter(
    (value) => typeof value === "string" && value.length >= shortest,
  ) as string[];
}
