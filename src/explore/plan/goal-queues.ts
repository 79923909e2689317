import type { Operation } from "../../model/index.ts";
import type { Chance } from "../chance.ts";
import { exampleGoals, type StagedInput } from "./example-goals.ts";
import {
  breakageGoals,
  callerGoals,
  type Denying,
  danglingGoals,
  denialGoals,
  drawnGoal,
  type Goal,
  variantGoals,
} from "./goals.ts";
import type { Resources } from "./resources.ts";

/** How many refusals are tried one behind the other, and how many changes that are to succeed. */
const packed = 8;
const packedChanges = 4;

/**
 * How often a goal is planned once more: if its sequence ended before its call (`unperformed`), if the SDK did not send its values
 * (`masked`), or if it was refused when it came after another goal's call in the same sequence (`behind`).
 */
const mostRetries = { unperformed: 5, masked: 2, behind: 1 };

/** Why a goal is planned anew. */
export type Retried = keyof typeof mostRetries;

export interface GoalQueuesOptions {
  readonly resources: Resources;
  readonly denials: (operation: Operation) => readonly Denying[];
  readonly examples: (operation: Operation) => readonly StagedInput[];
  readonly chance: Chance;
}

interface Queue {
  readonly operation: Operation;
  readonly goals: Goal[];
}

/** What is left to be tried of each operation; operations take turns. */
export class GoalQueues {
  readonly #resources: Resources;
  readonly #chance: Chance;
  readonly #queues: readonly Queue[];
  readonly #tried = new Map<Goal, number>();
  #turn = 0;

  constructor({ resources, denials, examples, chance }: GoalQueuesOptions) {
    this.#resources = resources;
    this.#chance = chance;
    const { operations, types } = resources.interface;
    this.#queues = chance.shuffled(operations).map((operation) => ({
      operation,
      goals: [
        ...exampleGoals(operation, examples(operation), resources),
        drawnGoal(operation, types),
        ...callerGoals(operation),
        ...danglingGoals(operation, resources).filter(isNeverMade),
        ...this.#ordered([
          ...variantGoals(operation, types),
          ...breakageGoals(operation, types),
          ...danglingGoals(operation, resources).filter((goal) => !isNeverMade(goal)),
          ...denialGoals(operation, denials(operation)),
        ]),
      ],
    }));
  }

  get isEmpty(): boolean {
    return this.#queues.every(({ goals }) => goals.length === 0);
  }

  /** The goals that are tried together next: refusals behind each other, or ways in which an operation is to succeed. */
  next(): readonly Goal[] {
    const waiting = this.#queues.filter(({ goals }) => goals.length > 0);
    const goals = waiting[this.#turn++ % waiting.length]?.goals ?? [];
    const first = goals.shift();
    if (first === undefined) return [];
    if (first.isRefused) return [first, ...taken(goals, packed - 1, ({ isRefused }) => isRefused)];
    const isOneOfMany = (goal: Goal) => goal.isVariant === true && !this.#tried.has(goal);
    return [first, ...(isOneOfMany(first) ? taken(goals, packedChanges - 1, isOneOfMany) : [])];
  }

  /** Takes a goal back, unless that has happened too often. */
  retry(goal: Goal, why: Retried): void {
    const tried = this.#tried.get(goal) ?? 0;
    this.#tried.set(goal, tried + 1);
    if (tried >= mostRetries[why]) return;
    this.#queues.find(({ operation }) => operation === goal.operation)?.goals.unshift(goal);
  }

  /** What the operation has for itself, and then what nearly all operations have. */
  #ordered(goals: readonly Goal[]): Goal[] {
    const shuffled = this.#chance.shuffled(goals);
    const isCommon = ({ about }: Goal) => about !== undefined && this.#resources.isCommon(about);
    return [...byTurns(shuffled.filter((goal) => !isCommon(goal))), ...byTurns(shuffled.filter(isCommon))];
  }
}

/** Whether a goal is about what was never made: the first thing that many do wrong. */
function isNeverMade({ tries }: Goal): boolean {
  return tries.kind === "dangling" && tries.why === "never-made";
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
