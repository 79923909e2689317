import type { CallResult } from "../../clouds/index.ts";
import type { Sequence } from "../../explore/index.ts";
import type { Operation } from "../../model/index.ts";
import { isSuccess, outcomeOf } from "../oracle/outcome.ts";
import type { PerformedStep } from "../pair/performed.ts";

/** How often each operation ended how on the emulator: `success`, `404 BlobNotFound`, `masked`, `failed`. */
export type CoverageTable = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What was reached. */
export class Coverage {
  readonly #table = new Map<string, Map<string, number>>();
  /** Operations that both sides have performed at least once: two that refuse everything have shown nothing. */
  readonly #measured = new Set<string>();
  readonly #sent = new Set<string>();
  #calls = 0;
  #masked = 0;
  #retries = 0;

  constructor(operations: readonly Operation[]) {
    for (const { name } of operations) this.#table.set(name, new Map());
  }

  /** Calls that were performed, on each side. */
  get calls(): number {
    return this.#calls;
  }

  /** Calls that the SDK refused before anything was sent, or that must not be sent where others have things, too. */
  get masked(): number {
    return this.#masked;
  }

  /** Requests that answers have caused the emulator's SDK to send again. */
  get retries(): number {
    return this.#retries;
  }

  get table(): CoverageTable {
    return this.#table;
  }

  get measured(): ReadonlySet<string> {
    return this.#measured;
  }

  /** Operations of which a request was sent. */
  get reached(): ReadonlySet<string> {
    return this.#sent;
  }

  add(sequence: Sequence, steps: readonly PerformedStep[]): void {
    for (const [at, { emulator, reference }] of steps.entries()) {
      const name = sequence[at]?.operation ?? "";
      this.#calls++;
      if (emulator.kind === "masked") this.#masked++;
      else {
        this.#sent.add(name);
        this.#retries += Math.max(0, emulator.attempts - 1);
      }
      if ([emulator, reference].map(outcomeOf).every(isSuccess)) this.#measured.add(name);
      const row = this.#table.get(name);
      const end = endOf(emulator);
      row?.set(end, (row.get(end) ?? 0) + 1);
    }
  }
}

/** How a call ended, in a word or two. */
function endOf(result: CallResult): string {
  if (result.kind !== "answered") return result.kind;
  if (result.status < 300) return "success";
  return result.code === undefined ? String(result.status) : `${result.status} ${result.code}`;
}
