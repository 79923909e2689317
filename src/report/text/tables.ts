import { formatDollars } from "../../hybrid/index.ts";
import type { DiscrepancyRow, RunDocument } from "../run/document.ts";
import { counted, cut, oneLine, padEnd, padStart, table, wrap } from "./layout.ts";
import type { TextOptions } from "./text-report.ts";

const mostRows = 10;

/** Discrepant tests and results of the suite, as the paper's table V has them of projects. */
export function discrepancyLines(
  { discrepancies }: RunDocument,
  { paint, details, width }: TextOptions,
): string[] {
  const { total, files } = discrepancies;
  if (total.discrepantTests === 0 && !details) return [];
  const shown = details ? files : files.slice(0, mostRows);
  const row = ({ file, ...of }: DiscrepancyRow) => [
    cut(oneLine(file), Math.max(12, width - 55)),
    String(of.tests),
    String(of.discrepantTests),
    `${of.discrepantResults}${share(of.discrepantResults, of.cloudTests)}`,
    String(of.safetyViolations),
    String(of.falseAlarms),
  ];
  const head = [
    ["", "", "discrepant", "discrepant", "safety", "false"],
    ["", "tests", "tests", "results", "violations", "alarms"],
  ];
  const rows = [
    ...(files.length > 1 ? shown.map(row) : []),
    row({ ...total, file: files.length > 1 ? "all" : "suite" }),
  ];
  const rest = files.length - shown.length;
  return [
    "",
    paint.bold("Where emulator and cloud do not agree"),
    ...table([...head, ...rows], { indent: 2 }),
    ...(rest === 0 ? [] : [`  ${counted(rest, "more file")}: --details shows all`]),
  ];
}

function share(part: number, whole: number): string {
  return whole === 0 ? "" : ` (${Math.round((part / whole) * 100)}%)`;
}

const mostOperations = 15;

/** Operations by popularity with discrepant ones marked, as the paper's figure 2 has them. */
export function operationLines(
  { operations }: RunDocument,
  { paint, details, width }: TextOptions,
): string[] {
  const isTold = operations.some(({ isDiscrepant }) => isDiscrepant) || (details && operations.length > 0);
  if (!isTold) return [];
  const shown = details
    ? operations
    : operations
        .filter(({ isDiscrepant }, at) => at < mostOperations || isDiscrepant)
        .slice(0, 2 * mostOperations);
  const most = Math.max(...operations.map(({ tests }) => tests));
  const left = Math.min(44, Math.max(...shown.map(({ operation }) => operation.length)));
  const digits = String(most).length;
  const room = Math.min(30, width - left - digits - 8);
  const rest = operations.length - shown.length;
  return [
    "",
    paint.bold("Operations by the number of tests that use them"),
    ...shown.map(({ operation, tests, isDiscrepant, known }) => {
      const bar = "█".repeat(Math.max(1, Math.round((tests / most) * room)));
      const sign = isDiscrepant ? "✗" : known === "not measured" ? "?" : " ";
      const line = `${padEnd(cut(operation, left), left)} ${padStart(String(tests), digits)} ${bar}`;
      return `  ${isDiscrepant ? paint.red(`${sign} ${line}`) : `${sign} ${line}`}`;
    }),
    ...(rest === 0 ? [] : [`    ${counted(rest, "more operation")}: --details shows all`]),
    `  ${paint.dim("✗ differs from the cloud   ? not measured against the cloud, on this emulator")}`,
  ];
}

/** How many discrepant tests vanish once the first operations are mended. */
export function fixLines({ fixNext, discrepancies }: RunDocument, { paint, details }: TextOptions): string[] {
  if (fixNext.length === 0) return [];
  const shown = details ? fixNext : fixNext.slice(0, 5);
  const { discrepantTests, discrepantResults } = discrepancies.total;
  const rows = shown.map(({ operation, discrepantTestsLeft, discrepantResultsLeft }, at) => [
    `${at + 1}. ${operation}`,
    `${discrepantTests} → ${discrepantTestsLeft}`,
    `${discrepantResults} → ${discrepantResultsLeft}`,
  ]);
  const rest = fixNext.length - shown.length;
  return [
    "",
    paint.bold("Fix next"),
    ...table([["  with these mended", "tests", "results"], ...rows], { indent: 2 }),
    ...(rest === 0 ? [] : [`  ${counted(rest, "more operation")}: --details shows all`]),
  ];
}

/** What was spent and saved; with details by line of the price list. */
export function costLines(document: RunDocument, { paint, details, width }: TextOptions): string[] {
  const { all, sent, lines } = document.cost;
  if (all.requests === 0 && sent.requests === 0) return [];
  const [first = "", ...more] = wrap(costText(document), width - 13);
  const rows = lines.map(({ service, line, all: whole, sent: part }) => [
    `${service} ${line}`,
    whole.units.toLocaleString("en-US"),
    formatDollars(whole.dollars),
    part.units.toLocaleString("en-US"),
    formatDollars(part.dollars),
  ]);
  const head = ["", "all units", "all", "sent units", "sent"];
  return [
    "",
    `  ${padEnd(paint.dim("cost"), 11)}${first}`,
    ...more.map((line) => " ".repeat(13) + line),
    ...(details && rows.length > 0 ? table([head, ...rows], { indent: 2 }) : []),
  ];
}

/** Requests and money that were sent, or would be, of all; and what that saves. */
export function costText({ cost, dryRun }: RunDocument): string {
  const { all, sent, unsent, saved } = cost;
  const counts = dryRun ? unsent : sent;
  const money = `${formatDollars(counts.dollars)} of ${formatDollars(all.dollars)}`;
  const requests = `${counts.requests.toLocaleString("en-US")} of ${counted(all.requests, "request")}`;
  return [
    `${requests} ${dryRun ? "would be" : ""} sent to the cloud, ${money}`.replace("  ", " "),
    ...(dryRun || unsent.requests === 0
      ? []
      : [`${unsent.requests.toLocaleString("en-US")} more should have been`]),
    `${saved.percent.toFixed(1)}% of the requests saved`,
    ...(all.unpriced === 0 ? [] : [`${counted(all.unpriced, "request")} of unknown price`]),
  ].join(" · ");
}
