import type { CapturedBody, RawHeader } from "../../wire/index.ts";
import { jsonLeaves } from "./json-leaves.ts";
import { multipartLeaves } from "./multipart-leaves.ts";
import { xmlLeaves } from "./xml-leaves.ts";

/** How a value stands in its body, where it is not plain text. */
export type Form = "string" | "number" | "literal" | "size" | "bytes";

/** A leaf of a body: where it is, the name of the field that holds it, and its text. */
export interface Leaf {
  readonly place: string;
  /** Nothing where the name is the user's own and means nothing to the service. */
  readonly name: string;
  readonly value: string;
  readonly form?: Form;
  /** Set inside a batch, where each answer is a refusal or not by itself. */
  readonly isRefusal?: boolean;
}

export interface Content {
  readonly body: CapturedBody | undefined;
  readonly headers: readonly RawHeader[];
  /** `opaque`: it is the user's own, every byte of it counts, and no name in it means anything. */
  readonly kind: "opaque" | "batch" | "structured";
}

/** What is longer is told by its hash. */
const longestText = 4096;

/** A body as its leaves, in order. Two bodies that say different things never have the same leaves. */
export function leavesOf({ body, headers, kind }: Content): readonly Leaf[] {
  if (body === undefined || body.size === 0) return [];
  const { text } = body;
  if (text === undefined) return [bytesOf(body)];
  const type = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const parts = kind === "batch" ? multipartLeaves(text, type, structured) : undefined;
  const leaves = parts ?? (kind === "opaque" ? undefined : structured(text, type));
  if (leaves !== undefined) return leaves;
  return text.length > longestText ? [bytesOf(body)] : [{ place: "(text)", name: "", value: text }];
}

function bytesOf({ size, sha256 }: CapturedBody): Leaf {
  return { place: "(bytes)", name: "", value: `${size} bytes ${sha256}`, form: "bytes" };
}

function structured(text: string, contentType: string): Leaf[] | undefined {
  if (/json/i.test(contentType) || /^\s*[{[]/.test(text)) {
    const leaves = jsonLeaves(text);
    if (leaves !== undefined) return leaves;
  }
  return /xml/i.test(contentType) || /^\uFEFF?\s*<\?xml/.test(text) ? xmlLeaves(text) : undefined;
}
