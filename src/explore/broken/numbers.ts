import { countAtLeast, countAtMost, multiple, type NumberType, validate } from "../../model/index.ts";

/** Numbers that break a refinement, or stand on its bound. */
export interface OfNumber {
  readonly refinement: "min" | "max" | "multipleOf";
  readonly numbers: readonly number[];
}

/**
 * What a number may be where its type says nothing, and the first beyond. The greatest of 64 bits is no number of
 * JavaScript, and bigints are refused by the SDKs and by JSON.
 */
const widths = {
  int: { min: -(2 ** 31), max: 2 ** 31 - 1, below: -(2 ** 31) - 1, above: 2 ** 31 },
  long: { min: -(2 ** 63), max: undefined, below: -(2 ** 63) - 2048, above: 2 ** 63 },
};

/** Numbers just beyond and far beyond the bounds; where a type gives none, those of its 32 or 64 bits. */
export function brokenNumbers(type: NumberType): readonly OfNumber[] {
  return [
    { refinement: "min" as const, numbers: below(type) },
    { refinement: "max" as const, numbers: above(type) },
    { refinement: "multipleOf" as const, numbers: between(type) },
  ].filter(({ numbers }) => numbers.length > 0);
}

/** The least and the greatest number that the type allows. */
export function boundaryNumbers(type: NumberType): readonly OfNumber[] {
  const { kind, min, max } = type;
  const step = stepOf(type);
  const width = kind === "double" ? undefined : widths[kind];
  const least = min === undefined ? width?.min : onStep(type, countAtLeast(min, step), min);
  const most = max === undefined ? width?.max : onStep(type, countAtMost(max, step), max);
  const allowed = (number: number | undefined) =>
    number !== undefined && validate(type, number).length === 0 ? [number] : [];
  return [
    { refinement: "min" as const, numbers: allowed(least) },
    { refinement: "max" as const, numbers: allowed(most) },
  ].filter(({ numbers }) => numbers.length > 0);
}

function below(type: NumberType): readonly number[] {
  const { kind, min, multipleOf } = type;
  if (min === undefined) return kind === "double" ? [] : [widths[kind].below];
  const step = stepOf(type);
  const count = countAtLeast(min, step);
  const near = [1, 2, 1000].map((more) => multiple(count - more, step));
  const fraction = kind === "double" && multipleOf === undefined ? [min - Math.abs(min || 1) / 1024] : [];
  const farthest = multipleOf === undefined && kind !== "double" ? [widths.int.min] : [];
  return distinct([...fraction, ...near, ...farthest]).filter((number) => number < min);
}

function above(type: NumberType): readonly number[] {
  const { kind, max, multipleOf } = type;
  if (max === undefined) return kind === "double" ? [] : [widths[kind].above];
  const step = stepOf(type);
  const count = countAtMost(max, step);
  const near = [1, 2, 1000].map((more) => multiple(count + more, step));
  const fraction = kind === "double" && multipleOf === undefined ? [max + Math.abs(max || 1) / 1024] : [];
  const farthest = multipleOf === undefined && kind !== "double" ? [widths.int.max, widths.int.max + 1] : [];
  return distinct([...fraction, ...near, ...farthest]).filter((number) => number > max);
}

/** Within the bounds, but no multiple. */
function between(type: NumberType): readonly number[] {
  const { kind, min = 0, max = Number.MAX_SAFE_INTEGER, multipleOf } = type;
  if (multipleOf === undefined) return [];
  const base = multiple(Math.max(1, countAtLeast(min, multipleOf)), multipleOf);
  const parts = [1, -1, multipleOf / 2, -multipleOf / 2, multipleOf / 4];
  return distinct(parts.map((part) => base + part))
    .filter((number) => number >= min && number <= max && (kind === "double" || Number.isInteger(number)))
    .filter((number) => validate(type, number).length > 0);
}

function stepOf({ kind, multipleOf }: NumberType): number {
  return multipleOf ?? (kind === "double" ? 0.5 : 1);
}

/** A bound stands on itself where any number will do. */
function onStep({ kind, multipleOf }: NumberType, count: number, bound: number): number {
  return kind === "double" && multipleOf === undefined ? bound : multiple(count, multipleOf ?? 1);
}

function distinct<Each>(all: readonly Each[]): readonly Each[] {
  return [...new Set(all)];
}
