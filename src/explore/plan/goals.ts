import { type Input, type Operation, requestPaths, type Types } from "../../model/index.ts";
import { boundaryInputs } from "../boundary.ts";
import { breakagesOf } from "../breakage.ts";
import type { Chance } from "../chance.ts";
import { eachChoice, eachDrawn, withEachOptional } from "../choices.ts";
import { inputArbitrary } from "../input-arbitrary.ts";
import { mutations } from "../mutation.ts";
import { inStep } from "../same-length.ts";
import { sampled } from "../sampled.ts";
import { type CallerName, callerNames, type Trial, tokenOf } from "../sequence.ts";
import { valueArbitrary } from "../value-arbitrary.ts";
import type { Draft } from "./draft.ts";
import { parameterIn, placed, typeAt } from "./place.ts";
import type { Resources, Slot } from "./resources.ts";

/** Something to be tried of an operation. */
export interface Goal {
  readonly operation: Operation;
  readonly tries: Trial;
  /** It is expected to be refused, so that others can be tried behind it. */
  readonly isRefused: boolean;
  /** The parameter that it is about. */
  readonly about?: string;
  /** It is one of many ways in which the operation is to succeed. */
  readonly isVariant?: true;
  /** Where it succeeds, things can be made with this, so that others have more to lose. */
  readonly fuller?: Input;
  /** Adds what it takes to a draft; its own call is the last. */
  plan(draft: Draft, chance: Chance): void;
}

const valid: Trial = { kind: "valid" };

/** The operation as plainly as can be. */
export function plainGoal(operation: Operation): Goal {
  return { operation, tries: valid, isRefused: operation.readOnly, plan: (draft) => draft.add(operation) };
}

/** The same past the SDK, which would not send it. */
export function rawGoal(operation: Operation): Goal {
  return { ...plainGoal(operation), plan: (draft) => draft.add(operation, { via: "raw" }) };
}

/** A valid call with options at random. */
export function drawnGoal(operation: Operation, types: Types): Goal {
  return {
    ...plainGoal(operation),
    plan(draft, chance) {
      const drawn = sampled(inputArbitrary(operation, types), chance.seed());
      draft.add(operation, { shape: (plain) => ({ ...drawn, ...plain }) });
    },
  };
}

/** Each caller but the owner. */
export function callerGoals(operation: Operation): Goal[] {
  const tries: Trial = { kind: "unauthorised" };
  return callerNames
    .filter((caller) => caller !== "owner")
    .map((caller: CallerName) => ({
      operation,
      tries,
      isRefused: true,
      plan: (draft) => draft.add(operation, { caller, tries }),
    }));
}

/** Valid inputs, each a little other than the plain one: options, choices, values on their bounds and between them. */
export function variantGoals(operation: Operation, types: Types): Goal[] {
  const variants = [
    ...withEachOptional(operation, types),
    ...eachChoice(operation, types),
    ...boundaryInputs(operation, types),
    ...eachDrawn(operation, types),
  ];
  return variants.map(({ path, inputs }) => ({
    operation,
    tries: valid,
    about: parameterIn(path),
    isVariant: true,
    isRefused: operation.readOnly,
    plan: (draft, chance) =>
      draft.add(operation, { shape: withOther(operation, types, path, sampled(inputs, chance.seed())) }),
  }));
}

/** Inputs that break one refinement each. */
export function breakageGoals(operation: Operation, types: Types): Goal[] {
  return breakagesOf(operation, types).map((breakage) => {
    const tries: Trial = { kind: "breaks", path: breakage.path, refinement: breakage.refinement };
    const free = [breakage.path];
    const { parameter, inputs } = breakage;
    return {
      operation,
      tries,
      about: parameter,
      isRefused: true,
      plan(draft, chance) {
        const shape = withOther(operation, types, parameter, sampled(inputs, chance.seed()));
        draft.add(operation, { tries, free, shape });
      },
    };
  });
}

/** The plain input with one parameter taken from a drawn one: what goes together stays together. */
function withOther(operation: Operation, types: Types, path: string, drawn: Input): (plain: Input) => Input {
  const name = parameterIn(path);
  return (plain) => inStep(operation, given({ ...plain, [name]: drawn[name] }), types, name);
}

