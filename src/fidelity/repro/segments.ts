import { unsentEndpoint } from "../../clouds/index.ts";
import { tokenPattern } from "../../explore/index.ts";
import { indexOfMark, markPattern } from "./marked.ts";

/** A piece of a text that is written for others to run. */
export type Segment =
  | { readonly is: "text"; readonly text: string }
  | { readonly is: "repeated"; readonly piece: string; readonly times: number }
  /** A name that each run chooses anew. */
  | { readonly is: "token"; readonly token: string }
  | { readonly is: "reference"; readonly index: number }
  | { readonly is: "endpoint" };

/** From how many on equal characters in a row are counted rather than written. */
const longRun = 40;

const special = new RegExp(
  `${tokenPattern.source}|${markPattern.source}|${RegExp.escape(unsentEndpoint)}|(.)\\2{${longRun - 1},}`,
  "gs",
);

/** The pieces of a text: what is fixed, what repeats itself, and what only a run can tell. */
export function segmentsOf(text: string): readonly Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  for (const found of text.matchAll(special)) {
    if (found.index > end) segments.push({ is: "text", text: text.slice(end, found.index) });
    segments.push(segmentOf(found[0], found[1], found[2]));
    end = found.index + found[0].length;
  }
  if (end < text.length) segments.push({ is: "text", text: text.slice(end) });
  return segments;
}

function segmentOf(whole: string, mark: string | undefined, repeated: string | undefined): Segment {
  if (mark !== undefined) return { is: "reference", index: indexOfMark(mark) };
  if (repeated !== undefined) return { is: "repeated", piece: repeated, times: whole.length };
  return whole === unsentEndpoint ? { is: "endpoint" } : { is: "token", token: whole };
}

/** The tokens in a value, in the order in which they are first met. */
export function tokensIn(value: unknown): readonly string[] {
  const found = new Set<string>();
  const visit = (part: unknown): void => {
    if (part instanceof Uint8Array) visit(Buffer.from(part).toString("latin1"));
    else if (typeof part === "string") for (const [token] of part.matchAll(tokenPattern)) found.add(token);
    else if (typeof part === "object" && part !== null) {
      for (const [name, inner] of Object.entries(part)) {
        visit(name);
        visit(inner);
      }
    }
  };
  visit(value);
  return [...found];
}
