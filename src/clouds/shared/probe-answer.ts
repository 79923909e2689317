import { type Operation, present, readScalar, resolve, type Type, type Types } from "../../model/index.ts";
import { readAnswer } from "./answer-body.ts";
import type { Answered } from "./sdk-result.ts";

/** What an SDK or an interface calls things, of unknown fields. */
export type Values = Readonly<Record<string, unknown>>;

/** What a success tells, by the interface. */
export interface Told {
  /** The declared headers, as SDKs name them. */
  readonly head: Values;
  /** What the body is by its type; nothing where there is none, or where it is no document. */
  readonly body: unknown;
}

/** How a name on the wire is said. */
export type Words = (wire: string) => string;

/** `x-ms-lease-state` and `LeaseState` are both `leaseState`. */
export const azureWords: Words = remembering((wire) => {
  const said = joined(wire.replace(/^x-ms-/i, ""));
  return said === "ETag" ? "etag" : said.charAt(0).toLowerCase() + said.slice(1);
});

/** `x-amz-storage-class` is `StorageClass`. */
export const amazonWords: Words = remembering((wire) => joined(wire.replace(/^x-amz-/i, "")));

function joined(wire: string): string {
  if (/^meta-$/i.test(wire)) return "Metadata";
  return wire.replace(/(?:^|-+)([a-z0-9]|$)/gi, (_, letter: string) => letter.toUpperCase());
}

function remembering(words: Words): Words {
  const known = new Map<string, string>();
  return (wire) => {
    const said = known.get(wire) ?? words(wire);
    known.set(wire, said);
    return said;
  };
}

/** A document's fields as SDKs name them; what users have named stays as it is. */
export function inWords(value: unknown, words: Words): unknown {
  if (Array.isArray(value)) return value.map((item) => inWords(item, words));
  if (typeof value !== "object" || value === null || value instanceof Uint8Array) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      words(name),
      name === "Metadata" ? part : inWords(part, words),
    ]),
  );
}

/** What a success tells; why nothing can be read of it, in a few words. */
export function toldBy(
  operation: Operation,
  { headers, body }: Answered,
  types: Types,
  words: Words,
): Told | string {
  const read = readAnswer(operation, body, types);
  if (read === undefined && body.length > 0 && isDocument(operation, types)) return "no document";
  return { head: headOf(operation, headers, types, words), body: read };
}

function isDocument({ output }: Operation, types: Types): boolean {
  return resolve(present(output.body), types).kind !== "void";
}

interface DeclaredHeader {
  readonly wire: string;
  readonly type: Type;
  readonly isFamily: boolean;
}

const declared = new WeakMap<Operation, readonly DeclaredHeader[]>();

function headersOf(operation: Operation, types: Types): readonly DeclaredHeader[] {
  const known = declared.get(operation);
  if (known !== undefined) return known;
  const all = Object.entries(operation.output.headers).map(([name, type]) => ({
    wire: name.toLowerCase(),
    type: resolve(present(type), types),
    isFamily: name.endsWith("-"),
  }));
  declared.set(operation, all);
  return all;
}

function headOf(operation: Operation, headers: Answered["headers"], types: Types, words: Words): Values {
  const head: Record<string, unknown> = {};
  for (const { wire, type, isFamily } of headersOf(operation, types)) {
    if (isFamily) head[words(wire)] = familyOf(wire, headers);
    else if (headers[wire] !== undefined) head[words(wire)] = readScalar(headers[wire], type);
  }
  return head;
}

function familyOf(prefix: string, headers: Answered["headers"]): Values {
  const own = Object.entries(headers).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]));
}
