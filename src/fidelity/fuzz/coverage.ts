import { type CallResult, isSuccess, statusAndCode } from "../../clouds/index.ts";
import { type Sequence, type Step, wayOf } from "../../explore/index.ts";
import type { Operation } from "../../model/index.ts";
import { outcomeOf } from "../oracle/outcome.ts";
import type { PerformedStep } from "../pair/performed.ts";

/** How often each operation ended how on the emulator: `success`, `404 BlobNotFound`, `masked`, `failed`. */
export type CoverageTable = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** In how many ways an account's owner must have called an operation, and both have answered, before anybody says that the two agree. */
const leastWays = 3;

/** What was reached. */
export class Coverage {
  readonly #table = new Map<string, Map<string, number>>();
  /** Operations that both sides have performed at least once: two that refuse everything have shown nothing. */
  readonly #performed = new Set<string>();
  /** The ways in which the owner has called operations, and both sides have answered. */
  readonly #ways = new Map<string, Set<string>>();
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

  /** How many operations both sides have performed. */
  get succeeded(): number {
    return this.#performed.size;
  }

  /** Operations that both sides have performed, and that their owner has called in enough ways to say something of them. */
  get measured(): ReadonlySet<string> {
    const ways = (name: string) => this.#ways.get(name)?.size ?? 0;
    return new Set([...this.#performed].filter((name) => ways(name) >= leastWays));
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
      if ([emulator, reference].map(outcomeOf).every(isSuccess)) this.#performed.add(name);
      if ([emulator, reference].every(({ kind }) => kind === "answered")) this.#addWay(sequence[at]);
      const row = this.#table.get(name);
      const end = endOf(emulator);
      row?.set(end, (row.get(end) ?? 0) + 1);
    }
  }

  /** How others are refused says nothing of what an operation does. */
  #addWay(step: Step | undefined): void {
    if (step?.caller !== "owner") return;
    const ways = this.#ways.get(step.operation) ?? new Set();
    this.#ways.set(step.operation, ways.add(wayOf(step)));
  }
}

/** How a call ended, in a word or two. */
function endOf(result: CallResult): string {
  if (result.kind !== "answered") return result.kind;
  if (isSuccess(outcomeOf(result))) return "success";
  return statusAndCode(result);
}
