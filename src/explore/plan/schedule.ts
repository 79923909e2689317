import type { Input, Operation } from "../../model/index.ts";
import { Chance } from "../chance.ts";
import type { Sequence, Step } from "../sequence.ts";
import { DeadlySteps } from "./deadly.ts";
import { Draft, type Knowledge } from "./draft.ts";
import type { StagedInput } from "./example-goals.ts";
import { GoalQueues } from "./goal-queues.ts";
import { type Denying, type Goal, plainGoal, rawGoal } from "./goals.ts";
import { Growth } from "./growth.ts";
import type { Resources } from "./resources.ts";
import { OperationRounds, type PlannedRound } from "./rounds.ts";
import { TellingReads } from "./telling-reads.ts";
import { type StepOutcome, Trust } from "./trust.ts";

/** A goal, and the step that is there for it. */
interface Placed {
  readonly goal: Goal;
  readonly step: number;
  /** It comes behind others that are to succeed, too, which may be why it does not. */
  readonly isBehind?: true;
}

/** A sequence to be performed, and which of its steps are there for what. */
export interface Planned {
  readonly sequence: Sequence;
  readonly goals: readonly Placed[];
  readonly draft: Draft;
  /** The round of an operation that it is. */
  readonly round?: PlannedRound;
}

export interface ScheduleOptions {
  readonly resources: Resources;
  readonly example: Knowledge["example"];
  /** Other inputs that are as good as the example. */
  readonly furtherExamples?: (operation: Operation) => readonly StagedInput[];
  readonly denials: (operation: Operation) => readonly Denying[];
  /** Whether what an account is set to changes how calls are answered that are about something else. */
  readonly areSettingsFelt?: boolean;
  readonly seed: number;
}

/** What is planned by turns: what may be refused, what is done in the midst of other things, and what has led on before. */
const turns = ["round", "queue", "round", "queue", "round", "grown"] as const;
/** How many plans are made for one that nobody should die of. */
const mostPlans = 50;

/** Decides what is tried next: first every operation, then whatever can be tried of each, and ever longer sequences. */
export class Schedule {
  readonly #resources: Resources;
  readonly #chance: Chance;
  readonly #knowledge: Knowledge;
  readonly #first: Goal[];
  readonly #queues: GoalQueues;
  readonly #growth: Growth;
  readonly #trust = new Trust();
  readonly #reads: TellingReads;
  readonly #deadly = new DeadlySteps();
  readonly #seen = new Set<string>();
  readonly #sent = new Set<string>();
  readonly #raw = new Set<Operation>();
  /** What things were made with that had more than they need, by operation. */
  readonly #fuller = new Map<string, Input>();
  /** What is tried of operations in the midst of others; they take turns, too, those that change something first and twice. */
  readonly #rounds: readonly OperationRounds[];
  #roundTurn = 0;
  #kindTurn = 0;

  constructor(options: ScheduleOptions) {
    const { resources, example, furtherExamples = () => [], denials, areSettingsFelt = true, seed } = options;
    const chance = new Chance(seed);
    this.#resources = resources;
    this.#chance = chance;
    this.#reads = new TellingReads(resources, this.#trust, chance);
    this.#knowledge = { example, trust: (producer) => this.#trust.in(producer) };
    const { operations } = resources.interface;
    this.#first = operations.map(plainGoal);
    this.#growth = new Growth({ resources, chance, draft: () => this.#draft(), areSettingsFelt });
    this.#queues = new GoalQueues({ resources, denials, examples: furtherExamples, chance });
    const changing = chance.shuffled(operations.filter(({ readOnly }) => !readOnly));
    const reading = chance.shuffled(operations.filter(({ readOnly }) => readOnly));
    const rounds = (of: readonly Operation[]) => of.map((one) => new OperationRounds(one, resources, chance));
    const ofChanges = rounds(changing);
    this.#rounds = [...ofChanges, ...ofChanges, ...rounds(reading)];
  }

  /** How likely it is that a target has died of a step, against others. */
  suspicion(step: Step): number {
    return this.#deadly.suspicion(step);
  }

  /** How many ways of ending operations have shown so far. */
  get seen(): number {
    return this.#seen.size;
  }

  /** Whether every operation was tried as plainly as can be. */
  get hasReachedAll(): boolean {
    return this.#first.length === 0;
  }

  /** Whether everything was tried that can be told beforehand. */
  get isThrough(): boolean {
    return this.#first.length === 0 && this.#queues.isEmpty && this.#rounds.every(({ isDone }) => isDone);
  }

