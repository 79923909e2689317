export { type CompareOptions, compare } from "./compare/compare.ts";
export type { PerformFinding } from "./compare/compared-findings.ts";
export type { ListedEntry } from "./compare/lapsing.ts";
export { type ChangedTest, type ComparedFinding, type CompareResult, isChanged } from "./compare/result.ts";
export {
  type CataloguedEmulator,
  catalogueFile,
  defaultCatalogue,
  type FindingsCatalogue,
  type FuzzedRun,
  knownDifference,
  openCatalogue,
  readFindings,
  recordRun,
} from "./findings/catalogue.ts";
export { type Claims, claimsOf, noClaims } from "./findings/claims.ts";
export { type Classification, classify } from "./findings/classify.ts";
export { type Confirmed, confirm } from "./findings/confirm.ts";
export type { Finding, Impact, RootCause } from "./findings/finding.ts";
export { type FindingContext, findingOf } from "./findings/finding-of.ts";
export { findingId, outcomeText, sameFinding } from "./findings/identity.ts";
export { type Minimised, type MinimiseOptions, minimise, type Plainer } from "./findings/minimise.ts";
export { readSequence, writtenSequence, writtenValue } from "./findings/written.ts";
export { type FuzzOptions, type FuzzProgress, type FuzzResult, fuzz } from "./fuzz/fuzz.ts";
export type { Citation } from "./replay/citation.ts";
export { findingsFromRecordings, type RecordedRun } from "./replay/findings-from-recordings.ts";
export type { AnswerOutcome } from "./replay/outcome.ts";
export { readRecordings } from "./replay/read-recordings.ts";
export type { RecordedFinding } from "./replay/recorded-finding.ts";
export type { Recording } from "./replay/recording.ts";
export { type ReplayOptions, replay } from "./replay/replay.ts";
export type { ReplayResult } from "./replay/result.ts";
export { curlOf } from "./repro/curl.ts";
export { findingNamed, targetOf } from "./repro/find-finding.ts";
export { issueText } from "./repro/issue-text.ts";
export { summaryOf, toldOutcome, valueText } from "./repro/outcome-text.ts";
export { type Reproduction, reproduce, type Verdict } from "./repro/reproduce.ts";
export { reproduceRecorded } from "./repro/reproduce-recorded.ts";
export { scriptOf } from "./repro/script.ts";
export { type OpenSideOptions, openSide } from "./sides/open-side.ts";
export type { Side, Stage } from "./sides/side.ts";
