import { isDeepStrictEqual } from "node:util";
import {
  alternativesOf,
  defaultValue,
  type Input,
  namePaths,
  type Operation,
  present,
  type Types,
  validate,
  valuesAt,
} from "../model/index.ts";
import { choosable } from "./places/input-type.ts";
import { plainness } from "./plainness.ts";
import { parameterIn } from "./plan/place.ts";
import { inStep, isInStep } from "./same-length.ts";
import { tokenPattern } from "./sequence.ts";
import { plainerValues } from "./spots/plainer-values.ts";
import { holdsReference, isStructure, type Spot, spotsOf } from "./spots/spots.ts";

/** A plainer input, and where it is plainer. */
export interface Plainer {
  readonly input: Input;
  /** Empty where several parameters went at once. */
  readonly path: string;
}

/**
 * Plainer inputs to try in place of this one, boldest first. Each is less by `plainness`, so that going on from one to
 * the next ends; none has more problems by its types than this one, and none lacks a parameter that is needed. What
 * stands for a thing known only later is not changed inside.
 */
export function* plainerInputs(
  input: Input,
  operation: Operation,
  types: Types,
): Generator<Plainer, undefined> {
  const before = plainness(input);
  const staysInStep = isInStep(operation, input, types);
  for (const { input: other, path } of candidates(input, operation, types)) {
    const leading = parameterIn(path);
    const candidate = { input: staysInStep ? inStep(operation, other, types, leading) : other, path };
    const isPlainer = plainness(candidate.input) < before && keepsApart(candidate.input, input, operation);
    if (isPlainer && isNoWorse(candidate, input, operation, types)) yield candidate;
  }
}

/** The things of a list that have names of their own keep them: one name twice is mostly refused, which is something else. */
function keepsApart(candidate: Input, input: Input, operation: Operation): boolean {
  return namePaths(operation).every(
    (path) => !areApart(valuesAt(input, path)) || areApart(valuesAt(candidate, path)),
  );
}

function areApart(values: readonly unknown[]): boolean {
  return values.every((value, at) => !values.slice(0, at).some((other) => isDeepStrictEqual(value, other)));
}

function* candidates(input: Input, operation: Operation, types: Types): Generator<Plainer, undefined> {
  yield* withFewerParameters(input, operation);
  const spots = spotsOf(input, operation, types);
  yield* defaultParameters(spots, types);
  for (const spot of spots) if (!spot.isReference) yield* withFewerParts(spot);
  for (const spot of spots) {
    if (spot.isReference) continue;
    for (const value of plainerValues(spot.value, spot.type)) {
      if (isWhole(value) && keepsTokens(value, spot.value))
        yield { input: spot.with(value), path: spot.path };
    }
  }
}

function isWhole(value: unknown): boolean {
  return typeof value !== "string" || (value !== "" && value.isWellFormed());
}

/** Another name would not be a new one at each performance, nor that of the same thing in other steps. */
function keepsTokens(value: unknown, before: unknown): boolean {
  return String(tokensIn(value)) === String(tokensIn(before));
}

function tokensIn(value: unknown): readonly string[] {
  if (typeof value === "string") return value.match(tokenPattern) ?? [];
  return isStructure(value) || Array.isArray(value) ? Object.values(value).flatMap(tokensIn) : [];
}

/** Optional parameters left out: all, by halves, by quarters, singly. */
function* withFewerParameters(input: Input, operation: Operation): Generator<Plainer, undefined> {
  const optional = operation.parameters
    .filter(({ name, required }) => !required && input[name] !== undefined)
    .map(({ name }) => name);
  for (const names of groups(optional)) {
    const kept = Object.entries(input).filter(([name]) => !names.includes(name));
    yield { input: Object.fromEntries(kept), path: names.length === 1 ? (names[0] ?? "") : "" };
  }
}

/** All of them, then halves, and so on down to each alone. */
function* groups<Each>(all: readonly Each[]): Generator<readonly Each[], undefined> {
  for (let size = all.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
  }
}

function* defaultParameters(spots: readonly Spot[], types: Types): Generator<Plainer, undefined> {
  for (const spot of spots) {
    if (spot.slot !== "parameter" || typeof spot.value !== "object" || holdsReference(spot.value)) continue;
    const plain = defaultValue(present(spot.parameter.type), types);
    if (plain !== undefined && keepsTokens(plain, spot.value))
      yield { input: spot.with(plain), path: spot.path };
  }
}

/** Items, entries and optional fields left out: all, by halves, by quarters, singly. */
function* withFewerParts({ value, type, path, with: put }: Spot): Generator<Plainer, undefined> {
  if (Array.isArray(value)) {
    for (const left of groups([...value.keys()])) {
      const gone = new Set(left);
      yield { input: put(value.filter((_, index) => !gone.has(index))), path };
    }
  } else if (isStructure(value)) {
    const fields = type.kind === "object" ? type.fields : {};
    const mayGo = Object.keys(value).filter(
      (name) => !Object.hasOwn(fields, name) || fields[name]?.kind === "optional",
    );
    for (const left of groups(mayGo)) {
      const kept = Object.entries(value).filter(([name]) => !left.includes(name));
      yield { input: put(Object.fromEntries(kept)), path };
    }
  }
}

/** What was allowed stays allowed; what was broken may stay so. */
function isNoWorse({ input }: Plainer, before: Input, operation: Operation, types: Types): boolean {
  const isGiven = (from: Input, name: string) => from[name] !== undefined;
  const changed = choosable(operation).filter(({ name }) => input[name] !== before[name]);
  const problems = (from: Input) =>
    changed
      .filter(({ name }) => isGiven(from, name))
      .reduce((sum, { name, type }) => sum + validate(present(type), from[name], types).length, 0);
  const stillMet = alternativesOf(operation).every((group) => {
    const met = (from: Input) =>
      group.some((parameter) => parameter === undefined || isGiven(from, parameter.name));
    return !met(before) || met(input);
  });
  return stillMet && problems(input) <= problems(before);
}
