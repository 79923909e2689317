import type { Citation, ReplayResult } from "../fidelity/index.ts";
import { counted } from "./text/layout.ts";
import { toldAnswer } from "./told-answer.ts";

/** What became of replayed recordings, for people. */
export function replayReport(result: ReplayResult, target: string): string {
  const { exchanges, recordings, summary, crashes } = result;
  return [
    `${counted(exchanges, "exchange")} of ${counted(recordings, "recording")} on ${target} · ${result.seconds.toFixed(1)} s`,
    `  ${amount(summary.matched, exchanges)}  answered as recorded${helped(summary.helped)}`,
    `  ${amount(summary.citedContract, exchanges)}  answered differently: a contract is broken`,
    `  ${amount(summary.citedFinding, exchanges)}  answered differently: a finding`,
    ...(summary.uncited > 0
      ? [`  ${amount(summary.uncited, exchanges)}  answered differently: unexplained`]
      : []),
    `  ${amount(summary.skipped, exchanges)}  skipped`,
    ...Object.entries(result.skipReasons).map(
      ([reason, count]) => `          ${String(count).padStart(6)}  ${reason}`,
    ),
    ...result.groups.flatMap(groupLines),
    ...unrepeated(result),
    ...(crashes > 0
      ? [`! the emulator crashed ${crashes === 1 ? "once" : `${crashes} times`} and was restarted`]
      : []),
  ].join("\n");
}

function helped(count: number): string {
  return count === 0 ? "" : ` (${count} after Touchstone created what the target refused)`;
}

function groupLines({
  operation,
  expected,
  actual,
  count,
  cites,
  example,
}: ReplayResult["groups"][number]): string[] {
  return [
    `✗ ${operation}  recorded ${toldAnswer(expected)} · now ${toldAnswer(actual)}  × ${count}`,
    `    ${[`${example.recording} #${example.index}`, ...cites.map(cited)].join(" · ")}`,
  ];
}

function cited(citation: Citation): string {
  if (citation.kind === "contract") return `contract ${citation.id} (${citation.evidence})`;
  return `${citation.isKnown ? "known finding" : "finding"} ${citation.id}`;
}

function unrepeated({ discrepancies }: ReplayResult): string[] {
  const count = discrepancies.filter(({ reproduced }) => reproduced === false).length;
  return count === 0 ? [] : [`! ${counted(count, "difference")} did not show again on clean state`];
}

function amount(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  return `${String(part).padStart(6)} ${`(${percent.toFixed(1)}%)`.padStart(8)}`;
}
