import { type Interface, isFixed, type Operation, type Parameter, present } from "../../src/model/index.ts";
import { deviations } from "./deviations.ts";
import { type Comparison, compareShape } from "./shapes.ts";
import { type VendorOperation, vendorOperations } from "./vendor.ts";

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
  /** Values whose kind is the vendor's: text, numbers, lists and so on. */
  readonly kinds: Share;
  readonly constraints: Share;
  /** Operations for which the vendor documents faults, and those of them for which ours are the vendor's. */
  readonly faults: Share;
  readonly missing: string[];
  readonly loosened: string[];
  /** Deviations that were met. */
  readonly explained: Set<string>;
}

export function grammarCoverage(definition: Interface): Coverage {
  const coverage: Coverage = {
    service: definition.name,
    operations: { of: 0, held: 0 },
    parameters: { of: 0, held: 0 },
    members: { of: 0, held: 0 },
    kinds: { of: 0, held: 0 },
    constraints: { of: 0, held: 0 },
    faults: { of: 0, held: 0 },
    missing: [],
    loosened: [],
    explained: new Set(),
  };
  for (const vendor of vendorOperations(definition.name)) {
    const ours = definition.operations.find(({ name }) => name === vendor.name);
    count(coverage.operations, ours !== undefined);
    if (ours === undefined) coverage.missing.push(vendor.name);
    else if (ours.detail === "full") compareOperation(vendor, ours, definition, coverage);
  }
  return coverage;
}

function compareOperation(
  vendor: VendorOperation,
  ours: Operation,
  { types }: Interface,
  coverage: Coverage,
): void {
  const left = new Map<string, Set<string>>();
  const constraint = (held: boolean, what: string) => judge(coverage.constraints, held, what, coverage);
  const comparison: Comparison = {
    types,
    member: (held, what) => note(coverage.members, coverage.missing, held, what),
    kind: (held, what) => judge(coverage.kinds, held, what, coverage),
    constraint,
    values(at, all, own) {
      const missing = left.get(at) ?? new Set(all);
      left.set(at, missing.difference(new Set(own)));
    },
  };
  for (const { wire, place, required, shape } of vendor.parameters) {
    const at = `${ours.name} ${place} ${wire}`;
    if (isFixed(ours.http, { in: place, wire } as Parameter)) {
      count(coverage.parameters, true);
      continue;
    }
    const parameter = ours.parameters.find((candidate) => sameParameter(candidate, wire, place));
    note(coverage.parameters, coverage.missing, parameter !== undefined, at);
    if (parameter === undefined) continue;
    if (required) comparison.constraint(parameter.required, `${at}: required`);
    compareShape(shape, present(parameter.type), at, comparison);
  }
  for (const [at, missing] of left) {
    constraint(missing.size === 0, `${at}: also ${[...missing].join(", ")}`);
  }
  if (!vendor.hasFaults) return;
  const wrong = faultsAmiss(vendor, ours).filter((what) => !isExplained(what, coverage));
  count(coverage.faults, wrong.length === 0);
  coverage.missing.push(...wrong);
}

/** Faults that the vendor names and we do not, or not so; those of ours that the vendor does not know. */
function faultsAmiss({ faults, codes }: VendorOperation, ours: Operation): string[] {
  const unnamed = faults.filter(
    ({ code, status }) =>
      !ours.faults.some((fault) => fault.code === code && (status ?? fault.status) === fault.status),
  );
  const unknown = ours.faults.filter(({ code }) => codes?.has(code) === false);
  return [
    ...(ours.faults.length === 0 ? [`${ours.name}: faults`] : []),
    ...unnamed.map(({ code, status }) => `${ours.name}: fault ${status ?? ""} ${code}`),
    ...unknown.map(({ code }) => `${ours.name}: no fault ${code}`),
  ];
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

function count(share: Share, held: boolean): void {
  share.of++;
  if (held) share.held++;
}

function note(share: Share, list: string[], held: boolean, what: string): void {
  count(share, held);
  if (!held) list.push(what);
}

/** Counts as held what holds, and what deviates on purpose. */
function judge(share: Share, held: boolean, what: string, coverage: Coverage): void {
  note(share, coverage.loosened, held || isExplained(what, coverage), what);
}

function isExplained(what: string, { service, explained }: Coverage): boolean {
  const found = deviations.find((deviation) => deviation.service === service && deviation.what.test(what));
  if (found !== undefined) explained.add(found.why);
  return found !== undefined;
}
