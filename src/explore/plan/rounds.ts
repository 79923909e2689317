import type { Input, Operation } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import { enrichable, enriched, listsOfThings } from "../enriched.ts";
import { type Condition, conditionsOf, isCondition } from "./conditions.ts";
import type { Draft, Wish } from "./draft.ts";
import { parameterIn } from "./place.ts";
import type { Resources } from "./resources.ts";
import type { Thing } from "./thing.ts";
import type { StepOutcome } from "./trust.ts";

/** Options that are given at once. */
interface Group {
  readonly paths: readonly string[];
  readonly pass: number;
  tried: number;
  /** One more thing in a list: what becomes of each shows only as long as nothing else is done. */
  readonly isList?: true;
  /** They were refused where others had gone well on the same thing before. */
  wasBehind?: boolean;
}

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
  readonly rounds: Rounds;
  readonly marks: readonly Mark[];
  /** The steps that make what the round is about. */
  readonly making: readonly number[];
}

type About = ReadonlyMap<string, Thing>;

/** Adds so many reads of what a call about these things may have changed. */
export type Look = (draft: Draft, operation: Operation, about: About, count: number) => void;

/** How many options are given at once at first, how many groups and conditions there are in a round, and how often values are others. */
const mostTogether = 8;
const mostGroups = 4;
const mostConditions = 6;
const passes = 6;
/** How many things of which others were made are removed in one round. */
const mostRemoved = 3;
/** How often a group is planned that was not come to. */
const mostRetries = 3;
/** How many kinds of other things an operation is tried beside; what removes is tried beside all. */
const mostCompany = 4;

/**
 * What is tried of an operation in the midst of others, round by round: with all its options, as many at once as are accepted; over
 * what it has set before; on one of two things of a kind; under conditions that hold and that do not; and where something else
 * was made of the same thing, or in it.
 */
export class Rounds {
  readonly operation: Operation;
  readonly #resources: Resources;
  readonly #naming: ReadonlySet<string>;
  readonly #isMaking: boolean;
  readonly #subject: string | undefined;
  readonly #pending: Group[];
  readonly #accepted = new Set<string>();
  readonly #own: readonly string[];
  readonly #conditions: Condition[];
  readonly #company: Operation[];
  /** Whether company comes at even turns or at odd ones: what takes away what is set at the same address says little without it. */
  readonly #companyTurn: 0 | 1;
  /** Conditions and company that were not come to, and how often. */
  readonly #missed = new Map<Condition | Operation, number>();
  /** Whether it does what it does only once to a thing. */
  #isSpending: boolean;
  /** Whether there can be only one of what it is about where that lies. */
  #isAlone = false;
  /** What has to be done before it, by what was seen. */
  #before: Operation | undefined;
  /** Whether it can make what is there already. */
  #isOverwriting: boolean | undefined;
  #hasSucceeded = false;
  #hasFailed = false;
  /** Groups of which is not known yet what became of them. */
  #open = 0;
  #pass = 0;
  #turn = 0;

