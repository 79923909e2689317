import fc from "fast-check";
import { valueArbitrary } from "../../src/explore/index.ts";
import {
  format,
  type Interface,
  isFixed,
  type Operation,
  type Parameter,
  present,
  resolve,
  type StringType,
  type Type,
  type Types,
  wholePattern,
} from "../../src/model/index.ts";
import { type VendorOperation, type VendorShape, vendorOperations } from "./vendor.ts";

interface Share {
  of: number;
  held: number;
}

/** How much of a vendor's grammar an interface says, and what it fails to say. */
export interface Coverage {
  readonly service: string;
  readonly operations: Share;
  /** Parameters of the operations that are modelled in full. */
  readonly parameters: Share;
  /** Members of the structures that parameters consist of. */
  readonly members: Share;
  readonly constraints: Share;
  /** Operations for which the vendor documents faults, and those of them for which we name all. */
  readonly faults: Share;
  readonly missing: string[];
  readonly loosened: string[];
}

export function grammarCoverage(definition: Interface): Coverage {
  const coverage: Coverage = {
    service: definition.name,
    operations: { of: 0, held: 0 },
    parameters: { of: 0, held: 0 },
    members: { of: 0, held: 0 },
    constraints: { of: 0, held: 0 },
    faults: { of: 0, held: 0 },
    missing: [],
    loosened: [],
  };
  for (const vendor of vendorOperations(definition.name)) {
    const ours = definition.operations.find(({ name }) => name === vendor.name);
    count(coverage.operations, ours !== undefined);
    if (ours === undefined) coverage.missing.push(vendor.name);
    else if (ours.detail === "full") compareOperation(vendor, ours, definition.types, coverage);
  }
  return coverage;
}

function compareOperation(vendor: VendorOperation, ours: Operation, types: Types, coverage: Coverage): void {
  for (const { wire, place, required, shape } of vendor.parameters) {
    const at = `${ours.name} ${place} ${wire}`;
    const fixed = isFixed(ours.http, { in: place, wire } as Parameter);
    const parameter = ours.parameters.find((candidate) => sameParameter(candidate, wire, place));
    count(coverage.parameters, fixed || parameter !== undefined);
    if (fixed) continue;
    if (parameter === undefined) coverage.missing.push(at);
    else {
      if (required) hold(coverage, parameter.required, `${at}: required`);
      compareShape(shape, present(parameter.type), types, at, coverage, []);
    }
  }
  if (!vendor.hasFaults) return;
  const unnamed = vendor.faults.filter((code) => !ours.faults.some((fault) => fault.code === code));
  count(coverage.faults, ours.faults.length > 0 && unnamed.length === 0);
  if (ours.faults.length === 0) coverage.missing.push(`${ours.name}: faults`);
  coverage.missing.push(...unnamed.map((code) => `${ours.name}: fault ${code}`));
}

function sameParameter(parameter: Parameter, wire: string, place: string): boolean {
  if (place === "body") return parameter.in === "body";
  if (place === "field") return parameter.in === "field" && parameter.wire === wire;
  const trim = (text: string) => text.toLowerCase().replace(/-$/, "");
  return (
    trim(parameter.wire) === trim(wire) &&
    parameter.in.replace("headers", "header") === place.replace("headers", "header")
  );
}

function compareShape(
  vendor: VendorShape,
  declared: Type,
  types: Types,
  at: string,
  coverage: Coverage,
  onTheWay: readonly Type[],
): void {
  const ours = resolve(present(declared), types);
  if (onTheWay.includes(ours)) return;
  const way = [...onTheWay, ours];
  if (ours.kind === "union") {
    for (const alternative of ours.of) compareShape(vendor, alternative, types, at, coverage, way);
    return;
  }
  compareBounds(vendor, ours, at, coverage);
  if (vendor.values !== undefined) {
    const allowed = new Set(vendor.values);
    const held = ours.kind === "string" && (ours.oneOf?.every((value) => allowed.has(value)) ?? false);
    hold(coverage, held, `${at}: one of ${vendor.values.join(", ")}`);
  }
  if (vendor.pattern !== undefined) {
    hold(
      coverage,
      ours.kind === "string" && keepsPattern(ours, vendor.pattern),
      `${at}: pattern ${vendor.pattern}`,
    );
  }
  if (vendor.members !== undefined) compareMembers(vendor.members, ours, types, at, coverage, way);
  if (vendor.items !== undefined) {
    const items = ours.kind === "array" ? ours.items : ours.kind === "object" ? ours.rest : undefined;
    if (items === undefined) coverage.missing.push(`${at}: items`);
    else compareShape(vendor.items(), items, types, `${at}[]`, coverage, way);
  }
}

function compareMembers(
  members: NonNullable<VendorShape["members"]>,
  ours: Type,
  types: Types,
  at: string,
  coverage: Coverage,
  way: readonly Type[],
): void {
  for (const [name, member] of Object.entries(members)) {
    const field = ours.kind === "object" ? fieldNamed(ours.fields, name) : undefined;
    count(coverage.members, field !== undefined);
    if (field === undefined) {
      coverage.missing.push(`${at}.${name}`);
      continue;
    }
    if (member.required) hold(coverage, field.kind !== "optional", `${at}.${name}: required`);
    compareShape(member.shape(), present(field), types, `${at}.${name}`, coverage, way);
  }
}

function fieldNamed(fields: Readonly<Record<string, Type>>, name: string): Type | undefined {
  return (
    fields[name] ?? Object.values(fields).find((field) => field.wire === name || present(field).wire === name)
  );
}

function compareBounds(vendor: VendorShape, ours: Type, at: string, coverage: Coverage): void {
  const { min, max } = boundsOf(ours);
  // No length is below zero.
  if (vendor.min !== undefined && !(vendor.kind !== "number" && vendor.min === 0)) {
    hold(coverage, min !== undefined && min >= vendor.min, `${at}: at least ${vendor.min}`);
  }
  if (vendor.max !== undefined) {
    hold(coverage, max !== undefined && max <= vendor.max, `${at}: at most ${vendor.max}`);
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

function count(share: Share, held: boolean): void {
  share.of++;
  if (held) share.held++;
}

function hold(coverage: Coverage, held: boolean, what: string): void {
  count(coverage.constraints, held);
  if (!held) coverage.loosened.push(what);
}
