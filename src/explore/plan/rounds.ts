import type { Input, Operation } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import { enrichable } from "../enriched.ts";
import { CompanionMakers } from "./companion-makers.ts";
import { type Condition, conditionsOf, isCondition } from "./conditions.ts";
import type { Draft, Wish } from "./draft.ts";
import { type Group, OptionGroups } from "./option-groups.ts";
import { parameterIn } from "./place.ts";
import type { Resources } from "./resources.ts";
import { type About, RoundThings } from "./round-things.ts";
import type { StepOutcome } from "./trust.ts";

/** What a step of a round is there for. */
interface Mark {
  readonly step: number;
  readonly group?: Group;
  /** It is performed on what the same operation has made before. */
  readonly isAgain?: true;
  /** It makes a second thing of a kind. */
  readonly isSecond?: true;
  /** It is performed where this was made before. */
  readonly besides?: Operation;
  readonly condition?: Condition;
}

/** A round that was planned. */
export interface PlannedRound {
  readonly of: OperationRounds;
  readonly marks: readonly Mark[];
  /** The steps that make what the round is about. */
  readonly making: readonly number[];
}

/** Adds so many reads of what a call about these things may have changed. */
export type Look = (draft: Draft, operation: Operation, about: About, count: number) => void;

/** How many conditions there are in a round. */
const mostConditions = 6;
/** How many of the first rounds have another thing beside the one that the operation is about. */
const roundsOfTwo = 4;
/** How often a condition or a companion is planned once more, if a sequence ended before its call. */
const mostRetries = 3;

/**
 * What is tried of an operation in the midst of others, round by round: with all its options, as many at once as are accepted; over
 * what it has set before; on one of two things of a kind; under conditions that hold and that do not; and where something else
 * was made of the same thing, or in it.
 */
export class OperationRounds {
  readonly operation: Operation;
  readonly #resources: Resources;
  readonly #isMaking: boolean;
  readonly #options: OptionGroups;
  readonly #things: RoundThings;
  readonly #conditions: Condition[];
  readonly #companions: CompanionMakers;
  /** Conditions and companions whose sequences ended before their calls, and how often. */
  readonly #missed = new Map<Condition | Operation, number>();
  /** Whether it does what it does only once to a thing. */
  #isSpending: boolean;
  /** Whether it can make what is there already. */
  #isOverwriting: boolean | undefined;
  #hasSucceeded = false;
  #hasFailed = false;
  #turn = 0;

  constructor(operation: Operation, resources: Resources, chance: Chance) {
    const { types } = resources.interface;
    this.operation = operation;
    this.#resources = resources;
    this.#things = new RoundThings(operation, resources);
    this.#isSpending = resources.isRemover(operation);
    this.#isMaking = resources.isNaming(operation);
    const isDate = ({ parameter: { wire } }: Condition) => Number(wire.toLowerCase().endsWith("since"));
    this.#conditions = conditionsOf(operation, types).toSorted((a, b) => isDate(a) - isDate(b));
    const naming = resources.namingPaths(operation);
    const paths = optionPaths(operation, resources, naming);
    this.#options = new OptionGroups({ operation, types, naming, paths });
    this.#companions = new CompanionMakers(operation, resources, chance);
  }

  /** Whether it was seen to do what it does only once to a thing. */
  get isSpending(): boolean {
    return this.#isSpending;
  }

  /** Whether nothing is left that a round could try. */
  get isDone(): boolean {
    return this.#isThroughAlone && this.#companions.isEmpty;
  }

  /** Whether a round has something to try now: what comes next may depend on what is under way. */
  get isReady(): boolean {
    return this.#options.isReady || this.#conditions.length > 0 || !this.#companions.isEmpty;
  }

  /**
   * Whether the next round is on things that have more than they need, which a call may lose: two of four are, since companions come in
   * every other one.
   */
  get isOfFuller(): boolean {
    return this.#turn % 4 === 1 || this.#turn % 4 === 2;
  }

