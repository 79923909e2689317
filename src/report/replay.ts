import type { AnswerOutcome, ReplayResult } from "../fidelity/index.ts";

/** What became of replayed recordings, for people. */
export function replayReport(result: ReplayResult, target: string): string {
  const { exchanges, recordings, matched, skipped, discrepancies, crashes } = result;
  const own = discrepancies.filter(({ following }) => following === undefined).length;
  return [
    `${counted(exchanges, "exchange")} of ${counted(recordings, "recording")} on ${target} · ${result.seconds.toFixed(1)} s`,
    `  ${amount(matched, exchanges)}  answered as recorded`,
    `  ${amount(skipped, exchanges)}  skipped`,
    ...Object.entries(result.skipReasons).map(
      ([reason, count]) => `          ${String(count).padStart(6)}  ${reason}`,
    ),
    `  ${amount(discrepancies.length, exchanges)}  answered otherwise${own < discrepancies.length ? `, ${discrepancies.length - own} of them after an earlier one in the same recording` : ""}`,
    ...result.groups.flatMap(groupLines),
    ...unrepeated(result),
    ...(crashes > 0
      ? [`! the emulator died ${crashes === 1 ? "once" : `${crashes} times`}, and was started again`]
      : []),
  ].join("\n");
}

function groupLines({
  operation,
  expected,
  actual,
  count,
  following,
  example,
}: ReplayResult["groups"][number]): string[] {
  const after = following > 0 ? ` (${following} after an earlier one)` : "";
  return [
    `✗ ${operation}  recorded ${shown(expected)} · now ${shown(actual)}  × ${count}${after}`,
    `    ${example.recording} #${example.index}`,
  ];
}

function unrepeated({ discrepancies }: ReplayResult): string[] {
  const count = discrepancies.filter(({ reproduced }) => reproduced === false).length;
  return count === 0 ? [] : [`! ${count} did not come a second time on clean state`];
}

function shown({ status, code }: AnswerOutcome): string {
  if (status === 0) return "no answer";
  return code === null ? String(status) : `${status} ${code}`;
}

function amount(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return `${String(part).padStart(6)} ${`(${percent.toFixed(1)}%)`.padStart(8)}`;
}

function counted(count: number, what: string): string {
  return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}
