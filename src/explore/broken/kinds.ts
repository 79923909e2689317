import { type NumberType, type Operation, type Parameter, validate } from "../../model/index.ts";
import type { PlacedType } from "../places/places.ts";

/** How a value is written, and so which other kinds of value can stand in its place. */
export type Writing = "json" | "xml" | "text";

export function writingOf({ in: place }: Parameter, { bodyFormat }: Operation): Writing {
  const inBody = place === "field" || place === "body";
  return inBody && (bodyFormat === "json" || bodyFormat === "xml") ? bodyFormat : "text";
}

/**
 * Values of another kind than the type's. Where everything is written as text, a text that is no number will do for
 * one; but nothing that would be written as what is allowed, nor what could not be written at all.
 */
export function ofOtherKind(type: PlacedType, writing: Writing): readonly unknown[] {
  return writing === "json" ? inJson(type) : asText(type);
}

function inJson(type: PlacedType): readonly unknown[] {
  switch (type.kind) {
    case "string":
      return [7, true, null, [], {}];
    case "int":
    case "long":
      return ["ten", "1", null, true, [], ...fractions(type)];
    case "double":
      return ["ten", "1", null, true, []];
    case "bool":
      return ["true", 1, null, "yes"];
    case "bytes":
      return [7, null, true];
    case "array":
      return [{}, "a", null, 7];
    case "object":
      return ["a", [], null, 7];
    default:
      return [];
  }
}

function asText(type: PlacedType): readonly unknown[] {
  switch (type.kind) {
    case "int":
    case "long":
      return ["ten", "", "0x10", "1,000", "١", ...fractions(type)];
    case "double":
      return ["ten", "", "1,5", "0x10"];
    case "bool":
      return ["yes", "TRUE", "1", ""];
    default:
      return [];
  }
}

/** Broken numbers between the bounds. */
function fractions(type: NumberType): readonly number[] {
  const real: NumberType = { ...type, kind: "double" };
  const tried = [(type.min ?? 0) + 0.5, (type.max ?? 2) - 0.5];
  return tried.filter((number) => validate({ ...real, multipleOf: 0.5 }, number).length === 0);
}
