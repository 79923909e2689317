import { defaultInput, type Input, type Operation, requestPaths } from "../../model/index.ts";
import type { Draft } from "./draft.ts";
import type { Goal } from "./goals.ts";
import { valueAt } from "./place.ts";
import type { Resources } from "./resources.ts";

/** An input that is known to be good, and the calls before it that make what it tells of. */
export interface StagedInput {
  readonly input: Input;
  readonly before?: readonly OwnersCall[];
}

/** A call of the owner's; the names of what is at the top of the account are left out. */
export interface OwnersCall {
  readonly operation: string;
  readonly input: Input;
}

/**
 * Valid calls by what is known to be good. Those that only read are made where there is something to be found; over what an
 * operation makes it makes something plainer, of which nothing must be left over.
 */
export function exampleGoals(
  operation: Operation,
  examples: readonly StagedInput[],
  resources: Resources,
): Goal[] {
  return examples.flatMap(({ input, before }) => {
    if (before !== undefined) return stagedGoal(operation, { input, before }, resources);
    const goal = simpleGoal(operation, input, resources);
    if (!resources.isNaming(operation)) return goal;
    return [{ ...goal, fuller: input }, overwritingGoal(operation, input, resources)];
  });
}

const toSucceed = { tries: { kind: "valid" }, isVariant: true, isRefused: false } as const;

function simpleGoal(operation: Operation, input: Input, resources: Resources): Goal {
  const subject = resources.subjectOf(operation)?.resource;
  return {
    ...toSucceed,
    operation,
    plan(draft) {
      const isToBeFilled = operation.readOnly && subject !== undefined && draft.steps.length === 0;
      if (isToBeFilled) fill(draft, subject, resources);
      draft.add(operation, { shape: () => overDefault(operation, input, resources) });
    },
  };
}

function overwritingGoal(operation: Operation, input: Input, resources: Resources): Goal {
  return {
    ...toSucceed,
    operation,
    plan(draft) {
      draft.add(operation, { shape: () => overDefault(operation, input, resources) });
      draft.add(operation, { isOverwriting: true, isUncertain: true });
    },
  };
}

function stagedGoal(
  operation: Operation,
  { input, before }: Required<StagedInput>,
  resources: Resources,
): Goal {
  return {
    ...toSucceed,
    operation,
    plan(draft) {
      if (draft.steps.length > 0) moveOn(draft, before, resources);
      for (const call of before)
        addAsGiven(draft, resources.operationNamed(call.operation), call.input, resources);
      addAsGiven(draft, operation, input, resources);
    },
  };
}

/** Goes on in another container, queue, table or bucket: where a goal comes behind others, theirs may hold what its calls make. */
function moveOn(draft: Draft, [first]: readonly OwnersCall[], resources: Resources): void {
  if (first === undefined) return;
  const slots = resources.slotsOf(resources.operationNamed(first.operation));
  const top = slots.find(({ resource }) => resources.isTop(resource));
  if (top !== undefined) draft.another(top.resource);
}

/** Adds a call as it is given, but for the names of things that are not in it. */
function addAsGiven(draft: Draft, operation: Operation, input: Input, resources: Resources): void {
  const { consumes, produces } = operation;
  const named = [...Object.values(consumes).flat(), ...requestPaths(Object.values(produces).flat())];
  const free = named.filter((path) => valueAt(input, path) !== undefined);
  draft.add(operation, { free, shape: () => overDefault(operation, input, resources) });
}

function overDefault(operation: Operation, input: Input, { interface: { types } }: Resources): Input {
  return { ...defaultInput(operation, types), ...input };
}

/** Makes two things in another, of the kind that is most often needed. */
function fill(draft: Draft, subject: string, resources: Resources): void {
  const makers = resources
    .makersIn(subject)
    .toSorted((a, b) => resources.demandFor(b) - resources.demandFor(a));
  const [maker] = makers;
  const thing = draft.ensure(subject);
  if (maker === undefined || thing === undefined) return;
  for (let made = 0; made < 2; made++) draft.add(maker, { about: new Map([[subject, thing]]) });
}
