export { compare } from "./compare/compare.ts";
export { type ChangedTest, type CompareResult, isChanged, isNothing } from "./compare/result.ts";
export {
  type CataloguedEmulator,
  catalogueFile,
  type FindingsCatalogue,
  type FuzzedRun,
  knownDifference,
  openCatalogue,
  readFindings,
  recordFinding,
  recordRun,
} from "./findings/catalogue.ts";
export { claimsOf } from "./findings/claims.ts";
export { fateOf, isAnyAnswerRight } from "./findings/crash.ts";
export type { Finding, Impact, RootCause } from "./findings/finding.ts";
export { findingOf } from "./findings/finding-of.ts";
export { outcomeText } from "./findings/identity.ts";
export { isNeverAnswered } from "./findings/unknown-answer.ts";
export { writtenSequence, writtenValue } from "./findings/written.ts";
export { fuzz } from "./fuzz/fuzz.ts";
export type { FuzzOptions, FuzzProgress, FuzzResult } from "./fuzz/options.ts";
export type { Citation } from "./replay/citation.ts";
export { replayCloud } from "./replay/cloud-link.ts";
export { findingsFromRecordings, type RecordedRun } from "./replay/findings-from-recordings.ts";
export type { AnswerOutcome } from "./replay/outcome.ts";
export { readRecordings } from "./replay/read-recordings.ts";
export type { Recording } from "./replay/recording.ts";
export { replay } from "./replay/replay.ts";
export type { ReplayResult } from "./replay/result.ts";
export { curlOf } from "./repro/curl.ts";
export { findingNamed, targetOf } from "./repro/find-finding.ts";
export { issueText } from "./repro/issue-text.ts";
export {
  expectedOutcome,
  fateWords,
  foundOutcome,
  neverAnswered,
  sideTexts,
  textAt,
  toldOutcome,
  valueText,
} from "./repro/outcome-text.ts";
export { type Reproduction, reproduce, type Verdict } from "./repro/reproduce.ts";
export { reproduceRecorded } from "./repro/reproduce-recorded.ts";
export { scriptOf } from "./repro/script.ts";
export { openSide, requireSide } from "./sides/open-side.ts";
export type { Side, Stage } from "./sides/side.ts";
