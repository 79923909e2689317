import type { Operation } from "../../model/index.ts";
import type { Producer } from "./resources.ts";

/** What became of a step, as far as planning goes by it. */
export interface StepOutcome {
  /** `201`, `404 BlobNotFound`, `masked`, `failed`. */
  readonly outcome: string;
  readonly isSuccess: boolean;
  /** Whether what the operation makes was found in the answer. */
  readonly gave: (place: string) => boolean;
}

/** How often operations have made what they are to make. */
export class Trust {
  readonly #made = new Map<string, { good: number; all: number }>();

  /** From 1, where nothing has failed yet, towards 0. */
  in({ operation: { name }, place }: Producer): number {
    const { good, all } = this.#made.get(`${name} ${place}`) ?? { good: 0, all: 0 };
    return (good + 1) / (all + 1);
  }

  learn({ name, produces }: Operation, { isSuccess, gave }: StepOutcome): void {
    for (const place of Object.values(produces).flat()) {
      const key = `${name} ${place}`;
      const { good, all } = this.#made.get(key) ?? { good: 0, all: 0 };
      const isGood = isSuccess && (place.startsWith("request ") || gave(place));
      this.#made.set(key, { good: good + (isGood ? 1 : 0), all: all + 1 });
    }
  }
}
