import type { FaultKind, FaultPlan, FaultRule } from "./fault-plan.ts";
import { SeededRandom } from "./random.ts";

/** A request, as far as rules look at it. */
export interface FaultCandidate {
  /** `null` where it is not known; such a request is left alone. */
  readonly service: string | null;
  readonly operation: string;
}

/** What is to happen to a request. */
export interface InjectedFault {
  readonly kind: FaultKind;
  /** How long the request waits first. */
  readonly delayMs?: number;
  /** For the exchange's `fault`: the kind, and the rule that asked for it. */
  readonly label: string;
}

export interface FaultInjectorOptions {
  /** Instead of the plan's own. */
  readonly seed?: number;
}

/**
 * Decides request by request what goes wrong. The same plan, seed and order of requests give the same faults; each rule
 * counts and draws for itself, so that one more rule does not change what the others do.
 */
export class FaultInjector {
  readonly #rules: readonly CountingRule[];

  constructor(plan: FaultPlan, { seed = plan.seed }: FaultInjectorOptions = {}) {
    this.#rules = plan.rules.map((rule, index) => new CountingRule(rule, index, seed));
  }

  /** The fault for the next request: of the first rule that wants one. Each request is to be shown once. */
  next(request: FaultCandidate): InjectedFault | undefined {
    let chosen: CountingRule | undefined;
    for (const rule of this.#rules) if (rule.counts(request) && rule.wants()) chosen ??= rule;
    return chosen?.fault();
  }
}

/** A rule with what it has seen so far. */
class CountingRule {
  readonly #rule: FaultRule;
  readonly #fault: InjectedFault;
  readonly #random: SeededRandom;
  #seen = 0;
  #faults = 0;

  constructor(rule: FaultRule, index: number, seed: number) {
    const { fault: kind, delayMs } = rule;
    this.#rule = rule;
    this.#fault = { kind, label: `${kind} (rules[${index}])`, ...(delayMs !== undefined && { delayMs }) };
    this.#random = new SeededRandom(`${seed}:${index}`);
  }

  /** Whether the request is one of the rule's, and if so counts it. */
  counts({ service, operation }: FaultCandidate): boolean {
    const { service: wanted, operations } = this.#rule;
    if (service === null || (wanted !== undefined && wanted !== service)) return false;
    if (operations !== "*" && !operations.includes(operation)) return false;
    this.#seen++;
    return true;
  }

  /** Whether the request that was just counted is to fail. */
  wants(): boolean {
    const { rate, at, every, limit } = this.#rule;
    const drawn = rate === undefined || this.#random.next() < rate;
    if (limit !== undefined && this.#faults >= limit) return false;
    if (at !== undefined) return at.includes(this.#seen);
    return drawn && (every === undefined || this.#seen % every === 0);
  }

  fault(): InjectedFault {
    this.#faults++;
    return this.#fault;
  }
}