function given(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** References to what was never made, to what is gone or has lost what is asked of it, and to something of another kind. */
export function danglingGoals(operation: Operation, resources: Resources): Goal[] {
  const slots = resources.slotsOf(operation).filter(({ isNeeded }) => isNeeded);
  return slots.flatMap((slot) => [
    neverMade(operation, slot, resources),
    ...resources.removersOf(slot.resource).map((remover) => behind(operation, slot, remover, "deleted")),
    ...resources
      .takersFor(operation, slot.resource)
      .map((taker) => behind(operation, slot, taker, "still-there")),
    ...resources
      .kindsAt(slot.path, slot.resource)
      .map((kind) => ofAnotherKind(operation, slot, kind, resources)),
  ]);
}

function neverMade(operation: Operation, slot: Slot, resources: Resources): Goal {
  const { types } = resources.interface;
  const tries: Trial = { kind: "dangling", resource: slot.resource, why: "never-made" };
  return {
    operation,
    tries,
    isRefused: true,
    plan(draft, chance) {
      const unmade = resources.isTop(slot.resource)
        ? tokenOf(36 ** 4 + chance.below(36))
        : sampled(valueArbitrary(typeAt(slot.path, operation, types), types), chance.seed());
      draft.add(operation, {
        tries,
        free: [slot.path],
        shape: (plain) => placed(plain, slot.path, unmade, operation, types),
      });
    },
  };
}

/** After a call that has removed the thing, or only what the operation is about of it. */
function behind(
  operation: Operation,
  { resource }: Slot,
  remover: Operation,
  what: "deleted" | "still-there",
): Goal {
  const tries: Trial = what === "deleted" ? { kind: "dangling", resource, why: what } : valid;
  return {
    operation,
    tries,
    isRefused: false,
    plan(draft) {
      const thing = draft.ensure(resource);
      if (thing === undefined) return;
      const about = new Map([[resource, thing]]);
      draft.add(remover, { about });
      draft.add(operation, { about, tries });
    },
  };
}

function ofAnotherKind(
  operation: Operation,
  slot: Slot,
  kind: string,
  { interface: { types } }: Resources,
): Goal {
  const tries: Trial = { kind: "dangling", resource: slot.resource, why: "another-kind" };
  return {
    operation,
    tries,
    isRefused: false,
    plan(draft) {
      const other = draft.ensure(kind);
      if (other === undefined) return;
      draft.add(operation, {
        tries,
        free: [slot.path],
        shape: (plain) => placed(plain, slot.path, other.value, operation, types),
      });
    },
  };
}

/** An operation and an input that say who may do what. */
interface Ruling {
  readonly operation: Operation;
  readonly input: Input;
}

/** How somebody is denied an operation. */
export interface Denying {
  /** Who is: each of them tries it. */
  readonly callers: readonly CallerName[];
  /** What lets them in, where they have to be let in first. */
  readonly allowing?: Ruling;
  readonly denying: readonly Ruling[];
}

/** The operation while it is allowed, and after it was denied, by each who is. */
export function denialGoals(operation: Operation, denials: readonly Denying[]): Goal[] {
  const tries: Trial = { kind: "denied" };
  return denials.flatMap(({ callers, allowing, denying }) =>
    callers.map((caller) => ({
      operation,
      tries,
      isRefused: false,
      plan(draft: Draft) {
        if (allowing !== undefined) rule(draft, allowing);
        draft.add(operation, { caller: allowing === undefined ? "owner" : caller });
        for (const ruling of denying) rule(draft, ruling);
        draft.add(operation, { caller, tries });
      },
    })),
  );
}

/** What it calls by a name, such as a stored policy, keeps that name: others go by it. */
function rule(draft: Draft, { operation, input }: Ruling): void {
  const free = requestPaths(Object.values(operation.produces).flat());
  draft.add(operation, { free, shape: (plain) => ({ ...plain, ...input }) });
}

/** A valid call, changed somewhere; now and then what it names within something is not made before. */
export function mutationGoal(operation: Operation, resources: Resources): Goal {
  const { types } = resources.interface;
  const inner = resources.slotsOf(operation).filter(({ resource }) => !resources.isTop(resource));
  return {
    operation,
    tries: { kind: "mutated", path: "", how: "" },
    isRefused: false,
    plan(draft, chance) {
      draft.add(operation, { free: chance.happens(0.3) ? inner.map(({ path }) => path) : [] });
      const plain = draft.steps.at(-1);
      if (plain === undefined) return;
      const { input, path, how } = sampled(mutations(plain.input, operation, types), chance.seed());
      draft.replaceLast({ ...plain, input, tries: { kind: "mutated", path, how } }, operation);
    },
  };
}
