import fc from "fast-check";
import { valueArbitrary } from "../../src/explore/index.ts";
import {
  format,
  type ObjectType,
  present,
  resolve,
  type StringType,
  type Type,
  type Types,
  wholePattern,
} from "../../src/model/index.ts";
import type { VendorKind, VendorShape } from "./vendor.ts";

/** Where the outcome of a comparison goes. */
export interface Comparison {
  readonly types: Types;
  readonly member: (held: boolean, what: string) => void;
  readonly kind: (held: boolean, what: string) => void;
  readonly constraint: (held: boolean, what: string) => void;
  /** All values that the vendor knows, and those that one of our alternatives has. */
  readonly values: (at: string, all: readonly string[], own: readonly string[]) => void;
}

/** Compares what a vendor says of a value with what we say, and all that it consists of. */
export function compareShape(
  vendor: VendorShape,
  declared: Type,
  at: string,
  to: Comparison,
  onTheWay: readonly Type[] = [],
): void {
  const ours = resolve(present(declared), to.types);
  if (onTheWay.includes(ours)) return;
  const way = [...onTheWay, ours];
  if (ours.kind === "union") {
    for (const alternative of ours.of) compareShape(vendor, alternative, at, to, way);
    return;
  }
  to.kind(isOfKind(ours, vendor.kind), `${at}: ${vendor.kind}, not ${ours.kind}`);
  compareBounds(vendor, ours, at, to);
  if (vendor.values !== undefined) compareValues(vendor.values, ours, at, to);
  if (vendor.pattern !== undefined) {
    const held = ours.kind === "string" && keepsPattern(ours, vendor.pattern);
    to.constraint(held, `${at}: pattern ${vendor.pattern}`);
  }
  if (vendor.members !== undefined) compareMembers(vendor.members, ours, at, to, way);
  if (vendor.items !== undefined) {
    const items = ours.kind === "array" ? ours.items : ours.kind === "object" ? ours.rest : undefined;
    to.member(items !== undefined, `${at}: items`);
    if (items !== undefined) compareShape(vendor.items(), items, `${at}[]`, to, way);
  }
}

type Kind = Exclude<Type["kind"], "ref" | "optional" | "union">;

/** What each kind may be with us, and where nothing is said, anything: times and, in headers, bytes are text of a format. */
const kinds: Readonly<Record<Exclude<VendorKind, "any">, readonly Kind[]>> = {
  text: ["string"],
  whole: ["int", "long"],
  broken: ["double"],
  flag: ["bool"],
  bytes: ["bytes", "string"],
  time: ["string", "double"],
  list: ["array"],
  map: ["object"],
  structure: ["object"],
};

const formatsOf: Partial<Record<VendorKind, readonly (string | undefined)[]>> = {
  bytes: ["base64", "md5", "crc32", "crc64", "sha1", "sha256", "aes256-key"],
  time: ["date-time", "http-date"],
};

function isOfKind(ours: Type, kind: VendorKind): boolean {
  if (kind === "any") return true;
  if (!(kinds[kind] as readonly string[]).includes(ours.kind)) return false;
  const formats = formatsOf[kind];
  return ours.kind !== "string" || formats === undefined || formats.includes(ours.format);
}

function compareValues(values: readonly string[], ours: Type, at: string, to: Comparison): void {
  const own = (ours.kind === "string" ? ours.oneOf : undefined) ?? [];
  const strange = own.filter((value) => !values.includes(value));
  to.constraint(own.length > 0 && strange.length === 0, `${at}: only ${values.join(", ")}`);
  to.values(at, values, own);
}

function compareMembers(
  members: NonNullable<VendorShape["members"]>,
  ours: Type,
  at: string,
  to: Comparison,
  way: readonly Type[],
): void {
  for (const [name, { required, shape }] of Object.entries(members)) {
    const field = ours.kind === "object" ? fieldNamed(ours, name) : undefined;
    to.member(field !== undefined, `${at}.${name}`);
    if (field === undefined) continue;
    if (required) to.constraint(field.kind !== "optional", `${at}.${name}: required`);
    compareShape(shape(), present(field), `${at}.${name}`, to, way);
  }
}

function fieldNamed({ fields }: ObjectType, name: string): Type | undefined {
  return (
    fields[name] ?? Object.values(fields).find((field) => field.wire === name || present(field).wire === name)
  );
}

function compareBounds(vendor: VendorShape, ours: Type, at: string, to: Comparison): void {
  const { min, max } = boundsOf(ours);
  const isNumber = vendor.kind === "whole" || vendor.kind === "broken";
  // No length is below zero.
  if (vendor.min !== undefined && (isNumber || vendor.min !== 0)) {
    to.constraint(min !== undefined && min >= vendor.min, `${at}: at least ${vendor.min}`);
  }
  if (vendor.max !== undefined) {
    to.constraint(max !== undefined && max <= vendor.max, `${at}: at most ${vendor.max}`);
  }
}

interface Bounds {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The bounds that a type keeps for certain: those that it says, or those of the texts that it consists of. */
export function boundsOf(type: Type): Bounds {
  switch (type.kind) {
    case "string":
      return lengthsOf(type);
    case "bytes":
      return { min: type.minLength, max: type.maxLength };
    case "array":
      return { min: type.min, max: type.max };
    case "object":
      return { min: type.minFields, max: type.maxFields };
    case "int":
    case "long":
    case "double":
      return { min: type.min, max: type.max };
    default:
      return {};
  }
}

function lengthsOf({ oneOf, format: name, minLength, maxLength }: StringType): Bounds {
  if (oneOf !== undefined) {
    const lengths = oneOf.map((value) => value.length);
    return { min: Math.min(...lengths), max: Math.max(...lengths) };
  }
  const fixed = name === undefined ? undefined : format(name).length;
  return { min: minLength ?? fixed, max: maxLength ?? fixed };
}

/** Ours keeps the vendor's pattern if it is the same, or if nothing that ours allows breaks it. */
function keepsPattern(ours: StringType, pattern: string): boolean {
  const bare = pattern.replace(/^\^/, "").replace(/\$$/, "");
  if (ours.pattern === bare) return true;
  // Java's \p{Print} is printable ASCII; JavaScript has no such class.
  const vendor = wholePattern(bare.replace("\\p{Print}", "[ -~]").replace("\\_", "_"));
  const refined = ours.pattern ?? ours.charset ?? ours.format ?? ours.oneOf;
  return refined !== undefined && samples(ours).every((value) => vendor.test(value));
}

function samples(type: StringType): string[] {
  return fc.sample(valueArbitrary(type), { numRuns: 500, seed: 1 }).map(String);
}
