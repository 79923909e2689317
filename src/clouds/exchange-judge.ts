import {
  type Answered,
  type Call,
  type Contract,
  type ContractAnswer,
  ContractState,
  isKept,
  type Surroundings,
} from "../model/index.ts";
import type { RawHeader } from "../wire/index.ts";
import { readCall } from "./read-call.ts";
import { isServiceName, type ServiceName } from "./service-names.ts";
import { errorCodeOf } from "./shared/error-code.ts";

/** An exchange as the judge takes it: one of a trace fits. */
export interface JudgedExchange {
  readonly at: string;
  readonly service: string | null;
  readonly operation: string;
  readonly request: CapturedPart & { readonly method: string; readonly target: string };
  readonly response?: CapturedPart & { readonly status: number };
}

interface CapturedPart {
  readonly headers: readonly RawHeader[];
  readonly body?: { readonly text?: string; readonly base64?: string; readonly cut?: true };
}

/** What a contract says of an exchange. */
export interface ContractVerdict {
  readonly contract: Contract;
  /** Whether the target answered as the real service does. */
  readonly isKept: boolean;
  /** What the real service answers. */
  readonly expected: ContractAnswer;
  readonly answered: Answered;
}

/** Judges exchanges by contracts, in their order: what has succeeded before is known. */
export class ExchangeJudge {
  readonly #states = new Map<ServiceName, ContractState>();
  readonly #contracts: readonly Contract[];
  readonly #surroundings: Surroundings;

  constructor(contracts: readonly Contract[], surroundings: Surroundings) {
    this.#contracts = contracts;
    this.#surroundings = surroundings;
  }

  /** What the contracts that speak of an exchange say of it; its success is remembered. */
  judge(exchange: JudgedExchange): readonly ContractVerdict[] {
    const { service, operation, request, response } = exchange;
    if (service === null || !isServiceName(service) || response === undefined) return [];
    const state = this.#stateOf(service);
    if (!state.concerns(operation)) return [];
    const call = callOf(service, operation, request);
    const answered = answeredOf(response.status, response.headers, textOf(response));
    const now = Date.parse(exchange.at);
    const isBare = request.method === "HEAD";
    const verdicts = state.all(call, answered, now).map(({ contract, answer }) => ({
      contract,
      expected: answer,
      answered,
      // One that looks at the answer itself speaks only where that is wrong.
      isKept: !contract.asksFirst && isKept(answer, answered, isBare),
    }));
    state.learn({ call, answered, now });
    return verdicts;
  }

  #stateOf(service: ServiceName): ContractState {
    const known = this.#states.get(service);
    if (known !== undefined) return known;
    const own = this.#contracts.filter((contract) => contract.service === service);
    const state = new ContractState(own, this.#surroundings);
    this.#states.set(service, state);
    return state;
  }
}

function callOf(service: ServiceName, operation: string, request: JudgedExchange["request"]): Call {
  const { method, target, headers, body } = request;
  return readCall(service, operation, {
    method,
    url: target,
    headers: Object.fromEntries(headers),
    ...(body?.cut === undefined && { body: bytesOf(body) }),
  });
}

function bytesOf(body: CapturedPart["body"]): Uint8Array {
  return body?.base64 === undefined ? Buffer.from(body?.text ?? "") : Buffer.from(body.base64, "base64");
}

function textOf({ body }: CapturedPart): string {
  return Buffer.from(bytesOf(body)).toString("utf8");
}

/** An answer as contracts look at it. */
export function answeredOf(status: number, headers: readonly RawHeader[], text?: string): Answered {
  const code = status < 300 ? undefined : errorCodeOf(text ?? "", headers);
  return {
    status,
    headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    ...(code !== undefined && { code }),
    ...(text !== undefined && { text }),
  };
}
