import type { CallResult } from "../../clouds/index.ts";
import type { CallerName } from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";

/** A call as it was made: names are those that it had on the target. */
export interface MadeCall {
  readonly caller: CallerName;
  readonly operation: string;
  readonly input: Input;
}

interface Entry {
  readonly call: MadeCall;
  /** When it failed; it is under way otherwise. */
  failed?: number;
}

/** The calls that a target has not answered: those under way, and those that have failed since it answered last. */
export class UnansweredCalls {
  readonly #entries = new Set<Entry>();
  /** Counts what begins and fails, in their order. */
  #time = 0;

  get all(): readonly MadeCall[] {
    return [...this.#entries].map(({ call }) => call);
  }

  /** Told of a call before it is made; tells whom to tell what has become of it. */
  begin(call: MadeCall): (result: CallResult) => void {
    const entry: Entry = { call };
    this.#entries.add(entry);
    const began = this.#time++;
    return ({ kind }) => {
      if (kind === "failed") {
        entry.failed = this.#time++;
        return;
      }
      this.#entries.delete(entry);
      if (kind === "answered") this.#forgetBefore(began);
    };
  }

  /** Whoever answers what was asked later has outlived what failed before. */
  #forgetBefore(began: number): void {
    for (const entry of this.#entries) {
      if (entry.failed !== undefined && entry.failed < began) this.#entries.delete(entry);
    }
  }
}