  next(): Planned {
    for (let tries = 0; ; tries++) {
      const planned = this.#any();
      // Where a target dies of what everything begins with, that is all there is to try.
      if (!this.#deadly.isIn(planned.sequence) || tries === mostPlans) return planned;
      this.#putBack(planned);
    }
  }

  /** Learns from what became of a plan's steps; those that were not performed, or not sent, are tried again. */
  learn({ draft, goals, round }: Planned, outcomes: readonly StepOutcome[]): void {
    round?.of.learn(round, outcomes);
    for (const placed of goals) this.#learnOf(placed, outcomes);
    let isNew = false;
    for (const [at, outcome] of outcomes.entries()) {
      const step = draft.steps[at];
      if (step === undefined) continue;
      if (step.tries.kind === "valid" && step.caller === "owner") this.#trustIn(draft, at, step, outcome);
      if (outcome.outcome === "masked") continue;
      if (outcome.outcome === "hung") this.#deadly.hung(step);
      else if (outcome.outcome === "died") this.#deadly.died(step);
      else if (outcome.outcome !== "failed") this.#deadly.survived(step);
      this.#sent.add(step.operation);
      const seen = `${step.operation} ${outcome.outcome}`;
      if (!this.#seen.has(seen)) isNew = true;
      this.#seen.add(seen);
    }
    const isWhole = outcomes.length === draft.steps.length;
    if (isNew && isWhole && !this.#deadly.isIn(draft.steps)) this.#growth.keep(draft);
  }

  #learnOf({ goal, step, isBehind }: Placed, outcomes: readonly StepOutcome[]): void {
    const outcome = outcomes[step];
    const { operation, fuller } = goal;
    if (fuller !== undefined && outcome?.isSuccess === true) this.#fuller.set(operation.name, fuller);
    if (outcome === undefined) this.#queues.retry(goal, "unperformed");
    else if (isBehind === true && outcome.isRefused === true) this.#queues.retry(goal, "behind");
    else if (outcome.outcome === "masked") {
      this.#goRound(operation);
      this.#queues.retry(goal, "masked");
    }
  }

  /** What became of a call that nothing is wrong with. */
  #trustIn(draft: Draft, at: number, step: Step, outcome: StepOutcome): void {
    const operation = this.#resources.operationNamed(step.operation);
    const { isSuccess, isRefused = false } = outcome;
    const isTelling = isSuccess || !draft.isUncertain(at);
    if (isTelling) this.#trust.learn(operation, outcome);
    if (isTelling && (isSuccess || isRefused))
      this.#growth.learn(draft.before(at), step.operation, isRefused);
  }

  /** Goals that a plan was not worth: with other values, or without each other, they may be. */
  #putBack({ goals, sequence, round }: Planned): void {
    round?.of.learn(round, []);
    for (const { goal, step } of goals.toReversed()) {
      const own = sequence[step];
      const isDeadly = own === undefined || this.#deadly.isIn([own]);
      this.#queues.retry(goal, isDeadly ? "masked" : "unperformed");
    }
  }

  #any(): Planned {
    const goal = this.#first.shift();
    if (goal !== undefined) return this.#planned([goal]);
    if (this.isThrough) return this.#grown();
    const kind = turns[this.#kindTurn++ % turns.length];
    const round = kind === "round" ? this.#nextRound() : undefined;
    return round ?? (kind === "grown" ? this.#grown() : this.#fromQueues());
  }

  #nextRound(): Planned | undefined {
    const waiting = this.#rounds.length;
    for (let tries = 0; tries < waiting; tries++) {
      const rounds = this.#rounds[this.#roundTurn++ % waiting];
      if (rounds === undefined || !rounds.isReady) continue;
      const draft = this.#draft(rounds.isOfFuller);
      const round = rounds.plan(draft, this.#chance, (of, operation, about, count) =>
        this.#reads.add(of, operation, about, count),
      );
      if (draft.steps.length > 0) return { ...this.#finished(draft, []), round };
    }
    return undefined;
  }

  #fromQueues(): Planned {
    const goals = this.#queues.next();
    const [first] = goals;
    if (first === undefined) return this.#grown();
    return first.isRefused ? this.#planned(goals) : this.#succeeding(first, goals);
  }

  #planned(goals: readonly Goal[]): Planned {
    const draft = this.#draft();
    return this.#finished(
      draft,
      goals.flatMap((goal) => this.#placed(goal, draft)),
    );
  }

  /** What is to be done, each change with a look at what it has done; where one spends what it is about, the next has its own. */
  #succeeding({ operation }: Goal, goals: readonly Goal[]): Planned {
    const draft = this.#draft();
    const isSpending = this.#rounds.some((one) => one.operation === operation && one.isSpending);
    const subject = this.#resources.subjectOf(operation)?.resource;
    const placed = goals.flatMap((goal, at): readonly Placed[] => {
      if (at === 0) return this.#placed(goal, draft);
      this.#reads.add(draft, operation, new Map(), 1);
      if (isSpending && subject !== undefined) draft.another(subject);
      return this.#placed(goal, draft).map((one) => {
        draft.doubt(one.step);
        return { ...one, isBehind: true };
      });
    });
    if (!operation.readOnly) this.#reads.around(draft);
    return this.#finished(draft, placed);
  }

  /** Adds a goal's steps to a draft; there are none where what it is about cannot be made. */
  #placed(goal: Goal, draft: Draft): readonly Placed[] {
    const before = draft.steps.length;
    goal.plan(draft, this.#chance);
    const { length } = draft.steps;
    return length === before ? [] : [{ goal, step: length - 1 }];
  }

  #grown(): Planned {
    const draft = this.#growth.grown();
    this.#reads.around(draft);
    return this.#finished(draft, []);
  }

  #finished(draft: Draft, goals: Planned["goals"]): Planned {
    return { draft, goals, sequence: draft.sequence };
  }

  #draft(isOfFuller = false): Draft {
    const fuller = ({ name }: Operation) => this.#fuller.get(name);
    const knowledge = { ...this.#knowledge, ...(isOfFuller && { fuller }) };
    return new Draft(this.#resources, knowledge, this.#chance);
  }

  /** An operation that the SDK has never sent is sent without it. */
  #goRound(operation: Operation): void {
    if (this.#sent.has(operation.name) || this.#raw.has(operation)) return;
    this.#raw.add(operation);
    this.#first.push(rawGoal(operation));
  }
}
