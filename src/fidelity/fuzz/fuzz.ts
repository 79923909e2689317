import { type Care, interfaceOf, type ServiceName } from "../../clouds/index.ts";
import type { Planned, Schedule } from "../../explore/index.ts";
import { allEnded } from "../all-ended.ts";
import { bothAsNew } from "../pair/pair.ts";
import type { Performed } from "../pair/performed.ts";
import { Aftermath } from "./aftermath.ts";
import { Cases } from "./cases.ts";
import { Coverage } from "./coverage.ts";
import { type Done, Lanes } from "./lanes.ts";
import { Limits } from "./limits.ts";
import type { FuzzOptions, FuzzResult } from "./options.ts";
import { lossIn, resultOf } from "./result-of.ts";
import { scheduleOf } from "./schedule-of.ts";
import { stepOutcomes } from "./step-outcomes.ts";

/**
 * How many sequences are performed at once, or are looked into, and how many are planned before their turn: enough that there is
 * always one which need not wait for what others have in common with it.
 */
const lanes = 16;
const ahead = 64;

/**
 * How many sequences that need the account for themselves are gathered, since all others have to wait for them; fewer until every
 * operation was tried once.
 */
const gathered = 64;
const gatheredFirst = 8;

/** Cases are looked into after this many sequences at the latest, so that people who watch see findings soon. */
const longestAside = 100;

/**
 * Performs generated sequences on an emulator and on a reference, and makes findings of where they part.
 *
 * @example
 * const { findings } = await fuzz({ emulator, reference, seed: 1, calls: 2000 });
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  using run = new Run(options);
  return await run.perform();
}

/** A plan, with how carefully the states behind it are glanced at, and the number of its turn among those of the same care. */
interface Numbered extends Planned {
  readonly turn: number;
  readonly care: Care;
}

class Run implements Disposable {
  readonly #options: FuzzOptions;
  readonly #service: ServiceName;
  readonly #schedule: Schedule;
  readonly #coverage: Coverage;
  readonly #cases: Cases;
  readonly #limits: Limits;
  readonly #lanes: Lanes<Numbered>;
  readonly #aftermath: Aftermath<Numbered>;
  readonly #turns = new Map<Care, number>();
  #sinceNew = 0;
  #sinceExamined = 0;
  #wasFoundUseful = false;
  /** Some operation was not tried yet when the last sequence was planned. */
  #isFirst = true;
  /** That a target answers nothing any more. */
  #lost: string | undefined;

