/**
 * What a run has written into containers, buckets and tables that were there before it: only that may it delete from
 * them. Names are those of the other account.
 */
export class Written {
  readonly #things = new Set<string>();

  add(top: string, thing: string): void {
    this.#things.add(keyOf(top, thing));
  }

  has(top: string, thing: string | undefined): boolean {
    return thing !== undefined && this.#things.has(keyOf(top, thing));
  }
}

function keyOf(top: string, thing: string): string {
  return JSON.stringify([top, thing]);
}

/** Why something in a container, bucket or table of before the run is not deleted. */
export function notWritten(own: string): string {
  return `\`${own}\` was there before the run, and what the run has not written there is not deleted`;
}

/** Why a container, bucket or table of before the run is not changed. */
export function notChanged(own: string): string {
  return `\`${own}\` was there before the run: it must outlive it, with its settings as they are`;
}
