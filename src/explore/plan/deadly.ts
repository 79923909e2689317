import { valuesAt } from "../../model/index.ts";
import { type Step, wayOf } from "../sequence.ts";

/** What is shorter stands in too many inputs to be to blame. */
const shortest = 8;

/**
 * What a target has answered nothing any more of, or has died of. Each time takes seconds, in which nothing else is tried. A value that
 * stops one operation mostly stops all that take it: it is tried of the first. Calls that are alike are not made again where one was
 * deadly and none was ever answered: what only some of them die of is due to their values.
 */
export class DeadlySteps {
  readonly #texts = new Set<string>();
  readonly #deadly = new Set<string>();
  readonly #survived = new Set<string>();

  hung(step: Step): void {
    for (const text of brokenTexts(step)) this.#texts.add(text);
  }

  died(step: Step): void {
    this.#deadly.add(kindOf(step));
  }

  survived(step: Step): void {
    this.#survived.add(kindOf(step));
  }

  /** How likely it is that something has died of it: calls like it were never answered, or it has a value of its own. */
  suspicion(step: Step): number {
    return (this.#survived.has(kindOf(step)) ? 0 : 2) + (brokenTexts(step).length === 0 ? 0 : 1);
  }

  /** Whether one of the steps has such a value, or is such a call. */
  isIn(steps: readonly Step[]): boolean {
    return steps.some(
      (step) => brokenTexts(step).some((text) => this.#texts.has(text)) || this.#isDeadly(step),
    );
  }

  #isDeadly(step: Step): boolean {
    if (this.#deadly.size === 0) return false;
    const kind = kindOf(step);
    return this.#deadly.has(kind) && !this.#survived.has(kind);
  }
}

/** What calls of an operation have in common that differ by their values alone. */
function kindOf(step: Step): string {
  return `${step.operation} ${wayOf(step)}`;
}

/** What is wrong with a step on purpose, where it is long enough to be to blame. */
function brokenTexts({ input, tries }: Step): readonly string[] {
  if (tries.kind !== "breaks" && tries.kind !== "mutated") return [];
  return valuesAt(input, tries.path).filter(
    (value) => typeof value === "string" && value.length >= shortest,
  ) as string[];
}
