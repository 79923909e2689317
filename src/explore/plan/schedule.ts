import type { Operation } from "../../model/index.ts";
import { Chance } from "../chance.ts";
import type { Sequence, Step } from "../sequence.ts";
import { DeadlySteps } from "./deadly.ts";
import { Draft, type Knowledge } from "./draft.ts";
import {
  breakageGoals,
  callerGoals,
  type Denying,
  danglingGoals,
  denialGoals,
  drawnGoal,
  type Goal,
  mutationGoal,
  plainGoal,
  rawGoal,
  variantGoals,
} from "./goals.ts";
import { Refusals } from "./refusals.ts";
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
  readonly denials: (operation: Operation) => readonly Denying[];
  /** Whether what an account is set to changes how calls are answered that are about something else. */
  readonly areSettingsFelt?: boolean;
  readonly seed: number;
}

/** How many refusals are tried one behind the other, and how many changes that are to succeed. */
const packed = 8;
const packedChanges = 4;
/** What is planned by turns: what may be refused, what is done in the midst of other things, and what has led on before. */
const turns = ["round", "queue", "round", "queue", "round", "grown"] as const;
/** How many plans are made for one that nobody should die of. */
const mostPlans = 50;
/** How many drafts are kept to be extended. */
const mostKept = 400;
const longest = 14;
/** How often a goal is planned anew that was not come to, whose values the SDK did not send, or that was refused behind others. */
const mostRetries = { unperformed: 5, masked: 2, behind: 1 };

/** Decides what is tried next: first every operation, then whatever can be tried of each, and ever longer sequences. */
export class Schedule {
  readonly #resources: Resources;
  readonly #chance: Chance;
  readonly #knowledge: Knowledge;
  readonly #first: Goal[];
  /** What is left to be tried, by operation; operations take turns. */
  readonly #queues: { readonly operation: Operation; readonly goals: Goal[] }[];
  readonly #trust = new Trust();
  readonly #reads: TellingReads;
  readonly #deadly = new DeadlySteps();
  readonly #seen = new Set<string>();
  readonly #kept: Draft[] = [];
  readonly #refusals = new Refusals();
  readonly #variants = new Map<Operation, readonly Goal[]>();
  readonly #tried = new Map<Goal, number>();
  readonly #sent = new Set<string>();
  readonly #raw = new Set<Operation>();
  /** Operations that have something to do with others, so that a sequence of both tells more than each alone. */
  readonly #growing: readonly Operation[];
  /** What is tried of operations in the midst of others; they take turns, too, those that change something first and twice. */
  readonly #rounds: readonly OperationRounds[];
  #turn = 0;
  #roundTurn = 0;
  #kindTurn = 0;

