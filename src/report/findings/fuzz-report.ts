import { type FuzzResult, type RecordedRun, writtenValue } from "../../fidelity/index.ts";
import { counted, cut, wrap } from "../text/layout.ts";
import type { Paint } from "../text/paint.ts";
import { coverageTable } from "./coverage-table.ts";
import { findingsText } from "./findings-text.ts";

export interface FuzzReportOptions {
  readonly paint: Paint;
  readonly width: number;
  readonly hasCoverage: boolean;
}

/** What a run has to tell; one that was interrupted, of what it had come to by then. */
export type ToldRun = (FuzzResult | RecordedRun) & { readonly interrupted?: boolean };

/** What a fuzzing run has done and found, for people. */
export function fuzzReport(result: ToldRun, options: FuzzReportOptions): string {
  const { operations, calls, seconds } = result;
  const { paint, width, hasCoverage } = options;
  const asides = asidesOf(result);
  const isGenerated = "seed" in result;
  const seed = isGenerated ? ` · seed ${result.seed}` : "";
  return [
    `${result.service}: ${result.emulator} against ${result.reference}${seed}`,
    `${counted(calls, isGenerated ? "call" : "exchange")} in ${seconds.toFixed(1)} s · ${operations.reached} of ${operations.total} operations reached`,
    ...(isStandIn(result.reference) ? [paint.dim(standIn)] : []),
    ...endedEarly(result),
    ...unanswered(result, width),
    ...(asides.length > 0 ? [paint.dim(asides.join(" · "))] : []),
    ...(isGenerated && operations.unreached.length > 0
      ? wrap(`not reached: ${operations.unreached.join(", ")}`, width)
      : []),
    "",
    ...(hasCoverage ? [...coverageTable(result.coverage, options), ""] : []),
    ...conclusion(result, options),
  ].join("\n");
}

/** That nothing was found is good news only of a run that came to its end. */
function conclusion(result: ToldRun, options: FuzzReportOptions): readonly string[] {
  const { paint } = options;
  const findings = [...result.findings, ...result.timeDependent];
  if (showsNothing(result)) {
    return [`${paint.red("✗")} nothing was measured: no call succeeded on both sides`, ...mostOften(result)];
  }
  if (findings.length > 0 || whyEarly(result) === undefined) {
    return [...findingsText(findings, { ...options, details: false }), ...noneAgrees(result, options)];
  }
  const sign = "lost" in result ? paint.red("✗") : paint.yellow("!");
  return [`${sign} no finding before the run ended early`];
}

/** Whether a run that generated calls has found nothing only because nothing was done. */
export function showsNothing(result: FuzzResult | RecordedRun): boolean {
  const { findings, timeDependent } = result;
  return "seed" in result && findings.length + timeDependent.length + result.operations.succeeded === 0;
}

/** That nothing was found says little of operations that were hardly called, or whose differences were not explained. */
function noneAgrees(result: ToldRun, { paint, width }: FuzzReportOptions): readonly string[] {
  if (!("seed" in result) || result.measured.length > 0) return [];
  const remark = "no operation is known to agree: each needs calls in three ways, and no doubt left";
  return wrap(remark, width).map(paint.dim);
}

/** How most calls have ended on the emulator: where nothing succeeds, that is mostly why. */
function mostOften({ coverage }: ToldRun): readonly string[] {
  const times = new Map<string, number>();
  for (const ends of coverage.values())
    for (const [end, count] of ends) times.set(end, (times.get(end) ?? 0) + count);
  const [most] = [...times].toSorted(([, a], [, b]) => b - a);
  if (most === undefined) return [];
  const [end, count] = most;
  const hint = isAboutKeys.test(end) ? "; check that the key is the target's" : "";
  return [`  most calls ended with ${end} (${counted(count, "time")})${hint}`];
}

/** Amazon's JSON services say it in the code alone. */
const isAboutKeys = /^40[13]\b|UnrecognizedClient|InvalidSignature|IncompleteSignature/;

const standIn =
  "stand-in recording: not every exchange was with a cloud, so it does not tell what the cloud answers";

function isStandIn(reference: string): boolean {
  return reference.startsWith("stand-in ");
}

/** What kept a run from its end. */
function whyEarly(result: ToldRun): string | undefined {
  if (result.interrupted) return "interrupted";
  if (!("seed" in result)) return undefined;
  return result.lost ?? result.spent ?? (result.unexamined > 0 ? "the time of --budget is over" : undefined);
}

function endedEarly(result: ToldRun): string[] {
  const why = whyEarly(result);
  if (why === undefined) return [];
  const unexamined = "seed" in result ? result.unexamined : 0;
  const rest = unexamined === 0 ? "" : ` · ${counted(unexamined, "difference")} not examined`;
  return [`ended early: ${why}${rest}`];
}

/** What may have ended a target that is lost, each cut to the width. */
function unanswered(result: ToldRun, width: number): string[] {
  const calls = "underWay" in result ? (result.underWay ?? []) : [];
  return calls.map(({ operation, caller, input }) => {
    const who = caller === "owner" ? "" : ` (${caller})`;
    return cut(`  unanswered: ${operation}${who} ${JSON.stringify(writtenValue(input))}`, width);
  });
}

function ends(who: string, how: "crashed" | "hung", count: number): string[] {
  return count === 0 ? [] : [`the ${who} ${how} ${count === 1 ? "once" : `${count} times`}`];
}

function asidesOf(result: FuzzResult | RecordedRun): string[] {
  const { crashes, unconfirmed } = result;
  const own =
    "seed" in result
      ? [
          `${counted(result.masked, "call")} not sent${result.masked > 0 ? " (the SDK refuses them, or they would change what this run has not made)" : ""}`,
          ...(result.retries > 0 ? [`${result.retries} sent again by the SDK`] : []),
        ]
      : result.skipped > 0
        ? [`${result.skipped} skipped`]
        : [];
  return [
    ...own,
    ...ends("emulator", "crashed", crashes),
    ...("hangs" in result ? ends("emulator", "hung", result.hangs) : []),
    ...("referenceCrashes" in result ? ends("reference", "crashed", result.referenceCrashes) : []),
    ...("referenceHangs" in result ? ends("reference", "hung", result.referenceHangs) : []),
    ...(unconfirmed > 0 ? [`${counted(unconfirmed, "difference")} that did not show again`] : []),
  ];
}
