import { FreshNames, prefixOn } from "../pair/fresh-names.ts";
import type { Side } from "../sides/side.ts";

/** Names of those who perform findings again: none is made twice, and where others may have been before, not in another run either. */
export class ReproNames {
  readonly #ours = new FreshNames("rp");
  readonly #elsewhere = new FreshNames(prefixOn({ isOurs: false }));

  /** Those for a performance on some sides. */
  on(...sides: readonly Pick<Side, "isOurs">[]): FreshNames {
    return sides.every(({ isOurs }) => isOurs) ? this.#ours : this.#elsewhere;
  }
}