  plan(draft: Draft, chance: Chance, look: Look): PlannedRound {
    const turn = this.#turn++;
    const makers = this.#companions.next(turn, this.#isThroughAlone);
    const marks =
      makers.length > 0
        ? makers.map((maker) => this.#besides(draft, maker, look))
        : this.#round(draft, turn, chance, look);
    return { of: this, marks, making: this.#making(draft, marks) };
  }

  learn({ marks, making }: PlannedRound, all: readonly StepOutcome[]): void {
    // Where what it is about could not be made, nothing was tried of it.
    const outcomes = all.slice(
      0,
      making.find((at) => all[at]?.isSuccess === false),
    );
    const isAlone = marks.some(
      ({ step, isSecond }) => isSecond === true && outcomes[step]?.isRefused === true,
    );
    let isGone = false;
    for (const { step, group, isAgain, besides, condition } of marks) {
      const outcome = outcomes[step];
      if (outcome === undefined) {
        if (condition !== undefined && this.#isToBeTriedAgain(condition)) this.#conditions.push(condition);
        if (besides !== undefined && this.#isToBeTriedAgain(besides)) this.#companions.putOff(besides);
      }
      if (isAgain === true && outcome !== undefined && outcome.isEnd !== true)
        this.#isOverwriting ??= outcome.isSuccess;
      if (besides !== undefined && outcome?.isSuccess === true) this.#needs(besides);
      if (group === undefined) continue;
      this.#options.settled();
      if (isAlone && !this.#things.isAlone) this.#options.putOff(group);
      else this.#learnOf(group, outcome, isGone);
      isGone ||= outcome?.isSuccess === true;
    }
    this.#things.isAlone ||= isAlone;
  }

  get #isThroughAlone(): boolean {
    return this.#options.isThrough && this.#conditions.length === 0;
  }

  /** The steps that must go well, so that anything is tried; there may be only one thing of a kind. */
  #making(draft: Draft, marks: readonly Mark[]): readonly number[] {
    const { operations } = this.#resources.interface;
    const changes = new Set(operations.filter(({ readOnly }) => !readOnly).map(({ name }) => name));
    changes.delete(this.operation.name);
    const seconds = new Set(marks.filter(({ isSecond }) => isSecond === true).map(({ step }) => step));
    return [...draft.steps.keys()].filter((at) => {
      const { operation = "" } = draft.steps[at] ?? {};
      return changes.has(operation) && !draft.isUncertain(at) && !seconds.has(at);
    });
  }

  #isToBeTriedAgain(missed: Condition | Operation): boolean {
    const times = (this.#missed.get(missed) ?? 0) + 1;
    this.#missed.set(missed, times);
    return times <= mostRetries;
  }

  /** Where it has gone wrong without, something has to be done first. */
  #needs(before: Operation): void {
    if (this.#hasSucceeded || !this.#hasFailed || this.#things.before !== undefined) return;
    this.#things.before = before;
    this.#options.restart();
  }

  #learnOf(group: Group, outcome: StepOutcome | undefined, isGone: boolean): void {
    if (outcome === undefined) {
      this.#options.retry(group);
      return;
    }
    const mayBeSpending = !this.#isMaking && !this.operation.readOnly;
    if (outcome.isSuccess) {
      this.#hasSucceeded = true;
      this.#options.accept(group);
      this.#isSpending ||= mayBeSpending && group.wasBehind === true && !isGone;
      return;
    }
    this.#hasFailed = true;
    // Where it went well on the same thing before, that may be why it does not now: it is the first of its thing the next time.
    const isBehind = isGone && outcome.isRefused === true && mayBeSpending && !this.#isSpending;
    if (isBehind && this.#options.retry(group)) group.wasBehind = true;
    else this.#options.split(group);
  }

  /** Options and conditions, on one of two things of a kind. */
  #round(draft: Draft, turn: number, chance: Chance, look: Look): readonly Mark[] {
    const marks: Mark[] = [];
    const { readOnly } = this.operation;
    const [own, other] = this.#pair(draft, turn, marks);
    const groups = this.#options.take();
    const add = (about: About, wish: Wish): number => {
      draft.add(this.operation, { about, ...wish });
      return draft.steps.length - 1;
    };
    let about = own;
    const isOver = this.#isMaking && turn > 0 && this.#isOverwriting === true;
    if (isOver) add(about, {});
    for (const [at, group] of groups.entries()) {
      if (at > 0 && this.#isSpending) about = this.#things.fresh(draft, about);
      const shape = this.#options.shapeOf(group, chance);
      marks.push({ step: add(about, { shape, isUncertain: true, isOverwriting: isOver }), group });
      if (!readOnly && at < groups.length - 1 && !this.#isSpending) look(draft, this.operation, about, 1);
    }
    if (isOver && groups.length > 0) {
      look(draft, this.operation, about, 1);
      // What the plain one does not say must not be left over from the others.
      add(about, { isUncertain: true, isOverwriting: true });
    }
    if (this.#isMaking && turn < 2) {
      if (groups.length > 0) look(draft, this.operation, about, 1);
      if (groups.length === 0 || turn > 0) add(about, {});
      marks.push({ step: add(about, { isUncertain: true, isOverwriting: true }), isAgain: true });
    }
    marks.push(...this.#addConditions(draft, about, groups.length > 0, look));
    if (!readOnly) {
      look(draft, this.operation, about, 2);
      if (other.size > 0) look(draft, this.operation, other, 1);
    }
    return marks;
  }

  /** The thing that it is about, and another beside it: now the one that was made first, now the other. */
  #pair(draft: Draft, turn: number, marks: Mark[]): readonly [About, About] {
    const none: About = new Map();
    const one = this.#things.one(draft);
    if (one === undefined) return [none, none];
    const beside = turn < roundsOfTwo ? this.#things.beside(draft, this.#isSpending) : undefined;
    if (beside === undefined) return [one, none];
    if (!this.#things.isAlone) marks.push({ step: beside.madeAt, isSecond: true });
    return turn < roundsOfTwo / 2 ? [one, beside.other] : [beside.other, one];
  }

  /** First those that do not hold: they leave everything as it is. */
  #addConditions(draft: Draft, from: About, isSpent: boolean, look: Look): readonly Mark[] {
    const conditions = this.#conditions
      .splice(0, mostConditions)
      .toSorted((a, b) => Number(a.isFulfilled) - Number(b.isFulfilled));
    const marks: Mark[] = [];
    if (conditions.length === 0) return marks;
    let about = this.#isSpending && isSpent ? this.#things.fresh(draft, from) : from;
    if (this.#isMaking) draft.add(this.operation, { about });
    let isGone = false;
    for (const condition of conditions) {
      const { parameter, isFulfilled, value: of } = condition;
      if (isGone && this.#isSpending) about = this.#things.fresh(draft, about);
      if (of(draft, about) === undefined) look(draft, this.operation, about, 1);
      const value = of(draft, about);
      if (value === undefined) continue;
      draft.add(this.operation, {
        about,
        free: [parameter.name],
        shape: (plain) => ({ ...plain, [parameter.name]: value }),
        isOverwriting: true,
        isUncertain: !isFulfilled,
      });
      marks.push({ step: draft.steps.length - 1, condition });
      isGone ||= isFulfilled;
    }
    return marks;
  }

  /** On a thing of which something else was made before, or in which: what removes it, and what makes it anew then. */
  #besides(draft: Draft, maker: Operation, look: Look): Mark {
    const none: About = new Map();
    const about =
      draft.steps.length > 0 ? this.#things.fresh(draft, none) : (this.#things.one(draft) ?? none);
    draft.add(maker, { about, isUncertain: false });
    // What works on all that lies in a thing shows only where there are several.
    if (Object.keys(maker.produces).length > 0) draft.add(maker, { about, isUncertain: true });
    draft.add(this.operation, { about, isUncertain: true });
    const mark: Mark = { step: draft.steps.length - 1, besides: maker };
    const given = this.#resources
      .slotsOf(this.operation)
      .find(({ resource, isNeeded }) => !isNeeded && resource in maker.produces);
    if (given !== undefined && !this.operation.readOnly) {
      const named = parameterIn(given.path);
      const shape = (plain: Input) => ({ ...plain, [named]: plain[named] ?? "any" });
      draft.add(this.operation, { about, shape, isUncertain: true });
    }
    look(draft, this.operation, about, 1);
    this.#makeAgain(draft, maker, about, look);
    return mark;
  }

  /** Makes what was removed once more, and looks whether anything is left of what was made of it. */
  #makeAgain(draft: Draft, maker: Operation, about: About, look: Look): void {
    const { subject } = this.#things;
    if (!this.#resources.isRemover(this.operation) || subject === undefined) return;
    const producer = this.#resources.producersOf(subject)[0]?.operation;
    if (producer === undefined || producer.readOnly) return;
    const others = new Map([...about].filter(([resource]) => resource !== subject));
    draft.add(producer, { about: others, isOverwriting: true, isUncertain: true });
    look(draft, maker, about, 1);
  }
}

/** What can be given to it, or be another: what only few operations have is what this one is there for, and comes first. */
function optionPaths(operation: Operation, resources: Resources, naming: ReadonlySet<string>): string[] {
  const conditional = new Set(operation.parameters.filter(isCondition).map(({ name }) => name));
  const own = enrichable(operation, resources.interface.types, naming).filter((path) => {
    const parameter = parameterIn(path);
    return !conditional.has(parameter) && !resources.isCommon(parameter);
  });
  return own.toSorted((a, b) => resources.usersOf(parameterIn(a)) - resources.usersOf(parameterIn(b)));
}
