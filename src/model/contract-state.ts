import type { Answered, Call, Contract, ContractAnswer, Situation, Success, Tracker } from "./contract.ts";
import { TouchstoneError } from "./error.ts";

/** How long things go on after their answer, in milliseconds, by the windows' names. */
export type Windows = Readonly<Record<string, number>>;

/** What the situation is like, apart from the call. */
export interface Surroundings {
  readonly windows: Windows;
  /** Whether everything that was ever made has been seen. */
  readonly knowsAll: boolean;
  /** Told of a contract that threw, which is then silent about the call; without it, what was thrown is thrown on. */
  readonly onBroken?: (broken: BrokenContract) => void;
}

/** A contract that could not be asked of a call. */
export interface BrokenContract {
  readonly contract: Contract;
  readonly call: Call;
  readonly error: TouchstoneError;
}

/** A contract that speaks of a call, and the answer that it asks for. */
export interface Applied {
  readonly contract: Contract;
  readonly answer: ContractAnswer;
}

/** As many keys as a tracker may know; the oldest are forgotten first. */
const mostKeys = 20_000;

const unanswered: Answered = { status: 0, headers: {} };

/** The contracts of one service with what they have seen: asked of each call, told of each success. */
export class ContractState {
  readonly #byOperation: ReadonlyMap<string, readonly Contract[]>;
  /** Each with one of the contracts that it is of, to be named where it fails. */
  readonly #trackers: ReadonlyMap<Tracker, Contract>;
  /** By the trackers themselves: two users may well find the same name. */
  readonly #known = new Map<Tracker, Map<string, unknown>>();
  readonly #surroundings: Surroundings;

  constructor(contracts: readonly Contract[], surroundings: Surroundings) {
    const operations = [...new Set(contracts.flatMap(({ on }) => on))];
    this.#byOperation = new Map(
      operations.map((operation) => [operation, contracts.filter(({ on }) => on.includes(operation))]),
    );
    this.#trackers = new Map(
      contracts.flatMap((contract) =>
        Object.values(contract.track).map((tracker) => [tracker, contract] as const),
      ),
    );
    this.#surroundings = surroundings;
  }

  /** Whether anything is to be said or learned of an operation. */
  concerns(operation: string): boolean {
    return this.#byOperation.has(operation) || this.#trackersOn(operation).length > 0;
  }

  /** Whether the answer's body has to be known. */
  readsAnswer(operation: string): boolean {
    return (
      (this.#byOperation.get(operation) ?? []).some(({ asksFirst }) => asksFirst) ||
      this.#trackersOn(operation).some(([{ readsAnswer }]) => readsAnswer)
    );
  }

  /** The first contract that speaks of a call before anybody is asked. */
  before(call: Call, now: number): Applied | undefined {
    return this.#first(call, now, unanswered, false);
  }

  /** The first contract that speaks of a call once the target has answered. */
  after(call: Call, answered: Answered, now: number): Applied | undefined {
    return this.#first(call, now, answered, true);
  }

  /** All contracts that speak of a call and its answer. */
  all(call: Call, answered: Answered, now: number): readonly Applied[] {
    return this.#candidates(call).flatMap((contract) => this.#apply(contract, call, now, answered) ?? []);
  }

  /** Learns from an answer; refusals change nothing. */
  learn({ call, answered, now }: Success): void {
    if (answered.status >= 300) return;
    for (const [tracker, contract] of this.#trackersOn(call.operation)) {
      this.#heed(contract, call, () => {
        this.#forget(tracker, call);
        const key = keyIn(tracker, call);
        if (key !== undefined) this.#keep(tracker, key, { call, answered, now });
      });
    }
  }

  /** Does a contract's own work: what that throws is the contract's fault. */
  #heed<Result>(contract: Contract, call: Call, work: () => Result): Result | undefined {
    try {
      return work();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const error = new TouchstoneError(
        "TS_CONTRACT",
        `the contract ${contract.id} cannot be asked: ${why}`,
        {
          hint: `It was asked of ${call.operation}: its functions must hold for every call of that operation. What a call does not say is undefined.`,
          cause,
        },
      );
      const { onBroken } = this.#surroundings;
      if (onBroken === undefined) throw error;
      onBroken({ contract, call, error });
      return undefined;
    }
  }

  #keep(tracker: Tracker, key: string, success: Success): void {
    const known = this.#known.get(tracker) ?? new Map<string, unknown>();
    this.#known.set(tracker, known);
    const value = tracker.next(known.get(key), success);
    known.delete(key);
    if (value !== undefined) known.set(key, value);
    const [oldest] = known.keys();
    if (known.size > mostKeys && oldest !== undefined) known.delete(oldest);
  }

  #forget(tracker: Tracker, call: Call): void {
    const known = this.#known.get(tracker);
    const isForgotten = known === undefined ? undefined : tracker.forgotten?.(call);
    if (known === undefined || isForgotten === undefined) return;
    const own = ownerOf(call);
    for (const key of known.keys()) {
      if (key.startsWith(own) && isForgotten(key.slice(own.length))) known.delete(key);
    }
  }

  #trackersOn(operation: string): readonly (readonly [Tracker, Contract])[] {
    return [...this.#trackers].filter(([{ operations }]) => operations.includes(operation));
  }

  #candidates(call: Call): readonly Contract[] {
    return this.#byOperation.get(call.operation) ?? [];
  }

  #first(call: Call, now: number, answered: Answered, asksFirst: boolean): Applied | undefined {
    for (const contract of this.#candidates(call)) {
      const applied =
        contract.asksFirst === asksFirst ? this.#apply(contract, call, now, answered) : undefined;
      if (applied !== undefined) return applied;
    }
    return undefined;
  }

  #apply(contract: Contract, call: Call, now: number, answered: Answered): Applied | undefined {
    const { windows, knowsAll } = this.#surroundings;
    const situation: Situation = {
      call,
      input: call.input,
      now,
      knowsAll,
      answered,
      isWithin: (window, since) => since !== undefined && now - since < (windows[window] ?? 0),
    };
    return this.#heed(contract, call, () => {
      const tracked = Object.fromEntries(
        Object.entries(contract.track).map(([name, tracker]) => {
          const key = keyIn(tracker, call);
          return [name, key === undefined ? undefined : this.#known.get(tracker)?.get(key)];
        }),
      );
      return contract.when(situation, tracked)
        ? { contract, answer: contract.answer(situation, tracked) }
        : undefined;
    });
  }
}

/** No account has a colon in its name. */
function ownerOf({ account = "" }: Call): string {
  return `${account}:`;
}

/** What a call is about, in its account. */
function keyIn(tracker: Tracker, call: Call): string | undefined {
  const key = tracker.key(call);
  return key === undefined ? undefined : `${ownerOf(call)}${key}`;
}

/** Whether an answer is the one that a contract asks for, by its status and its code; a bare one, to HEAD, may have none. */
export function isKept({ status, code }: ContractAnswer, answered: Answered, isBare = false): boolean {
  if (status !== answered.status) return false;
  return code === answered.code || (isBare && answered.code === undefined) || code === undefined;
}
