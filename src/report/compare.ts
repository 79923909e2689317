import type { ChangedTest, CompareResult } from "../fidelity/index.ts";
import { counted } from "./text/layout.ts";
import { toldAnswer } from "./told-answer.ts";

/** No test is told at greater length. */
const mostValues = 5;

/** What another target changes, for people. */
export function compareReport(result: CompareResult, a: string, b: string): string {
  const { tests, findings, safeList } = result;
  return [
    `${a} → ${b} · ${amountOf(result)} · ${result.seconds.toFixed(1)} s`,
    ...(result.recordings === 0 ? [] : [summaryOf(tests)]),
    ...(result.uncompared > 0
      ? [
          `! ${counted(result.uncompared, "exchange")} skipped: only one of the targets serves them, or they touch data that was there before`,
        ]
      : []),
    ...tests.changed.flatMap(testLines),
    ...findings.gone.map(({ id, operation }) => `- ${id} (${operation}) no longer shows on ${b}`),
    ...findings.appeared.map(({ id, operation }) => `✗ ${id} (${operation}) shows on ${b}`),
    ...(findings.stayed > 0 ? [`  ${counted(findings.stayed, "finding")} shown on both`] : []),
    ...(findings.unperformed > 0
      ? [`! ${counted(findings.unperformed, "finding")} could not be performed`]
      : []),
    ...(safeList.lapsing.length > 0
      ? [
          `! ${safeList.lapsing.length} of ${counted(safeList.entries, "safe-list entry", "safe-list entries")} not valid on ${b}`,
        ]
      : []),
    ...safeList.lapsing.map(
      ({ test, isChanged }) =>
        `    ${test}${isChanged === null ? " (in no trace)" : isChanged ? " (answered differently)" : " (answered the same)"}`,
    ),
  ].join("\n");
}

/** Where there are no traces, the findings alone are compared. */
function amountOf({ exchanges, recordings, findings }: CompareResult): string {
  if (recordings > 0) return `${counted(exchanges, "exchange")} of ${counted(recordings, "recording")}`;
  const { gone, appeared, stayed, absent, unperformed } = findings;
  return counted(gone.length + appeared.length + stayed + absent + unperformed, "finding");
}

function summaryOf({ compared, changed }: CompareResult["tests"]): string {
  if (compared === 0) return "! no test could be compared: every exchange was skipped";
  return changed.length === 0
    ? `✓ ${counted(compared, "test")}: all answered the same`
    : `✗ ${counted(changed.length, "test")} of ${compared} answered differently`;
}

function testLines({ test, answers, values }: ChangedTest): string[] {
  return [
    `  ${test}`,
    ...answers.map(
      ({ operation, index, a, b, recordedIs }) =>
        `    ${operation} #${index}  ${toldAnswer(a)} → ${toldAnswer(b)}  (${recorded[recordedIs]})`,
    ),
    ...values
      .slice(0, mostValues)
      .map(({ operation, place, a, b }) => `    ${operation} ${place}  ${clipped(a)} → ${clipped(b)}`),
    ...(values.length > mostValues ? [`    and ${values.length - mostValues} more values`] : []),
  ];
}

const recorded = {
  a: "the first as recorded",
  b: "the second as recorded",
  neither: "neither as recorded",
} as const;

function clipped(value: string | null): string {
  if (value === null) return "nothing";
  return value.length > 60 ? `${value.slice(0, 57)}…` : value;
}
