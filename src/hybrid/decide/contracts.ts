import type { SeenTest } from "./decide.ts";

/** A behaviour on which the emulator is known to differ, and that a test has touched. */
export interface TouchedContract {
  /** The contract's id: `azure-blob/container-deletion-takes-time`. */
  readonly id: string;
  readonly operation: string;
  /** The exchange that touched it. */
  readonly exchange: number;
  /** What the contract says, in a sentence. */
  readonly says: string;
}

/** What the contracts say of tests. */
export interface Contracts {
  /** The differences that a test touched with its very parameters; `undefined` where no contracts are there for its emulators. */
  readonly touched: (seen: SeenTest) => readonly TouchedContract[] | undefined;
}
