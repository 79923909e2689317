import type { Answered, Call, Contract, ContractAnswer, Situation, Success, Tracker } from "./contract.ts";
import { TouchstoneError } from "./error.ts";
import { TrackerMemory } from "./tracker-memory.ts";
import { watched } from "./watched-call.ts";

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

const unanswered: Answered = { status: 0, headers: {} };

/** A tracker's memory, with one of the contracts that it is of, to be named where it fails. */
interface Learner {
  readonly tracker: Tracker;
  readonly memory: TrackerMemory;
  readonly contract: Contract;
}

/** The contracts of one service with what they have seen: asked of each call, told of each success. */
export class ContractState {
  readonly #contractsOn: ReadonlyMap<string, readonly Contract[]>;
  readonly #learnersOn: ReadonlyMap<string, readonly Learner[]>;
  /** By the trackers themselves: two users may well find the same name. */
  readonly #learners: ReadonlyMap<Tracker, Learner>;
  readonly #surroundings: Surroundings;

  constructor(contracts: readonly Contract[], surroundings: Surroundings) {
    this.#learners = learnersOf(contracts);
    this.#contractsOn = byOperation(contracts, ({ on }) => on);
    this.#learnersOn = byOperation([...this.#learners.values()], ({ tracker }) => tracker.operations);
    this.#surroundings = surroundings;
  }

  /** Whether anything is to be said or learned of an operation. */
  concerns(operation: string): boolean {
    return this.#contractsOn.has(operation) || this.#learnersOn.has(operation);
  }

  /** Whether the body of a success has to be known. */
  readsAnswer(operation: string): boolean {
    return (
      (this.#contractsOn.get(operation) ?? []).some(({ asksFirst }) => asksFirst === true) ||
      (this.#learnersOn.get(operation) ?? []).some(({ tracker }) => tracker.readsAnswer)
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
  learn(success: Success): void {
    const { call, answered } = success;
    if (answered.status >= 300) return;
    for (const { contract, memory } of this.#learnersOn.get(call.operation) ?? []) {
      this.#heed(contract, call, () => memory.learn(success));
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

  #candidates(call: Call): readonly Contract[] {
    return this.#contractsOn.get(call.operation) ?? [];
  }

  #first(call: Call, now: number, answered: Answered, asksFirst: boolean): Applied | undefined {
    for (const contract of this.#candidates(call)) {
      const applied =
        (contract.asksFirst !== false) === asksFirst ? this.#apply(contract, call, now, answered) : undefined;
      if (applied !== undefined) return applied;
    }
    return undefined;
  }

  #apply(contract: Contract, call: Call, now: number, answered: Answered): Applied | undefined {
    if (contract.asksFirst === "if-refused" && answered.status < 300) return undefined;
    const { windows } = this.#surroundings;
    const { seen, hasMissed } = watched(call);
    const situation: Situation = {
      call: seen,
      input: seen.input,
      now,
      knowsAll: this.#knowsAll(contract),
      answered: contract.asksFirst === "head-only" ? headOf(answered) : answered,
      isWithin: (window, since) => since !== undefined && now - since < (windows[window] ?? 0),
    };
    return this.#heed(contract, call, () => {
      const tracked = Object.fromEntries(
        Object.entries(contract.track).map(([name, tracker]) => [name, this.#memoryOf(tracker)?.of(seen)]),
      );
      const answer = contract.when(situation, tracked) ? contract.answer(situation, tracked) : undefined;
      return answer === undefined || hasMissed() ? undefined : { contract, answer };
    });
  }

  /** Nobody knows all who had to forget some of it. */
  #knowsAll({ track }: Contract): boolean {
    const { knowsAll } = this.#surroundings;
    return knowsAll && Object.values(track).every((tracker) => this.#memoryOf(tracker)?.isWhole);
  }

  #memoryOf(tracker: Tracker): TrackerMemory | undefined {
    return this.#learners.get(tracker)?.memory;
  }
}

/** Without the body, also where somebody else has asked for it. */
function headOf({ text: _, ...head }: Answered): Answered {
  return head;
}

function learnersOf(contracts: readonly Contract[]): ReadonlyMap<Tracker, Learner> {
  return new Map(
    contracts.flatMap((contract) =>
      Object.values(contract.track).map((tracker): [Tracker, Learner] => [
        tracker,
        { tracker, memory: new TrackerMemory(tracker), contract },
      ]),
    ),
  );
}

/** In their order, by each of the operations that they are about. */
function byOperation<Item>(
  items: readonly Item[],
  operationsOf: (item: Item) => readonly string[],
): ReadonlyMap<string, readonly Item[]> {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    for (const operation of new Set(operationsOf(item))) {
      found.set(operation, [...(found.get(operation) ?? []), item]);
    }
  }
  return found;
}

/** Whether an answer is the one that a contract asks for, by its status and its code; a bare one, to HEAD, may have none. */
export function isKept({ status, code }: ContractAnswer, answered: Answered, isBare = false): boolean {
  if (status !== answered.status) return false;
  return code === answered.code || (isBare && answered.code === undefined) || code === undefined;
}
