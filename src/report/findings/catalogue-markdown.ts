import { interfaceOf, type ServiceName, serviceNames } from "../../clouds/index.ts";
import {
  type CataloguedEmulator,
  type Finding,
  type FindingsCatalogue,
  fateOf,
  fateWords,
  isAnyAnswerRight,
  isNeverAnswered,
  neverAnswered,
  outcomeText,
} from "../../fidelity/index.ts";
import { counted } from "../text/layout.ts";
import { code, literal, markdownTable } from "./markdown.ts";
import { causeKinds, causes, impacts, remarksOn, stepLines } from "./words.ts";

/** A catalogue for readers: for each emulator tables of what differs, how badly and why, then every finding. */
export function catalogueMarkdown(catalogue: FindingsCatalogue): string {
  const sections = [...catalogue].flatMap(([label, known]) => emulatorLines(label, known));
  const nothing = catalogue.size === 0 ? ["Nothing was measured yet.", ""] : [];
  return ["# Where emulators differ", "", ...nothing, ...sections].join("\n");
}

function emulatorLines(label: string, known: CataloguedEmulator): string[] {
  const services = serviceNames.filter((service) => isTold(service, known));
  const findings = services.flatMap((service) => findingsOf(service, known));
  return [
    `## ${literal(label)}`,
    "",
    ...referenceLines(known),
    ...operationTable(services, known),
    "",
    ...(findings.length === 0
      ? []
      : [
          ...impactTable(services, known),
          "",
          ...causeTables(services, known),
          "",
          ...findings.flatMap(findingLines),
        ]),
  ];
}

function isTold(service: ServiceName, { operations, findings }: CataloguedEmulator): boolean {
  const isMeasured = Object.keys(operations).some((name) => name.startsWith(`${service} `));
  return isMeasured || findings.some((finding) => finding.service === service);
}

function findingsOf(service: ServiceName, { findings }: CataloguedEmulator): readonly Finding[] {
  return findings.filter((finding) => finding.service === service).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What was found to differ was measured as well, though the two sides may never have performed it both. */
function referenceLines({ references, findings }: CataloguedEmulator): string[] {
  const told = Object.entries(references).map(([label, measured]) => {
    const found = findings.filter(({ reference }) => reference.label === label);
    const all = new Set([...measured, ...found.map(({ service, operation }) => `${service} ${operation}`)]);
    return `${literal(label)} (${counted(all.size, "operation")})`;
  });
  return told.length === 0 ? [] : [`Measured against ${told.join(", ")}.`, ""];
}

interface Row {
  readonly total: number;
  readonly measured: number;
  readonly discrepant: number;
  readonly claimed: number;
}

/** Discrepant operations of each service, as the paper's table III has them. */
function operationTable(services: readonly ServiceName[], known: CataloguedEmulator): string[] {
  const rows = services.map((service) => ({ service, ...countsOf(service, known) }));
  const sum = (pick: (row: Row) => number) => rows.reduce((all, row) => all + pick(row), 0);
  const cells = ({ total, measured, discrepant, claimed }: Row) => [
    String(total),
    String(measured),
    `${discrepant}${share(discrepant, total)}`,
    String(claimed),
  ];
  const all: Row = {
    total: sum(({ total }) => total),
    measured: sum(({ measured }) => measured),
    discrepant: sum(({ discrepant }) => discrepant),
    claimed: sum(({ claimed }) => claimed),
  };
  return markdownTable(
    ["service", "operations", "measured", "discrepant", "of these claimed by its documents"],
    [
      ...rows.map((row) => [interfaceOf(row.service).title, ...cells(row)]),
      ...(rows.length > 1 ? [["**total**", ...cells(all)]] : []),
    ],
  );
}

function countsOf(service: ServiceName, known: CataloguedEmulator): Row {
  const own = Object.entries(known.operations).filter(([name]) => name.split(" ")[0] === service);
  const claimed = findingsOf(service, known).filter((finding) => finding.claimed === true);
  return {
    total: interfaceOf(service).operations.length,
    measured: own.length,
    discrepant: own.filter(([, verdict]) => verdict === "differs").length,
    claimed: new Set(claimed.map(({ operation }) => operation)).size,
  };
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : ` (${Math.round((part / whole) * 100)}%)`;
}

/** Impacts, as the paper's table IV has them. */
function impactTable(services: readonly ServiceName[], known: CataloguedEmulator): string[] {
  const count = (service: ServiceName, impact: string) =>
    findingsOf(service, known).filter((finding) => finding.impact === impact).length;
  const rows = Object.entries(impacts).map(([impact, text]) => {
    const counts = services.map((service) => count(service, impact));
    return [text, ...counts.map(String), String(counts.reduce((all, one) => all + one, 0))];
  });
  return markdownTable(["impact", ...services, "total"], rows);
}

const mostExamples = 3;

/** Root causes by service, as the paper's table VI has them; then each cause with examples. */
function causeTables(services: readonly ServiceName[], known: CataloguedEmulator): string[] {
  const byService = services.map((service) => {
    const findings = findingsOf(service, known);
    const counts = causeKinds.map(
      (kind) => findings.filter(({ rootCause }) => causes[rootCause].kind === kind).length,
    );
    return [interfaceOf(service).title, ...counts.map((count) => `${count}${share(count, findings.length)}`)];
  });
  const groups = Map.groupBy(
    services.flatMap((service) => findingsOf(service, known)),
    ({ rootCause }) => rootCause,
  );
  const byCause = [...groups]
    .toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([cause, group]) => [
      `${causes[cause].text} (${causes[cause].kind})`,
      String(group.length),
      group
        .slice(0, mostExamples)
        .map(({ id }) => code(id))
        .join(", "),
    ]);
  return [
    ...markdownTable(["service", ...causeKinds], byService),
    "",
    ...markdownTable(["root cause", "findings", "examples"], byCause),
  ];
}

