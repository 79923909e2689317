import { denialsOf, exampleOf, interfaceOf, operationOf, type ServiceName } from "../../clouds/index.ts";
import { type Planned, Resources, Schedule, type StepOutcome } from "../../explore/index.ts";
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
  /** How many sequences are under way at once. */
  readonly lanes?: number;
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
  readonly measured: readonly string[];
  readonly coverage: CoverageTable;
}

/** So many sequences without anything new are quiet. */
const quiet = 400;

/** How often a discrepancy is looked into that goes away. */
const mostLooks = 3;

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
    const under: { readonly planned: Planned; readonly performing: Promise<Performed> }[] = [];
    const { lanes = 8 } = this.#options;
    let isAlone = false;
    let next: Planned | undefined;
    for (;;) {
      while (!isAlone && under.length < lanes && !this.#isOver(stepsIn(under))) {
        next ??= this.#schedule.next();
        isAlone = touchesAccount(this.#service, next.sequence);
        if (isAlone && under.length > 0) break;
        under.push({ planned: next, performing: this.#perform(next.sequence) });
        next = undefined;
      }
      const first = under.shift();
      if (first === undefined) break;
      const performed = await first.performing;
      this.#learn(first.planned, performed);
      if (this.#isToBeExamined(first.planned, performed)) {
        await Promise.all(under.map(({ performing }) => performing));
        await this.#examine(first.planned, performed);
      }
      if (under.length === 0) isAlone = false;
      this.#tell();
    }
    return this.#result();
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

  /** Whether nobody has looked into a discrepancy, or not often enough where it went away. */
  #isToBeExamined(planned: Planned, { discrepancy }: Performed): boolean {
    if (discrepancy === undefined || this.#options.signal?.aborted === true) return false;
    const known = this.#known.get(this.#key(planned, discrepancy)) ?? 0;
    return typeof known === "number" && known < mostLooks;
  }

  #key({ sequence }: Planned, discrepancy: Discrepancy): string {
    return sameFinding({ sequence, discrepancy }, interfaceOf(this.#service));
  }

  /** Makes a finding of a discrepancy, if it shows by itself. */
  async #examine(planned: Planned, { discrepancy }: Performed): Promise<void> {
    if (discrepancy === undefined) return;
    const { emulator, reference, claims = noClaims } = this.#options;
    const { sequence } = planned;
    const key = this.#key(planned, discrepancy);
    const known = this.#known.get(key);
    const finding = await examine({ sequence, discrepancy }, this.#perform, {
      service: this.#service,
      emulator: emulator.label,
      reference: reference.label,
      claims,
    });
    if (finding !== undefined) return this.#found(key, finding);
    this.#known.set(key, (typeof known === "number" ? known : 0) + 1);
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
    if (budget !== undefined && performance.now() - this.#began >= budget) return true;
    return untilQuiet === true && this.#schedule.isThrough && this.#sinceNew >= quiet;
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
      measured: [...measured].toSorted(),
      coverage: table,
    };
  }
}

function stepsIn(under: readonly { readonly planned: Planned }[]): number {
  return under.reduce((sum, { planned }) => sum + planned.sequence.length, 0);
}
