import { type StringType, string } from "../../model/index.ts";

/** What XML 1.0 can say and keeps as it is: a carriage return would come out as a line feed. */
export const xmlCharset = "\\t\\n\\u{20}-\\u{d7ff}\\u{e000}-\\u{fffd}\\u{10000}-\\u{10ffff}";

/** Text in a document that a request brings. */
export function xmlText(refinements: Omit<StringType, "kind" | "charset"> = {}): StringType {
  return string({ charset: xmlCharset, ...refinements });
}