function findingLines(finding: Finding): string[] {
  const { id, emulator, reference, rootCause, evidence, lastWords = [] } = finding;
  // Where the interface alone tells, or nobody has answered, nothing stands there beside it.
  const isAlone = isNeverAnswered(finding) || isAnyAnswerRight(finding);
  const differences = isAlone ? [] : finding.differences;
  return [
    `### ${literal(id)}`,
    "",
    `${happening(finding)}${isAlone ? "" : `; ${literal(reference.label)} answers ${code(outcomeText(reference))}`}.`,
    "",
    ...stepLines(finding, 200).map((line, at) => `${at + 1}. ${code(line)}`),
    "",
    `- impact: ${impacts[finding.impact]}; ${remarksOn(finding).map(literal).join("; ")}`,
    `- cause: ${causes[rootCause].text}: ${literal(evidence)}`,
    ...(isAlone ? [emulator] : [emulator, reference]).flatMap(({ label, message }) =>
      message === null || message === "" ? [] : [`- ${literal(label)} says: ${code(message)}`],
    ),
    ...(lastWords.length > 0 ? [`- last words: ${code(lastWords.join("\n"))}`] : []),
    ...differences.map(
      ({ place, emulator: here, reference: there }) =>
        `- ${code(place)}: ${shown(here)} here, ${shown(there)} there`,
    ),
    `- reproduce: ${code(`touchstone repro ${id}`)}`,
    "",
  ];
}

function happening(finding: Finding): string {
  const operation = code(finding.operation);
  const { label } = finding.emulator;
  const fate = fateOf(finding);
  if (fate !== undefined) return `${operation} ${fateWords[fate].present} ${literal(label)}`;
  const answered = `${operation} answers ${code(outcomeText(finding.emulator))}`;
  return isNeverAnswered(finding) ? `${answered}, ${neverAnswered}` : answered;
}

function shown(value: string | null): string {
  return value === null ? "nothing" : code(value);
}
