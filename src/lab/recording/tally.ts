import type { Exchange, Outcome } from "../../wire/index.ts";

/** Counts of what was recorded, kept while it is. */
export class Tally {
  exchanges = 0;
  faults = 0;
  readonly operations = new Map<string, number>();
  readonly outcomes = new Map<Outcome, number>();
  readonly tiers = new Map<number, number>();
  readonly tests = new Set<string>();

  count({ service, operation, outcome, by, fault }: Omit<Exchange, "id">): void {
    this.exchanges++;
    if (fault !== undefined) this.faults++;
    add(this.operations, service === null ? operation : `${service} ${operation}`);
    add(this.outcomes, outcome);
    add(this.tiers, by.tier);
    if (by.test !== undefined) this.tests.add(by.test);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
