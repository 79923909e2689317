import { unkeptBody } from "../findings/written-exchanges.ts";
import type { Recording } from "../replay/recording.ts";
import type { RecordingResult } from "../replay/result.ts";
import { recordedVerdict, recordingOf } from "../repro/reproduce-recorded.ts";
import type { PerformFinding, Which } from "./compared-findings.ts";

/** Replays findings that consist of exchanges; others are passed on. */
export function replayedFinding(
  perform: (recording: Recording, on: Which) => Promise<RecordingResult>,
  others: PerformFinding,
): PerformFinding {
  return async (finding, on) => {
    const { exchanges } = finding;
    if (exchanges === undefined) return others(finding, on);
    if (exchanges.some((exchange) => unkeptBody(exchange) !== undefined)) return undefined;
    const told = recordedVerdict(finding, await perform(recordingOf(finding), on));
    return told === undefined ? undefined : told.verdict === "emulator";
  };
}
