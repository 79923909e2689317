import { denialsOf, exampleOf, interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import { type Planned, Resources, Schedule, type Sequence, type StepOutcome } from "../../explore/index.ts";
import { type Claims, noClaims } from "../findings/claims.ts";
import type { Finding } from "../findings/finding.ts";
import { sameFinding } from "../findings/identity.ts";
import { answerValue } from "../pair/answer-values.ts";
import { performer } from "../pair/perform.ts";
import type { Discrepancy, Performed, PerformedStep } from "../pair/performed.ts";
import { touchesAccount } from "../pair/touched.ts";
import type { Side } from "../sides/side.ts";
import { Coverage, type CoverageTable } from "./coverage.ts";
import { examine } from "./examine.ts";
import { KnownPlaces } from "./known-places.ts";

/** How long, how far, and on what a fuzzing run goes. */
export interface FuzzOptions {
  readonly emulator: Side;
  readonly reference: Side;
  readonly seed: number;
  /** How many calls are generated; those that minimise and reproduce come on top. */
  readonly calls?: number;
  /** Milliseconds after which nothing new is begun. */
  readonly budget?: number;
  /** Ends when nothing new has appeared for a while. */
  readonly untilQuiet?: boolean;
  /** What the emulator's own documents say. */
  readonly claims?: Claims;
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (progress: FuzzProgress) => void;
  readonly signal?: AbortSignal;
}

/** How far a run is. */
export interface FuzzProgress {
  readonly calls: number;
  readonly reached: number;
  readonly findings: number;
  readonly seconds: number;
}

/** What a fuzzing run has found. */
export interface FuzzResult {
  readonly service: ServiceName;
  readonly emulator: string;
  readonly reference: string;
  readonly seed: number;
  readonly operations: {
    readonly total: number;
    readonly reached: number;
    readonly unreached: readonly string[];
  };
  readonly calls: number;
  readonly masked: number;
  readonly retries: number;
  readonly crashes: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** Those that do not show each time. */
  readonly timeDependent: readonly Finding[];
  /** Differences that did not show again on clean state. */
  readonly unconfirmed: number;
  /** Differences that there was no time to look into. */
  readonly unexamined: number;
  readonly measured: readonly string[];
  readonly coverage: CoverageTable;
}

/** So many sequences without anything new are quiet. */
const quiet = 400;

/** How often a discrepancy is looked into that goes away. */
const mostLooks = 3;

/** How many sequences are under way at once. */
const lanes = 8;

/** How much longer than its budget a run may take to look into what it has found. */
const grace = 1.2;

interface UnderWay {
  readonly planned: Planned;
  readonly performing: Promise<Performed>;
  readonly isAlone: boolean;
}

/** A discrepancy that is to be looked into. */
interface Aside {
  readonly key: string;
  readonly sequence: Sequence;
  readonly discrepancy: Discrepancy;
}

/**
 * Performs generated sequences on an emulator and on a reference, and makes findings of where they part.
 *
 * @example
 * const { findings } = await fuzz({ emulator, reference, seed: 1, calls: 2000 });
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  return await new Run(options).perform();
}

class Run {
  readonly #options: FuzzOptions;
  readonly #service: ServiceName;
  readonly #schedule: Schedule;
  readonly #coverage: Coverage;
  readonly #perform: ReturnType<typeof performer>;
  readonly #places: KnownPlaces;
  readonly #began = performance.now();
  /** What was found by operation and outcomes, and how often it was looked into. */
  readonly #known = new Map<string, Finding | number>();
  readonly #ids = new Set<string>();
  readonly #aside: Aside[] = [];
  #next: Planned | undefined;
  /** Milliseconds that looking into one discrepancy took last. */
  #examining = 0;
  #unconfirmed = 0;
  #sinceNew = 0;

  constructor(options: FuzzOptions) {
    this.#options = options;
    this.#service = options.emulator.service;
    const service = this.#service;
    const { operations } = interfaceOf(service);
    this.#schedule = new Schedule({
      resources: new Resources(interfaceOf(service)),
      example: (operation) => exampleOf(service, operation),
      denials: (operation) =>
        denialsOf(service, operation).map((denial) => ({
          operation: operationOf(service, denial.operation),
          input: denial.input,
        })),
      seed: options.seed,
    });
    this.#coverage = new Coverage(operations);
    this.#places = new KnownPlaces(interfaceOf(service));
    this.#perform = performer(options, { isKnown: (...difference) => this.#places.has(...difference) });
  }

  /**
   * Several sequences are under way at once, and are learned from in the order in which they were planned: what a plan
   * knows does not depend on which of those before it was faster.
   */
  async perform(): Promise<FuzzResult> {
    const under: UnderWay[] = [];
    for (;;) {
      this.#begin(under);
      const first = under.shift();
      if (first === undefined) break;
      const performed = await first.performing;
      this.#learn(first.planned, performed);
      this.#putAside(first.planned, performed);
      if (this.#schedule.hasReachedAll && this.#aside.length >= lanes) {
        await Promise.all(under.map(({ performing }) => performing));
        await this.#examineAside();
      }
      this.#tell();
    }
    while (this.#aside.length > 0 && !this.#isLate()) await this.#examineAside();
    return this.#result();
  }

  /** Begins as many sequences as may be under way; what all in the account share is changed by one alone. */
  #begin(under: UnderWay[]): void {
    while (under.length < lanes && !this.#isOver(stepsIn(under))) {
      this.#next ??= this.#schedule.next();
      const { sequence } = this.#next;
      const isAlone = touchesAccount(this.#service, sequence);
      if (under.some((one) => one.isAlone) || (isAlone && under.length > 0)) return;
      under.push({ planned: this.#next, performing: this.#perform(sequence), isAlone });
      this.#next = undefined;
    }
  }

  #learn(planned: Planned, { steps, discrepancy }: Performed): void {
    const before = this.#schedule.seen;
    this.#schedule.learn(
      planned,
      steps.map((step, at) =>
        this.#outcome(planned.sequence[at]?.operation ?? "", step, discrepancy?.step === at),
      ),
    );
    this.#coverage.add(planned.sequence, steps);
    this.#sinceNew = this.#schedule.seen > before ? 0 : this.#sinceNew + 1;
  }

  /** A step at which the sides part leads no further, however it ended. */
  #outcome(operation: string, { emulator }: PerformedStep, isParting: boolean): StepOutcome {
    const isSuccess = !isParting && emulator.kind === "answered" && emulator.status < 300;
    return {
      outcome: emulator.kind === "answered" ? `${emulator.status} ${emulator.code ?? ""}` : emulator.kind,
      isSuccess,
      gave: (place) =>
        emulator.kind === "answered" &&
        answerValue(this.#service, operationOf(this.#service, operation), emulator, place) !== undefined,
    };
  }

  /** Keeps a discrepancy that nobody has looked into, or not often enough where it went away. */
  #putAside({ sequence }: Planned, { discrepancy }: Performed): void {
    if (discrepancy === undefined) return;
    const key = sameFinding({ sequence, discrepancy }, interfaceOf(this.#service));
    const known = this.#known.get(key) ?? 0;
    const isNew = typeof known === "number" && known < mostLooks;
    if (isNew && this.#aside.every((one) => one.key !== key))
      this.#aside.push({ key, sequence, discrepancy });
  }

  /** Makes findings of what was put aside, several at once; a crash is looked into alone, since others would feel it. */
  async #examineAside(): Promise<void> {
    const began = performance.now();
    const alone = this.#aside.findIndex(({ sequence, discrepancy }) =>
      isToBeAlone(this.#service, sequence, discrepancy),
    );
    const batch = this.#aside.splice(0, alone === 0 ? 1 : Math.min(lanes, alone < 0 ? lanes : alone));
    const found = await Promise.all(batch.map((one) => this.#examined(one)));
    for (const [at, { key }] of batch.entries()) this.#keep(key, found[at]);
    this.#examining = (performance.now() - began) / batch.length;
    this.#tell();
  }

  async #examined({ sequence, discrepancy }: Aside): Promise<Finding | undefined> {
    const { emulator, reference, claims = noClaims, signal } = this.#options;
    if (signal?.aborted === true) return undefined;
    return await examine({ sequence, discrepancy }, this.#perform, {
      service: this.#service,
      emulator: emulator.label,
      reference: reference.label,
      claims,
    });
  }

  #keep(key: string, finding: Finding | undefined): void {
    if (finding !== undefined) {
      this.#found(key, finding);
      return;
    }
    const known = this.#known.get(key) ?? 0;
    this.#known.set(key, typeof known === "number" ? known + 1 : known);
    this.#unconfirmed++;
  }

  #found(key: string, finding: Finding): void {
    this.#known.set(key, finding);
    this.#places.add(finding);
    if (this.#ids.has(finding.id)) return;
    this.#ids.add(finding.id);
    this.#sinceNew = 0;
    this.#options.onFinding?.(finding);
  }

  /** Whether nothing new is begun; what is under way is counted as if it were done. */
  #isOver(underWay: number): boolean {
    const { calls, budget, untilQuiet, signal } = this.#options;
    if (signal?.aborted === true) return true;
    if (calls !== undefined && this.#coverage.calls + underWay >= calls) return true;
    // What is put aside takes its time, too.
    const left = this.#aside.length * this.#examining;
    if (budget !== undefined && performance.now() - this.#began + left >= budget) return true;
    return untilQuiet === true && this.#schedule.isThrough && this.#sinceNew >= quiet;
  }

  /** A budget is not kept to the second for what was found already, but nearly. */
  #isLate(): boolean {
    const { budget, signal } = this.#options;
    if (signal?.aborted === true) return true;
    return budget !== undefined && performance.now() - this.#began >= budget * grace;
  }

  #tell(): void {
    this.#options.onProgress?.({
      calls: this.#coverage.calls,
      reached: this.#coverage.reached.size,
      findings: this.#findings().length,
      seconds: (performance.now() - this.#began) / 1000,
    });
  }

  #findings(): readonly Finding[] {
    const found = [...this.#known.values()].flatMap((one) => (typeof one === "number" ? [] : [one]));
    const byId = new Map(found.map((finding) => [finding.id, finding]));
    return [...byId.values()].toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  }

  #result(): FuzzResult {
    const { emulator, reference, seed } = this.#options;
    const { calls, masked, retries, reached, measured, table } = this.#coverage;
    const { operations } = interfaceOf(this.#service);
    const unreached = operations.map(({ name }) => name).filter((name) => !reached.has(name));
    const findings = this.#findings();
    return {
      service: this.#service,
      emulator: emulator.label,
      reference: reference.label,
      seed,
      operations: { total: operations.length, reached: reached.size, unreached },
      calls,
      masked,
      retries,
      crashes: emulator.crashes,
      seconds: (performance.now() - this.#began) / 1000,
      findings: findings.filter(({ dependsOnTime }) => dependsOnTime !== true),
      timeDependent: findings.filter(({ dependsOnTime }) => dependsOnTime === true),
      unconfirmed: this.#unconfirmed,
      unexamined: this.#aside.length,
      measured: [...measured].toSorted(),
      coverage: table,
    };
  }
}

function isToBeAlone(service: ServiceName, sequence: Sequence, { died }: Discrepancy): boolean {
  return died !== undefined || touchesAccount(service, sequence);
}

function stepsIn(under: readonly UnderWay[]): number {
  return under.reduce((sum, { planned }) => sum + planned.sequence.length, 0);
}
