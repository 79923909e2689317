import { answeredOf, contractAnswer, readCall, type ServiceName, statusAndCode } from "../../clouds/index.ts";
import {
  type Answered,
  type Applied,
  type BrokenContract,
  type Call,
  type Contract,
  ContractState,
  isKept,
  type Surroundings,
} from "../../model/index.ts";
import type {
  OwnAnswer,
  RawHeader,
  RequestHead,
  ResponseHead,
  ReturnedResponse,
  Rewriter,
  SentRequest,
} from "../../wire/index.ts";
import { ToldChanges } from "./told-changes.ts";

/** A contract that an emulator does not keep, as it was met. */
export interface Enforcement {
  readonly service: ServiceName;
  readonly operation: string;
  readonly contract: Contract;
  /** What the real service answers: `409 ContainerBeingDeleted`. */
  readonly expected: string;
  /** What the emulator answered, where it was asked. */
  readonly answered?: string;
  /** Whether the program got the real service's answer. */
  readonly isEnforced: boolean;
  /** Whether the last call of the operation on the same thing was changed in the same way. */
  readonly isRepeated: boolean;
}

/** How contracts are enforced on one service. */
export interface EnforcerOptions {
  readonly service: ServiceName;
  /** Where the emulator is: `http://127.0.0.1:40123`. */
  readonly origin: string;
  readonly contracts: readonly Contract[];
  readonly surroundings: Surroundings;
  /** Only tells of what it would have changed. */
  readonly isWarning: boolean;
  readonly onEnforced: (enforcement: Enforcement) => void;
  /** Told once of each contract that cannot be asked. */
  readonly onNote: (note: string) => void;
}

/** By this header an answer says which contract it is of. */
export const contractHeader = "x-touchstone-contract";
/** By this one, what the real service would have answered. */
export const wouldAnswerHeader = "x-touchstone-would-answer";

/** By this one, which contracts could not be asked, so that the answer is what it is without them; or why there is none. */
export const errorHeader = "x-touchstone-error";

/** Whether this is said beside an answer, and not in the place of one. */
export function isOfContract(error: string): boolean {
  return error.startsWith("the contract ");
}

/** What is longer streams past, and is not looked at. */
const bodyLimit = 8 * 1024 * 1024;

interface Judged {
  readonly call: Call;
  readonly operation: string;
  readonly before: Applied | undefined;
}

/**
 * Stands before the emulator of one service, and gives the real service's answer where a contract says that the emulator's
 * is another.
 */
export class Enforcer implements Rewriter {
  readonly isTarget = true;
  readonly responseLimit = bodyLimit;
  readonly #options: EnforcerOptions;
  #state: ContractState;
  #changes: ToldChanges;
  readonly #operation: (head: RequestHead) => string;
  readonly #judged = new WeakMap<RequestHead, Judged>();
  readonly #errors = new WeakMap<Call, readonly string[]>();
  readonly #told = new Set<string>();

  constructor(options: EnforcerOptions, operation: (head: RequestHead) => string) {
    this.#options = options;
    this.#state = this.#newState();
    this.#changes = new ToldChanges(options.service);
    this.#operation = operation;
  }

  /** Whether anything is to be said or learned of an operation; all others pass byte for byte. */
  concerns(operation: string): boolean {
    return this.#state.concerns(operation);
  }

  /** Forgets all that was seen: the emulator has, too. */
  forget(): void {
    this.#state = this.#newState();
    this.#changes = new ToldChanges(this.#options.service);
  }

  #newState(): ContractState {
    const { contracts, surroundings } = this.#options;
    return new ContractState(contracts, { ...surroundings, onBroken: (broken) => this.#broken(broken) });
  }

  /** A contract that cannot be asked is told of, and changes nothing. */
  #broken({ contract, call, error }: BrokenContract): void {
    const before = this.#errors.get(call) ?? [];
    if (!before.includes(error.message)) this.#errors.set(call, [...before, error.message]);
    if (this.#told.has(contract.id)) return;
    this.#told.add(contract.id);
    this.#options.onNote(`${error.message}. ${error.hint}`);
  }

  #withErrors(headers: readonly RawHeader[], call: Call): readonly RawHeader[] {
    const errors = this.#errors.get(call);
    if (errors === undefined) return headers;
    return [...headers, [errorHeader, errors.join("; ").replace(/[^\x20-\x7e]/g, "?")]];
  }

