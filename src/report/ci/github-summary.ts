import { stripVTControlCharacters } from "node:util";
import type { RunDocument, TestDocument } from "../run/document.ts";
import { brokenParts } from "../run/outcome.ts";
import { decisionLines } from "../text/decisions.ts";
import { kinds, messageOf, sideBySide } from "../text/judgements.ts";
import { plain } from "../text/paint.ts";
import { costText } from "../text/tables.ts";
import { stateOf } from "../text/text-report.ts";

const mostTests = 50;

/** A hybrid run as Markdown for the page of a job. */
export function githubSummary(document: RunDocument): string {
  const [title = "", ...believable] = decisionLines(document, {
    paint: plain,
    width: 10_000,
    details: false,
  });
  return [
    `## ${signs[stateOf(document)]} Touchstone: ${escaped(title)}`,
    "",
    ...believable.map((line) => `- ${escaped(line.trim().replace(/ {2,}/, ": "))}`),
    `- cost: ${escaped(costText(document))}`,
    "",
    ...brokenSections(document),
    ...testParts(document),
    ...discrepancyTable(document),
    ...operationTable(document),
    ...fixTable(document),
    "",
  ].join("\n");
}

const signs = { failed: "❌", undecided: "⚠️", passed: "✅" } as const;

function brokenSections(document: RunDocument): string[] {
  return brokenParts(document).flatMap(({ file, message }) => [
    `### ❌ ${code(file)}`,
    "",
    ...fenced(message),
    "",
  ]);
}

function testParts({ tests }: RunDocument): string[] {
  const meant = Object.values(kinds).flatMap((kind) =>
    tests
      .filter((test) => kind.isMeant(test))
      .map((test) => ({ test, says: kind.says(test), sign: kind.sign })),
  );
  const rest = meant.length - mostTests;
  return [
    ...meant.slice(0, mostTests).flatMap(({ test, says, sign }) => onTest(test, says, sign)),
    ...(rest > 0 ? [`${rest} more tests need a look: see the report.`, ""] : []),
  ];
}

function onTest(test: TestDocument, says: string, sign: "✗" | "!"): string[] {
  const message = messageOf(test);
  const table = sideBySide(test.differences ?? [], { paint: plain, width: 120, indent: 0, most: 10 });
  return [
    `### ${sign === "✗" ? "❌" : "⚠️"} ${code(test.id)}`,
    "",
    `${escaped(says)}.`,
    ...(test.cause === undefined ? [] : [`Cause: ${escaped(test.cause)}.`]),
    "",
    ...(table.length === 0 ? [] : [...fenced(table.join("\n")), ""]),
    ...(message === undefined ? [] : [...fenced(stripVTControlCharacters(message).slice(0, 2000)), ""]),
    ...(test.reproduce === undefined ? [] : [...fenced(test.reproduce, "sh"), ""]),
  ];
}

function discrepancyTable({ discrepancies }: RunDocument): string[] {
  const { total, files } = discrepancies;
  if (total.discrepantTests === 0) return [];
  const rows = [...files.slice(0, mostTests), { ...total, file: "all" }];
  return [
    "### Where emulator and cloud do not agree",
    "",
    "| | tests | discrepant tests | discrepant results | safety violations | false alarms |",
    "|---|--:|--:|--:|--:|--:|",
    ...rows.map(
      (row) =>
        `| ${code(row.file)} | ${row.tests} | ${row.discrepantTests} | ${row.discrepantResults} | ${row.safetyViolations} | ${row.falseAlarms} |`,
    ),
    "",
  ];
}

function operationTable({ operations }: RunDocument): string[] {
  const discrepant = operations.filter(({ isDiscrepant }) => isDiscrepant);
  if (discrepant.length === 0) return [];
  return [
    "| discrepant operation | tests that use it | known |",
    "|---|--:|---|",
    ...discrepant.map(({ operation, tests, known }) => `| ${code(operation)} | ${tests} | ${known} |`),
    "",
  ];
}

function fixTable({ fixNext }: RunDocument): string[] {
  if (fixNext.length === 0) return [];
  return [
    "| fix next | discrepant tests left | discrepant results left |",
    "|---|--:|--:|",
    ...fixNext
      .slice(0, 5)
      .map((fix) => `| ${code(fix.operation)} | ${fix.discrepantTestsLeft} | ${fix.discrepantResultsLeft} |`),
    "",
  ];
}

/** A text that is only itself, whatever it holds. */
function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replace(/[\\`*_[\]#|~!]/g, "\\$&")
    .replace(/\s*\r?\n\s*/g, " ");
}

/** Of HTML, since a code span of Markdown cannot hold every text, and none can in a table. */
function code(text: string): string {
  const kept = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("|", "&#124;");
  return `<code>${kept.replace(/[\\`*_[\]~]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\s+/g, " ")}</code>`;
}

/** A block whose fence is longer than any in it. */
function fenced(text: string, language = ""): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [`${fence}${language}`, text.trimEnd(), fence];
}
