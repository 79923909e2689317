import {
  type Care,
  denialsOf,
  exampleOf,
  interfaceOf,
  operationOf,
  type Rule,
  type ServiceName,
  topLevelOf,
} from "../../clouds/index.ts";
import { type Planned, Resources, Schedule, type Sequence, type StepOutcome } from "../../explore/index.ts";
import { TouchstoneError } from "../../model/index.ts";
import { allEnded } from "../all-ended.ts";
import { isRefusal } from "../oracle/outcome.ts";
import { answerValue } from "../pair/answer-values.ts";
import type { Performed, PerformedStep } from "../pair/performed.ts";
import { givesOthers } from "../pair/touched.ts";
import type { MadeCall } from "../sides/unanswered-calls.ts";
import { settleDisturbed } from "./aftermath.ts";
import { Cases } from "./cases.ts";
import { Coverage } from "./coverage.ts";
import { type Done, Lanes } from "./lanes.ts";
import type { FuzzOptions, FuzzResult } from "./options.ts";

/** So many sequences without anything new are quiet. */
const quiet = 400;

/**
 * How many sequences are performed at once, or are looked into, and how many are planned before their turn: enough that there is
 * always one which need not wait for what others have in common with it.
 */
const lanes = 16;
const ahead = 64;

/** How many that need the account for themselves are gathered, since all others have to wait for them; and until everything was tried. */
const gathered = 64;
const gatheredFirst = 8;

/** So many sequences later at the latest, what was put aside is looked into: whoever watches wants to hear of it. */
const longestAside = 100;

/** How much longer than its budget a run may take to look into what it has found. */
const grace = 1.2;

/**
 * Performs generated sequences on an emulator and on a reference, and makes findings of where they part.
 *
 * @example
 * const { findings } = await fuzz({ emulator, reference, seed: 1, calls: 2000 });
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  return await new Run(options).perform();
}

/** A plan, and how the states behind it are glanced at: each way has turns of its own. */
interface Numbered extends Planned {
  readonly turn: number;
  readonly care: Care;
}

class Run {
  readonly #options: FuzzOptions;
  readonly #service: ServiceName;
  readonly #schedule: Schedule;
  readonly #coverage: Coverage;
  readonly #cases: Cases;
  readonly #began = performance.now();
  readonly #lanes: Lanes<Numbered>;
  /** What came of those that were disturbed, whatever others did beside them. */
  readonly #settled = new WeakMap<Numbered, Performed>();
  readonly #turns = new Map<Care, number>();
  #sinceNew = 0;
  #sinceExamined = 0;
  /** That a target answers nothing any more. */
  #lost: string | undefined;

  constructor(options: FuzzOptions) {
    this.#options = options;
    this.#service = options.emulator.service;
    this.#schedule = scheduleOf(this.#service, options.seed);
    this.#coverage = new Coverage(interfaceOf(this.#service).operations);
    this.#cases = new Cases(options, (needed) => this.#isLate(needed));
    this.#lanes = new Lanes({
      service: this.#service,
      width: lanes,
      ahead,
      gathered: () => (this.#schedule.hasReachedAll ? gathered : gatheredFirst),
      perform: (planned) => this.#performed(planned),
      plan: () => (this.#isOver() ? undefined : this.#next()),
      isOutOfTime: () => this.#isOutOfTime,
      signal: options.signal,
    });
  }

  async perform(): Promise<FuzzResult> {
    try {
      await this.#performAll();
    } catch (error) {
      // What was found before a target was gone is found; so it is where all is broken off, and something breaks of that.
      if (this.#options.signal?.aborted !== true) this.#lost = lossIn(error);
      for (const done of await this.#lanes.untold()) this.#learn(done.planned, this.#settledOf(done));
    }
    return this.#result();
  }

  async #performAll(): Promise<void> {
    try {
      await this.#generate();
    } finally {
      // Whoever closes the sides now must find nobody there.
      await this.#lanes.ended();
    }
    while (this.#cases.waiting > 0 && !this.#isLate()) {
      await this.#cases.examine(lanes);
      this.#tell();
    }
  }

  async #generate(): Promise<void> {
    const { emulator, reference } = this.#options;
    await allEnded([emulator.atRest(), reference.atRest()]);
    for (;;) {
      const done = await this.#lanes.next();
      if (done === undefined) return;
      try {
        await this.#settle(done);
      } finally {
        // Nobody else is told of it where a target is lost meanwhile.
        this.#learn(done.planned, this.#settledOf(done));
      }
      if (this.#isToBeExamined()) {
        await this.#lanes.settled();
        await this.#cases.examine(lanes);
        this.#sinceExamined = 0;
      }
      this.#tell();
    }
  }

