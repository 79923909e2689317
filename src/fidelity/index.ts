export type { AnswerOutcome } from "./replay/outcome.ts";
export { readRecordings } from "./replay/read-recordings.ts";
export type { RecordedAnswer, RecordedExchange, Recording } from "./replay/recording.ts";
export { type ReplayOptions, replay } from "./replay/replay.ts";
export type {
  DiscrepancyGroup,
  RecordingResult,
  ReplayDiscrepancy,
  ReplayResult,
  SkippedExchange,
} from "./replay/result.ts";