  readonly needsBody = ({ headers }: RequestHead): boolean => {
    const length = headerOf(headers, "content-length");
    return length !== undefined && Number(length) <= bodyLimit;
  };

  readonly answer = (head: RequestHead, body: Buffer | undefined): OwnAnswer | undefined => {
    const { service, isWarning } = this.#options;
    const operation = this.#operation(head);
    const call = readCall(service, operation, {
      method: head.method,
      url: head.target,
      headers: Object.fromEntries(head.headers),
      ...(body !== undefined && { body }),
    });
    const before = this.#state.before(call, Date.now());
    this.#judged.set(head, { call, operation, before });
    return before === undefined || isWarning ? undefined : this.#ownAnswer(before, call, head);
  };

  readonly request = async ({ method, target, headers }: RequestHead): Promise<SentRequest> => {
    const host = headerOf(headers, "host");
    return { origin: this.#options.origin, method, target, headers, ...(host !== undefined && { host }) };
  };

  readonly needsResponseBody = (head: RequestHead, { status }: ResponseHead): boolean =>
    status >= 300 || this.#state.readsAnswer(this.#judged.get(head)?.operation ?? "");

  readonly response = async (
    head: RequestHead,
    { status, headers }: ResponseHead,
    body: Buffer | undefined,
  ): Promise<ReturnedResponse> => {
    const judged = this.#judged.get(head);
    if (judged === undefined) return { headers };
    const answered = answeredOf(status, headers, body?.toString("utf8"));
    const after = judged.before ?? this.#state.after(judged.call, answered, Date.now());
    const isBare = head.method === "HEAD";
    const isRight = after === undefined || (isKept(after.answer, answered, isBare) && !after.answer.body);
    if (isRight || this.#options.isWarning) {
      this.#state.learn({ call: judged.call, answered, now: Date.now() });
      if (isRight) this.#changes.unchanged(judged.call);
      const kept = isRight ? headers : this.#warned(after, judged.call, answered, headers);
      return { headers: this.#withErrors(kept, judged.call) };
    }
    return this.#ownAnswer(after, judged.call, head, answered);
  };

  #warned(
    applied: Applied,
    call: Call,
    answered: Answered,
    headers: readonly RawHeader[],
  ): readonly RawHeader[] {
    this.#tell(applied, call, false, answered);
    return [...headers, [wouldAnswerHeader, statusAndCode(applied.answer)]];
  }

  #ownAnswer(applied: Applied, call: Call, head: RequestHead, instead?: Answered): OwnAnswer {
    const { service } = this.#options;
    this.#tell(applied, call, true, instead);
    const answer = contractAnswer(service, applied.answer, { ...head, operation: call.operation });
    const headers: readonly RawHeader[] = [...answer.headers, [contractHeader, applied.contract.id]];
    const text = answer.body.toString("utf8");
    this.#state.learn({ call, answered: answeredOf(answer.status, headers, text), now: Date.now() });
    return { ...answer, headers: this.#withErrors(headers, call) };
  }

  #tell({ contract, answer }: Applied, call: Call, isEnforced: boolean, instead?: Answered): void {
    const { service, onEnforced } = this.#options;
    const expected = statusAndCode(answer);
    const answered = instead === undefined ? undefined : statusAndCode(instead);
    onEnforced({
      service,
      operation: call.operation,
      contract,
      expected,
      isEnforced,
      isRepeated: this.#changes.isRepeated(call, `${contract.id}: ${expected} for ${answered}`),
      ...(answered !== undefined && { answered }),
    });
  }
}

function headerOf(headers: readonly RawHeader[], wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1];
}
