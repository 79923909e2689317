import { formatCost } from "../../hybrid/index.ts";
import type { RunDocument } from "../run/document.ts";
import { brokenParts } from "../run/outcome.ts";
import { auditLines, leftoverLines, waitingLines } from "./cloud-side.ts";
import { decisionLines } from "./decisions.ts";
import { judgementLines } from "./judgements.ts";
import { counted, cut, oneLine, quoted, table, wrap } from "./layout.ts";
import type { Paint } from "./paint.ts";
import { costLines, discrepancyLines, fixLines, operationLines } from "./tables.ts";

export interface TextOptions {
  readonly paint: Paint;
  /** Columns of the terminal. */
  readonly width: number;
  /** Everything, also what is as it should be. */
  readonly details: boolean;
}

/** A hybrid run for people: what makes the decisions believable, what needs a look, the tables, the cost, the end. */
export function textReport(document: RunDocument, options: TextOptions): readonly string[] {
  return [
    ...decisionLines(document, options),
    ...brokenLines(document, options),
    ...judgementLines(document, options),
    ...unsentLines(document, options),
    ...auditLines(document, options),
    ...discrepancyLines(document, options),
    ...operationLines(document, options),
    ...fixLines(document, options),
    ...everyDecision(document, options),
    ...costLines(document, options),
    ...leftoverLines(document, options),
    ...waitingLines(document, options),
    "",
    closingLine(document, options),
  ];
}

function brokenLines(document: RunDocument, { paint, width }: TextOptions): string[] {
  return brokenParts(document).flatMap(({ file, message }) => [
    "",
    `${paint.red("✗")} ${paint.bold(oneLine(file))}`,
    "  failed as a whole",
    ...quoted(message, { lines: 12, width, gutter: "  │ " }),
  ]);
}

const mostUnsent = 20;

const titles: Readonly<Partial<Record<RunDocument["access"], string>>> = {
  "dry run": "Would be sent to the cloud",
  deferred: "Put off",
};

/** Tests whose results do not count, though nothing better is there: with what sending them takes, and why they were not. */
function unsentLines({ tests, unsentBecause, access, unsent }: RunDocument, options: TextOptions): string[] {
  if (unsent === 0) return [];
  const dryRun = access === "dry run";
  const { paint, width, details } = options;
  const meant = tests.filter((test) => test.unsent !== undefined);
  const shown = details || dryRun ? meant : meant.slice(0, mostUnsent);
  const rest = meant.length - shown.length;
  const title = titles[access] ?? "Should have been sent to the cloud, and were not";
  return [
    "",
    paint.bold(title),
    ...(dryRun
      ? []
      : Object.entries(unsentBecause).flatMap(([why, count]) =>
          wrap(`${count}: ${why}`, width - 2).map((line) => `  ${line}`),
        )),
    ...shown.flatMap(({ id, cost, decision }) => [
      `  ${cut(oneLine(id), width - 2)}`,
      ...wrap(`${formatCost(cost)} · ${decision.reason}`, width - 4).map((line) => paint.dim(`    ${line}`)),
    ]),
    ...(rest === 0 ? [] : [`  ${counted(rest, "more test")}: --details shows all`]),
  ];
}

function everyDecision({ tests }: RunDocument, { paint, details, width }: TextOptions): string[] {
  if (!details || tests.length === 0) return [];
  const rows = tests.map(({ id, decision, verdict }) => [
    cut(oneLine(id), Math.max(20, width - 45)),
    decision.target,
    verdict ?? decision.kind,
  ]);
  return ["", paint.bold("Every decision"), ...table(rows, { indent: 2, left: 3 })];
}

function closingLine(document: RunDocument, { paint }: TextOptions): string {
  const { tests, outcomes, broken } = document;
  const { passed, failed, skipped, undecided } = outcomes;
  const parts = [
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(broken.length === 0 ? [] : [`${counted(broken.length, "file")} broken`]),
    ...(undecided === 0 ? [] : [`${undecided} without a result that counts`]),
    tests.length === 0
      ? isIdle(document)
        ? "nothing waits for the cloud"
        : "no test was run"
      : `${passed} passed`,
    ...(skipped === 0 ? [] : [`${skipped} skipped`]),
  ].join(" · ");
  const signs = { failed: paint.red("✗"), undecided: paint.yellow("!"), passed: paint.green("✓") };
  return `${signs[stateOf(document)]} ${parts}`;
}

function isIdle({ scope, tests }: RunDocument): boolean {
  return scope === "deferred" && tests.length === 0;
}

/** How a run ended, in a word. */
export function stateOf({
  tests,
  outcomes,
  broken,
  unexplainedExit,
  scope,
}: RunDocument): "passed" | "failed" | "undecided" {
  const isEmpty = tests.length === 0 && scope !== "deferred";
  const isFailed = outcomes.failed + broken.length > 0 || isEmpty || unexplainedExit !== null;
  if (isFailed) return "failed";
  return outcomes.undecided > 0 ? "undecided" : "passed";
}
