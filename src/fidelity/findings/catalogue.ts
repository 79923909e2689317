import { resolve } from "node:path";
import { z } from "zod";
import type { ServiceName } from "../../clouds/index.ts";
import { printable, TouchstoneError } from "../../model/index.ts";
import type { Outcome } from "../pair/performed.ts";
import { changeText, readText } from "./catalogue-file.ts";
import type { Finding } from "./finding.ts";
import { equalOutcomes } from "./identity.ts";
import { better, readFinding, type WrittenFinding, writeFinding, writtenFinding } from "./written-finding.ts";

/** What a fuzzing run has to say. */
export interface FuzzedRun {
  readonly service: ServiceName;
  /** `azurite 3.21.0`. */
  readonly emulator: string;
  readonly reference: string;
  /**
   * The operations that both sides have performed, and of which no difference is left that is no finding; of generated calls those that
   * were called in several ways.
   */
  readonly measured: readonly string[];
  readonly findings: readonly Finding[];
}

/** What is known of one emulator in one version. */
export interface CataloguedEmulator {
  /** By service and operation: `azure-blob Blob_Download`. */
  readonly operations: Readonly<Record<string, "agrees" | "differs">>;
  /** Which operations were measured against which reference. */
  readonly references: Readonly<Record<string, readonly string[]>>;
  readonly findings: readonly Finding[];
}

/** A catalogue's content, by the emulators' labels. */
export type FindingsCatalogue = ReadonlyMap<string, CataloguedEmulator>;

/** Where a catalogue is, unless the config says otherwise. */
const defaultCatalogue = "touchstone-catalogue.json";

export function catalogueFile(
  { catalogue }: { readonly catalogue?: string | undefined },
  cwd: string,
): string {
  return resolve(cwd, catalogue ?? defaultCatalogue);
}

const emulatorShape = z.looseObject({
  operations: z.record(z.string(), z.enum(["agrees", "differs"])),
  references: z.record(z.string(), z.array(z.string())).optional(),
  findings: z.record(z.string(), writtenFinding).optional(),
});

/** The file: see docs/reference/catalogue.md. What else stands in it is left as it is. */
const fileShape = z.looseObject({
  touchstone: z.literal("catalogue"),
  version: z.literal(1),
  emulators: z.record(z.string(), emulatorShape),
});

type CatalogueData = z.output<typeof fileShape>;
type EmulatorData = z.output<typeof emulatorShape>;

/** Reads a catalogue; where there is no file, nothing has been measured yet. */
export async function openCatalogue(file: string): Promise<FindingsCatalogue> {
  const { emulators } = parsed(readText(file), file);
  return new Map(
    Object.entries(emulators).map(([label, { operations, references = {}, findings = {} }]) => [
      label,
      {
        operations,
        references,
        findings: Object.entries(findings).map(([id, written]) => readFinding(id, label, written)),
      },
    ]),
  );
}

/** All findings of a catalogue, of all emulators. */
export async function readFindings(file: string): Promise<readonly Finding[]> {
  return [...(await openCatalogue(file)).values()].flatMap(({ findings }) => findings);
}

/** Adds to a catalogue's file what is found while a run goes on: whatever becomes of the run, it is not lost. */
export function recordFinding(file: string, finding: Finding): void {
  const { service, emulator, reference } = finding;
  const found = { service, emulator: emulator.label, reference: reference.label };
  addRun(file, { ...found, measured: [], findings: [finding] });
}

/**
 * Adds to a catalogue's file what a run has measured and found. Runs only add: what differs goes on doing so, since
 * that something was not found again, or not with another reference, does not mend it.
 */
export async function recordRun(file: string, run: FuzzedRun): Promise<void> {
  addRun(file, run);
}

function addRun(file: string, run: FuzzedRun): void {
  changeText(file, (text) => {
    const data = parsed(text, file);
    const emulators = { ...data.emulators, [run.emulator]: merged(data.emulators[run.emulator], run) };
    return `${JSON.stringify({ ...data, emulators: sorted(emulators) }, null, 2)}\n`;
  });
}

const nothing: EmulatorData = { operations: {} };

function merged(before: EmulatorData = nothing, run: FuzzedRun): EmulatorData {
  const { references = {}, findings = {}, ...rest } = before;
  const named = (operation: string) => `${run.service} ${operation}`;
  const measured = new Set([...(references[run.reference] ?? []), ...run.measured.map(named)]);
  const operations = { ...before.operations };
  for (const operation of run.measured) operations[named(operation)] ??= "agrees";
  for (const { operation } of run.findings) operations[named(operation)] = "differs";
  return {
    ...rest,
    operations: sorted(operations),
    references: sorted({ ...references, [run.reference]: [...measured].toSorted() }),
    findings: sorted(withFindings(findings, run.findings)),
  };
}

function withFindings(
  known: Readonly<Record<string, WrittenFinding>>,
  found: readonly Finding[],
): Record<string, WrittenFinding> {
  const all = new Map(Object.entries(known));
  for (const finding of found) {
    const written = writeFinding(finding);
    const before = all.get(finding.id);
    all.set(finding.id, before === undefined ? written : better(before, written));
  }
  return Object.fromEntries(all);
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

function parsed(text: string | undefined, file: string): CatalogueData {
  if (text === undefined) return { touchstone: "catalogue", version: 1, emulators: {} };
  const document = fromJson(text, file);
  if (isNewer(document)) {
    throw new TouchstoneError("TS_CATALOGUE", `${file} was written by a newer Touchstone`, {
      hint: "Nothing was changed. Install the version that wrote it, or name another file.",
    });
  }
  const read = fileShape.safeParse(document);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw noCatalogue(file, `${issue?.path.join(".") || "it"}: ${issue?.message ?? "not understood"}`);
}

/** Whether a catalogue is of a later version of the format than this one. */
function isNewer(document: unknown): boolean {
  const { touchstone, version } = (document ?? {}) as Readonly<Record<string, unknown>>;
  return touchstone === "catalogue" && typeof version === "number" && version > 1;
}

function fromJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const isConflict = /^(<{7}|>{7})/m.test(text);
    throw noCatalogue(
      file,
      isConflict ? "it has an unsolved merge conflict" : printable((cause as Error).message),
    );
  }
}

function noCatalogue(file: string, why: string): TouchstoneError {
  return new TouchstoneError("TS_CATALOGUE", `${file} is no catalogue: ${why}`, {
    hint: "Nothing was changed. docs/reference/catalogue.md says how one looks.",
  });
}

/** The finding that tells of such a pair of answers of an operation, so that it can be cited. */
export function knownDifference(
  findings: readonly Finding[],
  service: ServiceName,
  operation: string,
  emulator: Outcome,
  reference: Outcome,
): Finding | undefined {
  return findings.find(
    (finding) =>
      finding.service === service &&
      finding.operation === operation &&
      equalOutcomes(finding.emulator, emulator) &&
      equalOutcomes(finding.reference, reference),
  );
}
