import { type Type, validate } from "../../model/index.ts";
import type { Refinement } from "../breakage.ts";
import { isStructure, type Spot } from "../spots/spots.ts";
import { brokenBy } from "./refinements.ts";

/** The refinements that the value of a spot breaks by itself, whatever is inside of it. */
export function brokenAt({ value, type, isReference }: Spot): readonly Refinement[] {
  if (isReference) return [];
  const breaks = (refinement: Refinement, alone: Type) =>
    validate(alone, value).length > 0 ? [refinement] : [];
  const { kind } = type;
  if (kind === "string" && typeof value === "string") return brokenBy(type, value);
  if ((kind === "int" || kind === "long" || kind === "double") && typeof value === "number") {
    const { min, max, multipleOf } = type;
    return [
      ...(min === undefined ? [] : breaks("min", { kind, min })),
      ...(max === undefined ? [] : breaks("max", { kind, max })),
      ...(multipleOf === undefined ? [] : breaks("multipleOf", { kind, multipleOf })),
    ];
  }
  if (kind === "bytes" && value instanceof Uint8Array) {
    return outside(value.length, type.minLength, type.maxLength, ["minLength", "maxLength"]);
  }
  if (kind === "array" && Array.isArray(value)) {
    return outside(value.length, type.min, type.max, ["minItems", "maxItems"]);
  }
  if (kind === "object" && isStructure(value)) {
    const { minFields, maxFields } = type;
    return outside(Object.keys(value).length, minFields, maxFields, ["minFields", "maxFields"]);
  }
  return breaks("kind", type);
}

function outside(
  count: number,
  min = 0,
  max = Number.POSITIVE_INFINITY,
  [less, more]: readonly [Refinement, Refinement],
): readonly Refinement[] {
  if (count < min) return [less];
  return count > max ? [more] : [];
}
