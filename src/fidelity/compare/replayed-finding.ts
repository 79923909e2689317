import { isRecordingLine, recordingOfLine } from "../replay/recorded-lines.ts";
import type { Recording } from "../replay/recording.ts";
import type { RecordingResult } from "../replay/result.ts";
import type { PerformFinding, Which } from "./compared-findings.ts";
import type { ComparedFinding } from "./result.ts";

/** Replays findings that bring their exchanges: one shows where the last is not answered as recorded. Others are passed on. */
export function replayedFinding(
  perform: (recording: Recording, on: Which) => Promise<RecordingResult>,
  others: PerformFinding,
): PerformFinding {
  return async (finding, on) => {
    const recording = recordingIn(finding);
    if (recording === undefined) return others(finding, on);
    const { answers, discrepancies } = await perform(recording, on);
    const last = recording.exchanges.length - 1;
    return answers.has(last) ? discrepancies.some(({ index }) => index === last) : undefined;
  };
}

function recordingIn(finding: ComparedFinding): Recording | undefined {
  const line = { recording: finding.id, ...("exchanges" in finding && { exchanges: finding.exchanges }) };
  return isRecordingLine(line) && line.exchanges.length > 0 ? recordingOfLine(line) : undefined;
}