  constructor(operation: Operation, resources: Resources, chance: Chance) {
    const { types } = resources.interface;
    this.operation = operation;
    this.#resources = resources;
    this.#naming = resources.namingPaths(operation);
    this.#subject = resources.subjectOf(operation)?.resource;
    this.#isSpending = resources.isRemover(operation);
    this.#isMaking = resources.isNaming(operation);
    const isDate = ({ parameter: { wire } }: Condition) => Number(wire.toLowerCase().endsWith("since"));
    this.#conditions = conditionsOf(operation, types).toSorted((a, b) => isDate(a) - isDate(b));
    const conditional = new Set(operation.parameters.filter(isCondition).map(({ name }) => name));
    const own = enrichable(operation, types, this.#naming).filter((path) => {
      const parameter = parameterIn(path);
      return !conditional.has(parameter) && !resources.isCommon(parameter);
    });
    // What only few operations have is what this one is there for.
    this.#own = own.toSorted((a, b) => resources.usersOf(parameterIn(a)) - resources.usersOf(parameterIn(b)));
    const lists = listsOfThings(this.#naming).map(
      (path): Group => ({ paths: [path], pass: 0, tried: 0, isList: true }),
    );
    this.#pending = [...lists, ...this.#options()];
    const company = this.#subject === undefined ? [] : resources.makersIn(this.#subject);
    const isNear = (maker: Operation) => Number(resources.isSameAddress(maker, operation));
    const others = chance
      .shuffled(company.filter((maker) => maker !== operation))
      .toSorted((a, b) => isNear(b) - isNear(a) || resources.demandFor(b) - resources.demandFor(a));
    const most = this.#isSpending ? others.length : mostCompany;
    this.#company = operation.readOnly ? [] : others.slice(0, most);
    const [nearest] = this.#company;
    this.#companyTurn = nearest !== undefined && isNear(nearest) === 1 ? 0 : 1;
  }

  /** Whether it was seen to do what it does only once to a thing. */
  get isSpending(): boolean {
    return this.#isSpending;
  }

  /** Whether nothing is left that a round could try. */
  get isDone(): boolean {
    const isThrough = this.#pending.length === 0 && this.#pass >= this.#lastPass;
    return isThrough && this.#conditions.length === 0 && this.#company.length === 0;
  }

  /** Whether a round has something to try now: what comes next may depend on what is under way. */
  get isReady(): boolean {
    const hasOptions = this.#pending.length > 0 || (this.#open === 0 && this.#pass < this.#lastPass);
    return hasOptions || this.#conditions.length > 0 || this.#company.length > 0;
  }

  /** Reads are not changed by what they are given, but for what they are asked. */
  get #lastPass(): number {
    return this.operation.readOnly ? 3 : passes;
  }

  plan(draft: Draft, chance: Chance, look: Look): PlannedRound {
    const marks = this.#planned(draft, chance, look);
    return { rounds: this, marks, making: this.#makingIn(draft) };
  }

  #makingIn(draft: Draft): readonly number[] {
    const { operations } = this.#resources.interface;
    const others = new Set(
      operations.filter((one) => !one.readOnly && one !== this.operation).map(({ name }) => name),
    );
    return [...draft.steps.keys()].filter(
      (at) => others.has(draft.steps[at]?.operation ?? "") && !draft.isUncertain(at),
    );
  }

  #planned(draft: Draft, chance: Chance, look: Look): readonly Mark[] {
    const turn = this.#turn++;
    const isTurn = turn % 2 === this.#companyTurn;
    const maker = isTurn || this.#isThrough ? this.#company.shift() : undefined;
    if (maker !== undefined) {
      const more = this.#resources.isRemover(this.operation) ? this.#company.splice(0, mostRemoved - 1) : [];
      return [maker, ...more].flatMap((one) => this.#besides(draft, one, look));
    }
    return this.#round(draft, turn, chance, look);
  }

  get #isThrough(): boolean {
    return this.#pending.length === 0 && this.#pass >= this.#lastPass && this.#conditions.length === 0;
  }

  learn({ marks, making }: Pick<PlannedRound, "marks" | "making">, outcomes: readonly StepOutcome[]): void {
    // Where what it is about could not be made, nothing was tried of it.
    const end = making.find((at) => outcomes[at]?.isSuccess === false);
    this.#learnAll(marks, outcomes.slice(0, end));
  }

  #learnAll(marks: readonly Mark[], outcomes: readonly StepOutcome[]): void {
    const isAlone = marks.some(
      ({ step, isSecond }) => isSecond === true && outcomes[step]?.isRefused === true,
    );
    let isGone = false;
    for (const { step, group, isAgain, besides, condition } of marks) {
      const outcome = outcomes[step];
      if (outcome === undefined) {
        if (condition !== undefined && this.#isToBeTriedAgain(condition)) this.#conditions.push(condition);
        if (besides !== undefined && this.#isToBeTriedAgain(besides)) this.#company.push(besides);
      }
      if (isAgain === true && outcome !== undefined && outcome.isEnd !== true)
        this.#isOverwriting ??= outcome.isSuccess;
      if (besides !== undefined && outcome?.isSuccess === true) this.#needs(besides);
      if (group === undefined) continue;
      this.#open--;
      if (isAlone && !this.#isAlone) this.#pending.push(group);
      else this.#learn(group, outcome, isGone);
      isGone ||= outcome?.isSuccess === true;
    }
    this.#isAlone ||= isAlone;
  }

  #isToBeTriedAgain(missed: Condition | Operation): boolean {
    const times = (this.#missed.get(missed) ?? 0) + 1;
    this.#missed.set(missed, times);
    return times <= mostRetries;
  }

  /** Where it has gone wrong without, something has to be done first. */
  #needs(before: Operation): void {
    if (this.#hasSucceeded || !this.#hasFailed || this.#before !== undefined) return;
    this.#before = before;
    this.#pass = 0;
    this.#pending.splice(0, this.#pending.length, ...this.#options());
  }

  /** What there is to be given, as it is tried first. */
  #options(): Group[] {
    return [...contents(this.operation, this.#own), ...chunks(this.#own, 0)];
  }

  #learn(group: Group, outcome: StepOutcome | undefined, isGone: boolean): void {
    if (outcome === undefined) {
      if (group.tried++ < mostRetries) this.#pending.unshift(group);
      return;
    }
    const mayBeSpending = !this.#isMaking && !this.operation.readOnly;
    if (outcome.isSuccess) {
      this.#hasSucceeded = true;
      for (const path of group.paths) this.#accepted.add(path);
      this.#isSpending ||= mayBeSpending && group.wasBehind === true && !isGone;
      return;
    }
    this.#hasFailed = true;
    // Where it went well on the same thing before, that may be why it does not now: it is the first of its thing the next time.
    const isBehind = isGone && outcome.isRefused === true && mayBeSpending && !this.#isSpending;
    if (isBehind && group.tried++ < mostRetries) {
      group.wasBehind = true;
      this.#pending.unshift(group);
      return;
    }
    if (group.pass > 1 || group.paths.length < 2) return;
    const { paths, pass } = group;
    const size = paths.length <= mostGroups ? 1 : Math.ceil(paths.length / 2);
    const parts = Array.from({ length: Math.ceil(paths.length / size) }, (_, at) => at * size);
    this.#pending.push(...parts.map((at) => ({ paths: paths.slice(at, at + size), pass, tried: 0 })));
  }

  /** Options and conditions, on one of two things of a kind. */
  #round(draft: Draft, turn: number, chance: Chance, look: Look): readonly Mark[] {
    const marks: Mark[] = [];
    const { readOnly } = this.operation;
    const [own, other] = this.#pair(draft, turn, marks);
    const groups = this.#groups();
    this.#open += groups.length;
    const add = (about: About, wish: Wish): number => {
      draft.add(this.operation, { about, ...wish });
      return draft.steps.length - 1;
    };
    let about = own;
    const isOver = this.#isMaking && turn > 0 && this.#isOverwriting === true;
    if (isOver) add(about, {});
    for (const [at, group] of groups.entries()) {
      if (at > 0 && this.#isSpending) about = this.#fresh(draft, about);
      const shape = this.#shape(group, chance);
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

  /** First those that do not hold: they leave everything as it is. */
  #addConditions(draft: Draft, from: About, isSpent: boolean, look: Look): readonly Mark[] {
    const conditions = this.#conditions
      .splice(0, mostConditions)
      .toSorted((a, b) => Number(a.isFulfilled) - Number(b.isFulfilled));
    const marks: Mark[] = [];
    if (conditions.length === 0) return marks;
    let about = this.#isSpending && isSpent ? this.#fresh(draft, from) : from;
    if (this.#isMaking) draft.add(this.operation, { about });
    let isGone = false;
    for (const condition of conditions) {
      const { parameter, isFulfilled, value: of } = condition;
      if (isGone && this.#isSpending) about = this.#fresh(draft, about);
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
  #besides(draft: Draft, maker: Operation, look: Look): readonly Mark[] {
    const about =
      draft.steps.length > 0 ? this.#fresh(draft, new Map()) : this.#pair(draft, undefined, [])[0];
    draft.add(maker, { about, isUncertain: false });
    draft.add(this.operation, { about, isUncertain: true });
    const marks: Mark[] = [{ step: draft.steps.length - 1, besides: maker }];
    const given = this.#resources
      .slotsOf(this.operation)
      .find(({ resource, isNeeded }) => !isNeeded && resource in maker.produces);
    if (given !== undefined && !this.operation.readOnly) {
      const named = parameterIn(given.path);
      const shape = (plain: Input) => ({ ...plain, [named]: plain[named] ?? "any" });
      draft.add(this.operation, { about, shape, isUncertain: true });
    }
    look(draft, this.operation, about, 1);
    const subject = this.#subject;
    if (this.#resources.isRemover(this.operation) && subject !== undefined) {
      const producer = this.#resources.producersOf(subject)[0]?.operation;
      if (producer === undefined || producer.readOnly) return marks;
      const others = new Map([...about].filter(([resource]) => resource !== subject));
      draft.add(producer, { about: others, isOverwriting: true, isUncertain: true });
      look(draft, maker, about, 1);
    }
    return marks;
  }

  /** The thing that it is about, and another beside it: now the one that was made first, now the other. */
  #pair(draft: Draft, turn: number | undefined, marks: Mark[]): readonly [About, About] {
    const none: About = new Map();
    const subject = this.#subject;
    const first = subject === undefined ? undefined : draft.ensure(subject);
    if (subject === undefined || first === undefined) return [none, none];
    const one = this.#prepared(draft, new Map([[subject, first]]));
    if (turn === undefined || this.operation.readOnly || turn > 3) return [one, none];
    const isWanted = !this.#resources.isTop(subject) || this.#isSpending;
    const beside = isWanted && !this.#isMaking ? this.#another(draft) : undefined;
    if (beside === undefined) return [one, none];
    if (!this.#isAlone) marks.push({ step: draft.steps.length - 1, isSecond: true });
    const other = this.#prepared(draft, beside);
    return turn % 4 < 2 ? [one, other] : [other, one];
  }

  /** Another thing of the kind, with what has to be done to it; the same one where there is no other. */
  #fresh(draft: Draft, about: About): About {
    const another = this.#another(draft);
    return another === undefined ? about : this.#prepared(draft, another);
  }

  /** Another thing of the kind; where there can be only one, in another place. */
  #another(draft: Draft): About | undefined {
    const subject = this.#subject;
    if (subject === undefined) return undefined;
    const outer = this.#isAlone ? this.#outerOf(subject) : undefined;
    const around = outer === undefined ? undefined : draft.another(outer);
    const within: About =
      outer === undefined || around === undefined ? new Map() : new Map([[outer, around]]);
    const another = draft.another(subject, within);
    return another === undefined ? undefined : new Map([...within, [subject, another]]);
  }

  /** What a thing lies in, right around it. */
  #outerOf(resource: string): string | undefined {
    const producer = this.#resources.producersOf(resource)[0]?.operation;
    return producer === undefined ? undefined : this.#resources.subjectOf(producer)?.resource;
  }

  #prepared(draft: Draft, about: About): About {
    if (this.#before !== undefined) draft.add(this.#before, { about });
    return about;
  }

  #groups(): readonly Group[] {
    const most = this.operation.readOnly ? mostGroups + 2 : mostGroups;
    const isFirst = this.#pass === 0 && this.#pending.length > 0;
    const groups = this.#pending.splice(0, this.#pending[0]?.isList === true ? 1 : most);
    if (isFirst) return groups;
    while (
      this.#open === 0 &&
      groups.length < most &&
      this.#pending.length === 0 &&
      this.#pass < this.#lastPass
    ) {
      this.#pass++;
      const next = chunks([...this.#accepted], this.#pass);
      this.#pending.push(...next);
      groups.push(...this.#pending.splice(0, most - groups.length));
    }
    return groups;
  }

  #shape({ paths, pass }: Group, chance: Chance): (plain: Input) => Input {
    const how = { paths: new Set(paths), pass, seed: chance.seed(), naming: this.#naming };
    return (plain) => enriched(this.operation, plain, this.#resources.interface.types, how);
  }
}

/** What the operation has to be given, and that names nothing: another value shows best whether it does what it says. */
function contents({ parameters, readOnly }: Operation, own: readonly string[]): Group[] {
  const required = new Set(parameters.filter((one) => one.required).map(({ name }) => name));
  const paths = readOnly ? [] : own.filter((path) => required.has(parameterIn(path)));
  return paths.length === 0 ? [] : [{ paths, pass: 1, tried: 0 }];
}

/** As few groups as hold all of them; one that is empty is the plain call. */
function chunks(paths: readonly string[], pass: number): Group[] {
  const third = Math.ceil(paths.length / 3);
  const most = Math.max(1, pass === 0 ? Math.min(mostTogether, third) : paths.length);
  const count = Math.max(1, Math.ceil(paths.length / most));
  return Array.from({ length: count }, (_, at) => ({
    paths: paths.slice(at * most, (at + 1) * most),
    pass,
    tried: 0,
  }));
}
