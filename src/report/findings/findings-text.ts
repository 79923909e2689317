import type { Finding, Impact } from "../../fidelity/index.ts";
import { counted, cut, oneLine, padEnd, widthOf } from "../text/layout.ts";
import type { Paint } from "../text/paint.ts";
import { causes, impacts, outcomePair, remarksOn, stepLines } from "./words.ts";

export interface FindingsTextOptions {
  readonly paint: Paint;
  /** Columns of the terminal; where there is none, no end of them. */
  readonly width: number;
  /** Also the calls, the evidence and how to see it again. */
  readonly details: boolean;
}

/** Findings for people, by their impact; what depends on time stands apart. */
export function findingsText(findings: readonly Finding[], options: FindingsTextOptions): readonly string[] {
  const { paint } = options;
  if (findings.length === 0) return [`${paint.green("✓")} no finding`];
  const sure = findings.filter(({ dependsOnTime }) => dependsOnTime === undefined);
  const unsure = findings.filter(({ dependsOnTime }) => dependsOnTime !== undefined);
  const groups = (Object.keys(impacts) as Impact[]).map(
    (impact) => [impacts[impact], sure.filter((finding) => finding.impact === impact)] as const,
  );
  return [
    ...groups.flatMap(([title, group]) => groupLines(title, group, options)),
    ...groupLines("depends on time", unsure, options),
    `${paint.red("✗")} ${counted(findings.length, "finding")} · touchstone repro ID shows one again`,
  ];
}

function groupLines(title: string, findings: readonly Finding[], options: FindingsTextOptions): string[] {
  if (findings.length === 0) return [];
  const { paint, details } = options;
  const ordered = findings.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const head = paint.bold(`${title} (${findings.length})`);
  const rows = shortRows(ordered, options);
  if (!details) return [head, ...rows, ""];
  return [head, ...rows.flatMap((row, at) => [row, ...detailLines(ordered[at], options)]), ""];
}

/** The id names the operation. A pair of answers that is too long for its column moves only the cause behind it. */
function shortRows(findings: readonly Finding[], { width }: FindingsTextOptions): string[] {
  const told = findings.map(({ rootCause }) => causes[rootCause].text);
  const longestId = longestOf(findings.map(({ id }) => id));
  const room = Math.max(20, width - longestId - longestOf(told) - 6);
  const pairs = findings.map((finding) => outcomePair(finding, room));
  const column = Math.min(room, longestOf(pairs));
  return findings.map(
    ({ id }, at) => `  ${padEnd(id, longestId)}  ${padEnd(pairs[at] ?? "", column)}  ${told[at]}`,
  );
}

function longestOf(texts: readonly string[]): number {
  return Math.max(...texts.map(widthOf));
}

function detailLines(finding: Finding | undefined, { paint, width }: FindingsTextOptions): string[] {
  if (finding === undefined) return [];
  const said = [finding.evidence, ...remarksOn(finding)].map((line) => cut(oneLine(line), width - 6));
  return [
    ...stepLines(finding, width - 6).map((line) => `      ${line}`),
    ...said.map((line) => paint.dim(`      ${line}`)),
  ];
}
