export type { Finding } from "./findings/finding.ts";
export type { AnswerOutcome } from "./replay/outcome.ts";
export { readRecordings } from "./replay/read-recordings.ts";
export type { Recording } from "./replay/recording.ts";
export { replay } from "./replay/replay.ts";
export type { ReplayResult } from "./replay/result.ts";
export { curlOf } from "./repro/curl.ts";
export { scriptOf } from "./repro/script.ts";
