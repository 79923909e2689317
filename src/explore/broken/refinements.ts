import { type StringType, validate } from "../../model/index.ts";

const ofText = ["oneOf", "minLength", "maxLength", "charset", "pattern", "format"] as const;

/** A refinement that text can have. */
export type TextRefinement = (typeof ofText)[number];

/** The refinements that a type of text has. */
export function textRefinements(type: StringType): readonly TextRefinement[] {
  return ofText.filter((name) => type[name] !== undefined && !(name === "minLength" && type.minLength === 0));
}

/** Those that a text breaks, each looked at by itself. */
export function brokenBy(type: StringType, text: string): readonly TextRefinement[] {
  return textRefinements(type).filter((name) => {
    const alone: StringType = { kind: "string", [name]: type[name] };
    const counted: StringType = type.countsBytes ? { ...alone, countsBytes: true } : alone;
    return validate(counted, text).length > 0;
  });
}

/** How long a text is in the unit that its type counts in. */
export function lengthOf(type: StringType, text: string): number {
  return type.countsBytes ? Buffer.byteLength(text) : text.length;
}