  /** A look is due behind the first call of every operation, and behind most rounds: what is done in their midst may change others. */
  #next(): Numbered {
    const { hasReachedAll } = this.#schedule;
    const planned = this.#schedule.next();
    const care = !hasReachedAll ? "always" : planned.round === undefined ? "usually" : "closely";
    const turn = (this.#turns.get(care) ?? 0) + 1;
    this.#turns.set(care, turn);
    return { ...planned, care, turn };
  }

  #performed({ sequence, turn, care }: Numbered): Promise<Performed> {
    return this.#cases.perform(sequence, { probes: "last", turn, care });
  }

  /** Finds out what comes of a sequence, and of those that were disturbed with it, by themselves. */
  async #settle(done: Done<Numbered>): Promise<void> {
    if (!this.#isUnsettled(done)) return;
    const disturbed = [done, ...(await this.#lanes.settled())].filter((one) => this.#isUnsettled(one));
    await settleDisturbed(disturbed, {
      perform: (planned) => this.#performed(planned),
      performTogether: (several, onDone) => this.#performTogether(several, onDone),
      suspicion: (step) => this.#schedule.suspicion(step),
      isLate: () => this.#isLate(),
      onSettled: (planned, performed) => this.#settled.set(planned, performed),
    });
  }

  /** Whether it was disturbed, and nobody knows what comes of it by itself. */
  #isUnsettled({ planned, performed }: Done<Numbered>): boolean {
    return performed.isDisturbed === true && !this.#settled.has(planned);
  }

  async #performTogether(
    several: readonly Numbered[],
    onDone: (done: Done<Numbered>) => void,
  ): Promise<void> {
    const waiting = [...several];
    const together = new Lanes({
      service: this.#service,
      width: lanes,
      ahead: lanes,
      perform: (planned: Numbered) => this.#performed(planned),
      plan: () => (this.#isLate() ? undefined : waiting.shift()),
      signal: this.#options.signal,
    });
    try {
      for (let one = await together.next(); one !== undefined; one = await together.next()) onDone(one);
    } finally {
      await together.ended();
    }
  }

  #settledOf({ planned, performed }: Done<Numbered>): Performed {
    return this.#settled.get(planned) ?? performed;
  }

  #isToBeExamined(): boolean {
    const { waiting } = this.#cases;
    const isTime = waiting >= lanes || (waiting > 0 && this.#sinceExamined >= longestAside);
    return isTime && this.#schedule.hasReachedAll;
  }

  #learn(planned: Numbered, performed: Performed): void {
    const { sequence } = planned;
    const { steps, discrepancy, isDoubtful, isDisturbed } = performed;
    const before = this.#schedule.seen + this.#cases.findings.length;
    const last = steps.length - 1;
    const end = isDoubtful === true ? last : discrepancy?.step;
    // What is still disturbed was so by its own last step, unless there was no time to perform it again.
    const died = isDisturbed === true ? last : undefined;
    const outcomes = steps.map((step, at) => {
      const outcome = this.#outcome(sequence, at, step, end === at);
      return at === died && outcome.outcome === "failed" ? { ...outcome, outcome: "died" } : outcome;
    });
    this.#schedule.learn(planned, outcomes);
    this.#coverage.add(sequence, steps);
    this.#sinceExamined++;
    if (discrepancy !== undefined) this.#cases.putAside({ sequence, discrepancy });
    if (isDoubtful === true) this.#cases.doubt(sequence[last]?.operation ?? "");
    if (this.#isUnsettled({ planned, performed }))
      for (const { operation } of sequence.slice(0, steps.length)) this.#cases.doubt(operation);
    this.#sinceNew = this.#schedule.seen + this.#cases.findings.length > before ? 0 : this.#sinceNew + 1;
  }

  /** A step at which the sides part leads no further, however it ended. */
  #outcome(
    sequence: Sequence,
    at: number,
    { emulator, reference }: PerformedStep,
    isEnd: boolean,
  ): StepOutcome {
    if (emulator.kind !== "answered") {
      const isHung = emulator.kind === "failed" && emulator.isHung === true;
      return { outcome: isHung ? "hung" : emulator.kind, isSuccess: false, isEnd, gave: () => false };
    }
    const operation = operationOf(this.#service, sequence[at]?.operation ?? "");
    const isAnybodys = givesOthers(this.#service, sequence, at);
    return {
      outcome: `${emulator.status} ${emulator.code ?? ""}`,
      isSuccess: !isEnd && emulator.status < 300,
      isRefused: !isEnd && [emulator, reference].every(isRefusal),
      isEnd,
      gave: (place) =>
        isAnybodys ? undefined : answerValue(this.#service, operation, emulator, place) !== undefined,
    };
  }

  /** Whether nothing new is planned; what is under way is counted as if it were done. */
  #isOver(): boolean {
    const { calls, untilQuiet } = this.#options;
    if (this.#spent !== undefined || this.#isOutOfTime) return true;
    if (calls !== undefined && this.#coverage.calls + this.#lanes.steps >= calls) return true;
    return untilQuiet === true && this.#schedule.isThrough && this.#sinceNew >= quiet;
  }

  /** What is put aside takes its time, too. */
  get #isOutOfTime(): boolean {
    const { budget } = this.#options;
    return budget !== undefined && this.#elapsed + this.#cases.work >= budget;
  }

  /** A budget is not kept to the second for what was found already, but nearly: also where milliseconds are still needed. */
  #isLate(needed = 0): boolean {
    const { budget, signal } = this.#options;
    if (signal?.aborted === true || this.#spent !== undefined) return true;
    return budget !== undefined && this.#elapsed + needed >= budget * grace;
  }

  /** That one of the sides is not asked any more. */
  get #spent(): string | undefined {
    const { emulator, reference } = this.#options;
    return emulator.spent ?? reference.spent;
  }

  /** What the one that is lost has not answered; contracts before the same URL have asked the same. */
  get #underWay(): readonly MadeCall[] {
    const { emulator, reference } = this.#options;
    return emulator.unanswered.length > 0 ? emulator.unanswered : reference.unanswered;
  }

  get #elapsed(): number {
    return performance.now() - this.#began;
  }

  #tell(): void {
    this.#options.onProgress?.({
      calls: this.#coverage.calls,
      reached: this.#coverage.reached.size,
      findings: this.#cases.findings.length,
      seconds: this.#elapsed / 1000,
    });
  }

  #result(): FuzzResult {
    const { emulator, reference, seed } = this.#options;
    const { calls, masked, retries, reached, measured, table } = this.#coverage;
    const { findings, unconfirmed, waiting, doubtful } = this.#cases;
    const { operations } = interfaceOf(this.#service);
    const unreached = operations.map(({ name }) => name).filter((name) => !reached.has(name));
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
      referenceCrashes: reference.crashes,
      hangs: emulator.losses - emulator.crashes,
      referenceHangs: reference.losses - reference.crashes,
      seconds: this.#elapsed / 1000,
      findings: findings.filter(({ dependsOnTime }) => dependsOnTime !== true),
      timeDependent: findings.filter(({ dependsOnTime }) => dependsOnTime === true),
      unconfirmed,
      unexamined: waiting,
      ...(this.#spent !== undefined && { spent: this.#spent }),
      ...(this.#lost !== undefined && { lost: this.#lost, underWay: this.#underWay }),
      measured: [...measured.difference(doubtful)].toSorted(),
      coverage: table,
    };
  }
}

/** That somebody's target answers nothing any more, or that an emulator of ours does not start again; all else is a failure. */
function lossIn(error: unknown): string {
  const losses: readonly string[] = ["TS_TARGET_SILENT", "TS_EMULATOR_LOST"];
  if (error instanceof TouchstoneError && losses.includes(error.code)) return error.message;
  throw error;
}

function scheduleOf(service: ServiceName, seed: number): Schedule {
  const ruling = ({ operation, input }: Rule) => ({ operation: operationOf(service, operation), input });
  return new Schedule({
    resources: new Resources(interfaceOf(service)),
    example: (operation) => exampleOf(service, operation),
    denials: (operation) =>
      denialsOf(service, operation).map(({ callers, allowing, denying }) => ({
        callers,
        ...(allowing !== undefined && { allowing: ruling(allowing) }),
        denying: denying.map(ruling),
      })),
    areSettingsFelt: topLevelOf(service).settings !== "unfelt",
    seed,
  });
}