  constructor(options: FuzzOptions) {
    this.#options = options;
    this.#service = options.emulator.service;
    this.#schedule = scheduleOf(this.#service, options.seed);
    this.#coverage = new Coverage(interfaceOf(this.#service).operations);
    this.#limits = new Limits(options, {
      calls: () => this.#coverage.calls + this.#lanes.steps,
      sinceNew: () => this.#sinceNew,
      isThrough: () => this.#schedule.isThrough,
      work: () => this.#cases.work,
    });
    const { signal } = this.#limits;
    this.#cases = new Cases({ ...options, signal }, (needed) => this.#limits.isLate(needed));
    this.#aftermath = new Aftermath({
      service: this.#service,
      width: lanes,
      perform: (planned) => this.#performed(planned),
      suspicion: (step) => this.#schedule.suspicion(step),
      isLate: () => this.#limits.isLate(),
      signal,
    });
    this.#lanes = new Lanes({
      service: this.#service,
      width: lanes,
      ahead,
      gathered: () => this.#gathered(),
      perform: (planned) => this.#performed(planned),
      afterGathered: () => bothAsNew(options),
      plan: () => (this.#limits.isOver ? undefined : this.#next()),
      isOutOfTime: () => this.#limits.isOutOfTime,
      signal,
    });
  }

  /** However short a run is, those that every operation was tried with first are performed before more are gathered. */
  #gathered(): number {
    if (!this.#schedule.hasReachedAll) {
      this.#isFirst = true;
      return gatheredFirst;
    }
    if (!this.#isFirst) return gathered;
    this.#isFirst = false;
    return 1;
  }

  async perform(): Promise<FuzzResult> {
    const { emulator, reference } = this.#options;
    this.#limits.signal.addEventListener("abort", () => {
      emulator.breakOff();
      reference.breakOff();
    });
    try {
      await this.#performAll();
    } catch (error) {
      // Findings made before a target was lost are kept; errors that only come of breaking a run off are ignored.
      if (!this.#limits.signal.aborted) this.#lost = lossIn(error);
      for (const done of await this.#lanes.untold()) this.#learn(done);
    }
    // A run may end before every operation was tried, or while that error counts as one of breaking it off.
    if (this.#lost === undefined) this.#cases.requireUseful();
    return resultOf(this.#options, {
      coverage: this.#coverage,
      cases: this.#cases,
      seconds: this.#limits.elapsed / 1000,
      spent: this.#limits.spent,
      lost: this.#lost,
    });
  }

  [Symbol.dispose](): void {
    this.#limits[Symbol.dispose]();
  }

  /** What is put aside may take less time to look into than was left for it: then more is generated. */
  async #performAll(): Promise<void> {
    try {
      const { emulator, reference } = this.#options;
      await allEnded([emulator.atRest(), reference.atRest()]);
      do {
        await this.#generate();
        await this.#examineAll();
      } while (!this.#limits.isOver && !this.#limits.signal.aborted);
    } finally {
      // The caller closes the sides next: nothing may still be using them.
      await this.#lanes.ended();
    }
  }

  async #examineAll(): Promise<void> {
    while (this.#cases.waiting > 0 && !this.#limits.isLate()) {
      await this.#examine();
      this.#tell();
    }
  }

  /** What is looked into has to show where everything is new. */
  async #examine(): Promise<void> {
    await bothAsNew(this.#options);
    await this.#cases.examine(lanes);
  }

  async #generate(): Promise<void> {
    for (;;) {
      const done = await this.#lanes.next();
      if (done === undefined) return;
      try {
        await this.#settle(done);
      } finally {
        // Also when a target is lost meanwhile: nothing else remembers this sequence.
        this.#learn(done);
      }
      this.#requireUsefulOnce();
      if (this.#isToBeExamined()) {
        await this.#lanes.settled();
        await this.#examine();
        this.#sinceExamined = 0;
      }
      this.#tell();
    }
  }

  async #settle(done: Done<Numbered>): Promise<void> {
    if (!this.#aftermath.isUnsettled(done)) return;
    await this.#aftermath.settle([done, ...(await this.#lanes.settled())]);
  }

  /** States are looked at behind the first call of every operation, and behind most rounds, since these combine operations. */
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

  /** As soon as everything was tried: whoever waits for a long run is told early that it is worth nothing. */
  #requireUsefulOnce(): void {
    if (this.#wasFoundUseful || !this.#schedule.hasReachedAll) return;
    this.#cases.requireUseful();
    this.#wasFoundUseful = true;
  }

  #isToBeExamined(): boolean {
    const { waiting } = this.#cases;
    const isTime = waiting >= lanes || (waiting > 0 && this.#sinceExamined >= longestAside);
    return isTime && this.#schedule.hasReachedAll;
  }

  #learn(done: Done<Numbered>): void {
    const { sequence } = done.planned;
    const performed = this.#aftermath.of(done);
    const { steps, discrepancy, isDoubtful } = performed;
    const before = this.#schedule.seen + this.#cases.findings.length;
    this.#schedule.learn(done.planned, stepOutcomes(this.#service, sequence, performed));
    this.#coverage.add(sequence, steps);
    this.#sinceExamined++;
    if (discrepancy !== undefined) this.#cases.putAside({ sequence, discrepancy });
    if (isDoubtful === true) this.#cases.doubt(sequence[steps.length - 1]?.operation ?? "");
    if (this.#aftermath.isUnsettled(done))
      for (const { operation } of sequence.slice(0, steps.length)) this.#cases.doubt(operation);
    this.#sinceNew = this.#schedule.seen + this.#cases.findings.length > before ? 0 : this.#sinceNew + 1;
  }

  #tell(): void {
    this.#options.onProgress?.({
      calls: this.#coverage.calls,
      reached: this.#coverage.reached.size,
      findings: this.#cases.findings.length,
      seconds: this.#limits.elapsed / 1000,
    });
  }
}
