import type { Operation } from "../../model/index.ts";
import type { Producer } from "./resources.ts";

/** What became of a step, as far as planning goes by it. */
export interface StepOutcome {
  /** `201`, `404 BlobNotFound`, `masked`, `failed`, `hung` where nothing was answered any more, or `died` of it. */
  readonly outcome: string;
  readonly isSuccess: boolean;
  /** Whether all who were asked have refused it. */
  readonly isRefused?: boolean;
  /** Whether nothing was performed behind it, whatever was planned. */
  readonly isEnd?: boolean;
  /** Whether what the operation makes was found in the answer; nothing where nobody can tell whose that is. */
  readonly gave: (place: string) => boolean | undefined;
}

interface Counts {
  good: number;
  all: number;
}

/** How often operations have done what they are to do. */
export class Trust {
  readonly #made = new Map<string, Counts>();
  readonly #done = new Map<string, Counts>();
  readonly #gone = new Map<string, Counts>();

  /** From 1, where nothing has failed yet, towards 0. */
  in({ operation: { name }, place }: Producer): number {
    const { good, all } = this.#made.get(`${name} ${place}`) ?? { good: 0, all: 0 };
    return (good + 1) / (all + 1);
  }

  /** How often an operation was performed where nothing was wrong with the call, from 1 towards 0. */
  success({ name }: Operation): number {
    const { good, all } = this.#done.get(name) ?? { good: 0, all: 0 };
    return (good + 1) / (all + 1);
  }

  /** Whether a sequence can go on behind an operation, as far as is known: not where each time has been the end of it. */
  leadsOn({ name }: Operation): boolean {
    const { good, all } = this.#gone.get(name) ?? { good: 0, all: 0 };
    return good > 0 || all === 0;
  }

  learn({ name, produces }: Operation, { isSuccess, isEnd = false, gave }: StepOutcome): void {
    count(this.#gone, name, !isEnd);
    count(this.#done, name, isSuccess);
    for (const place of Object.values(produces).flat()) {
      const isGood = isSuccess && (place.startsWith("request ") || gave(place));
      if (isGood !== undefined) count(this.#made, `${name} ${place}`, isGood);
    }
  }
}

function count(counts: Map<string, Counts>, key: string, isGood: boolean): void {
  const { good, all } = counts.get(key) ?? { good: 0, all: 0 };
  counts.set(key, { good: good + (isGood ? 1 : 0), all: all + 1 });
}
