export type { Citation } from "./replay/citation.ts";
export type { KnownFinding } from "./replay/cite.ts";
export type { AnswerOutcome } from "./replay/outcome.ts";
export { readRecordings } from "./replay/read-recordings.ts";
export type { RecordedFinding } from "./replay/recorded-finding.ts";
export type { Recording } from "./replay/recording.ts";
export { findingsFromRecordings, type ReplayOptions, replay } from "./replay/replay.ts";
export type { ReplayResult } from "./replay/result.ts";