  constructor({ resources, example, denials, areSettingsFelt = true, seed }: ScheduleOptions) {
    this.#resources = resources;
    this.#chance = new Chance(seed);
    this.#reads = new TellingReads(resources, this.#trust, this.#chance);
    this.#knowledge = { example, trust: (producer) => this.#trust.in(producer) };
    const { operations, types } = resources.interface;
    this.#first = operations.map(plainGoal);
    this.#growing = areSettingsFelt ? operations : operations.filter(isAboutThings);
    for (const operation of operations) this.#variants.set(operation, variantGoals(operation, types));
    this.#queues = this.#chance.shuffled(operations).map((operation) => ({
      operation,
      goals: [
        drawnGoal(operation, types),
        ...callerGoals(operation),
        ...danglingGoals(operation, resources).filter(isNeverMade),
        ...this.#ordered([
          ...(this.#variants.get(operation) ?? []),
          ...breakageGoals(operation, types),
          ...danglingGoals(operation, resources).filter((goal) => !isNeverMade(goal)),
          ...denialGoals(operation, denials(operation)),
        ]),
      ],
    }));
    const changing = this.#chance.shuffled(operations.filter(({ readOnly }) => !readOnly));
    const reading = this.#chance.shuffled(operations.filter(({ readOnly }) => readOnly));
    const rounds = (of: readonly Operation[]) =>
      of.map((one) => new OperationRounds(one, resources, this.#chance));
    const ofChanges = rounds(changing);
    this.#rounds = [...ofChanges, ...ofChanges, ...rounds(reading)];
  }

  /** What the operation has for itself, and then what nearly all operations have. */
  #ordered(goals: readonly Goal[]): Goal[] {
    const shuffled = this.#chance.shuffled(goals);
    const isCommon = ({ about }: Goal) => about !== undefined && this.#resources.isCommon(about);
    return [...byTurns(shuffled.filter((goal) => !isCommon(goal))), ...byTurns(shuffled.filter(isCommon))];
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
    return (
      this.#first.length === 0 &&
      this.#queues.every(({ goals }) => goals.length === 0) &&
      this.#rounds.every(({ isDone }) => isDone)
    );
  }

  next(): Planned {
    for (let tries = 0; ; tries++) {
      const planned = this.#any();
      // Where a target dies of what everything begins with, that is all there is to try.
      if (!this.#deadly.isIn(planned.sequence) || tries === mostPlans) return planned;
      this.#putBack(planned);
    }
  }

  /** Goals that a plan was not worth: with other values, or without each other, they may be. */
  #putBack({ goals, sequence, round }: Planned): void {
    round?.of.learn(round, []);
    for (const { goal, step } of goals.toReversed()) {
      const own = sequence[step];
      const isDeadly = own === undefined || this.#deadly.isIn([own]);
      this.#retry(goal, isDeadly ? mostRetries.masked : mostRetries.unperformed);
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
      const draft = new Draft(this.#resources, this.#knowledge, this.#chance);
      const round = rounds.plan(draft, this.#chance, (of, operation, about, count) =>
        this.#reads.add(of, operation, about, count),
      );
      if (draft.steps.length > 0) return { ...this.#finished(draft, []), round };
    }
    return undefined;
  }

  /** Learns from what became of a plan's steps; those that were not performed, or not sent, are tried again. */
  learn({ draft, goals, round }: Planned, outcomes: readonly StepOutcome[]): void {
    round?.of.learn(round, outcomes);
    for (const { goal, step, isBehind } of goals) {
      if (step >= outcomes.length) this.#retry(goal, mostRetries.unperformed);
      else if (isBehind === true && outcomes[step]?.isRefused === true) this.#retry(goal, mostRetries.behind);
      else if (outcomes[step]?.outcome === "masked") {
        this.#goRound(goal.operation);
        this.#retry(goal, mostRetries.masked);
      }
    }
    let isNew = false;
    for (const [at, outcome] of outcomes.entries()) {
      const step = draft.steps[at];
      if (step === undefined) continue;
      if (step.tries.kind === "valid" && step.caller === "owner") {
        const operation = this.#operationNamed(step.operation);
        const { isSuccess, isRefused = false } = outcome;
        const isTelling = isSuccess || !draft.isUncertain(at);
        if (operation !== undefined && isTelling) this.#trust.learn(operation, outcome);
        if (isTelling && (isSuccess || isRefused))
          this.#refusals.learn(draft.before(at), step.operation, isRefused);
      }
      if (outcome.outcome === "masked") continue;
      if (outcome.outcome === "hung") this.#deadly.hung(step);
      else if (outcome.outcome === "died") this.#deadly.died(step);
      else if (outcome.outcome !== "failed") this.#deadly.survived(step);
      this.#sent.add(step.operation);
      const seen = `${step.operation} ${outcome.outcome}`;
      if (!this.#seen.has(seen)) isNew = true;
      this.#seen.add(seen);
    }
    const isWhole = outcomes.length === draft.steps.length && draft.steps.length < longest;
    const isKept = isNew && isWhole && this.#canGrow(draft) && !this.#deadly.isIn(draft.steps);
    if (isKept && this.#kept.length < mostKept) this.#kept.push(draft);
  }

  #canGrow({ steps }: Draft): boolean {
    const growing = new Set(this.#growing.map(({ name }) => name));
    return steps.every(({ operation }) => growing.has(operation));
  }

  /** An operation that the SDK has never sent is sent without it. */
  #goRound(operation: Operation): void {
    if (this.#sent.has(operation.name) || this.#raw.has(operation)) return;
    this.#raw.add(operation);
    this.#first.push(rawGoal(operation));
  }

  #retry(goal: Goal, most: number): void {
    const tried = this.#tried.get(goal) ?? 0;
    this.#tried.set(goal, tried + 1);
    if (tried < most) this.#queues.find(({ operation }) => operation === goal.operation)?.goals.unshift(goal);
  }

  #operationNamed(name: string): Operation | undefined {
    return this.#resources.interface.operations.find((one) => one.name === name);
  }

  #fromQueues(): Planned {
    const waiting = this.#queues.filter(({ goals }) => goals.length > 0);
    const queue = waiting[this.#turn++ % waiting.length];
    if (queue === undefined) return this.#grown();
    const first = queue.goals.shift();
    if (first === undefined) return this.#grown();
    if (first.isRefused) {
      return this.#planned([first, ...taken(queue.goals, packed - 1, ({ isRefused }) => isRefused)]);
    }
    const isOneOfMany = (goal: Goal) => isVariant(goal) && !this.#tried.has(goal);
    const more = isOneOfMany(first) ? taken(queue.goals, packedChanges - 1, isOneOfMany) : [];
    return this.#succeeding(first, more);
  }

  /** What is to be done, each change with a look at what it has done; where one spends what it is about, the next has its own. */
  #succeeding(first: Goal, more: readonly Goal[]): Planned {
    const { operation } = first;
    const draft = new Draft(this.#resources, this.#knowledge, this.#chance);
    const isSpending = this.#rounds.some((one) => one.operation === operation && one.isSpending);
    const subject = this.#resources.subjectOf(operation)?.resource;
    const placed = [first, ...more].map((goal, at): Placed => {
      const isBehind = at > 0;
      if (isBehind) {
        this.#reads.add(draft, operation, new Map(), 1);
        if (isSpending && subject !== undefined) draft.another(subject);
      }
      goal.plan(draft, this.#chance);
      const step = draft.steps.length - 1;
      if (!isBehind) return { goal, step };
      draft.doubt(step);
      return { goal, step, isBehind };
    });
    if (!operation.readOnly) this.#reads.around(draft);
    return this.#finished(draft, placed);
  }

  #planned(goals: readonly Goal[]): Planned {
    const draft = new Draft(this.#resources, this.#knowledge, this.#chance);
    const placed = goals.map((goal) => {
      goal.plan(draft, this.#chance);
      return { goal, step: draft.steps.length - 1 };
    });
    return this.#finished(draft, placed);
  }

  #finished(draft: Draft, goals: Planned["goals"]): Planned {
    return { draft, goals, sequence: draft.sequence };
  }

  /** A longer sequence: a kept one that goes on, two operations that touch the same, or a valid call that is changed. */
  #grown(): Planned {
    const base = this.#chance.happens(0.4) ? this.#chance.oneOf(this.#kept) : undefined;
    const draft = base?.copy(this.#chance) ?? new Draft(this.#resources, this.#knowledge, this.#chance);
    if (this.#chance.happens(0.4)) {
      const operation = this.#chance.oneOf(
        base === undefined ? this.#resources.interface.operations : this.#growing,
      );
      if (operation !== undefined) mutationGoal(operation, this.#resources).plan(draft, this.#chance);
    } else {
      this.#addVariant(draft, (operation) => !operation.readOnly);
      this.#addVariant(draft, () => true);
    }
    this.#reads.around(draft);
    return this.#finished(draft, []);
  }

  #addVariant(draft: Draft, isWanted: (operation: Operation) => boolean): void {
    const wanted = this.#growing.filter(isWanted);
    const candidates = [this.#chance.oneOf(wanted), this.#chance.oneOf(wanted), this.#chance.oneOf(wanted)];
    const known = candidates.flatMap((one) => one ?? []);
    // What was refused behind such steps is not often tried there again.
    const refused = ({ name }: Operation) => this.#refusals.of(draft.steps, name);
    const operation = known.toSorted((a, b) => refused(a) - refused(b))[0];
    if (operation === undefined) return;
    const variant = this.#chance.happens(0.6) ? this.#variant(operation) : undefined;
    if (variant !== undefined) variant.plan(draft, this.#chance);
    else draft.add(operation, { isOverwriting: this.#chance.happens(0.5) });
  }

  /** One of the operation's own; of what all have, there is more than enough. */
  #variant(operation: Operation): Goal | undefined {
    const variants = this.#variants.get(operation) ?? [];
    const own = variants.filter(({ about = "" }) => !this.#resources.isCommon(about));
    return this.#chance.oneOf([...own, drawnGoal(operation, this.#resources.interface.types)]);
  }
}

/** Whether a goal is about what was never made: the first thing that many do wrong. */
function isNeverMade({ tries }: Goal): boolean {
  return tries.kind === "dangling" && tries.why === "never-made";
}

/** Whether an operation takes or gives anything, and is not about the account alone. */
function isAboutThings({ consumes, produces }: Operation): boolean {
  return Object.keys(consumes).length + Object.keys(produces).length > 0;
}

/** Whether a goal is one of many ways in which an operation is to succeed. */
function isVariant({ tries, about }: Goal): boolean {
  return tries.kind === "valid" && about !== undefined;
}

/** Takes some goals from the beginning of a queue, as long as they are wanted. */
function taken(goals: Goal[], most: number, isWanted: (goal: Goal) => boolean): Goal[] {
  const unwanted = goals.findIndex((goal) => !isWanted(goal));
  return goals.splice(0, Math.min(most, unwanted < 0 ? goals.length : unwanted));
}

/** Refusals, of which many are tried at once, and what is to succeed, by turns. */
function byTurns(goals: readonly Goal[]): Goal[] {
  const refused = goals.filter(({ isRefused }) => isRefused);
  const others = goals.filter(({ isRefused }) => !isRefused);
  const turns = Math.ceil(refused.length / packed);
  const both = Array.from({ length: turns }, (_, turn) => [
    ...refused.slice(turn * packed, (turn + 1) * packed),
    ...others.slice(turn * packedChanges, (turn + 1) * packedChanges),
  ]);
  return [...both.flat(), ...others.slice(turns * packedChanges)];
}
