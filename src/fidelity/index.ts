export type { AnswerOutcome } from "./replay/outcome.ts";
export { readRecordings } from "./replay/read-recordings.ts";
export type { Recording } from "./replay/recording.ts";
export { replay } from "./replay/replay.ts";
export type { ReplayResult } from "./replay/result.ts";
export { openSide } from "./sides/open-side.ts";
export type { Side, Stage } from "./sides/side.ts";
