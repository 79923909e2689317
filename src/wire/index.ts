export { preloadEnvironment, preloadRefusals } from "./attribution/preload-environment.ts";
export { TestIds, testsAround } from "./attribution/test-ids.ts";
export { type Authority, localAuthority } from "./certificates/authority.ts";

export { hostCertificates } from "./certificates/host-certificates.ts";
export { clientAnswers, HttpClient } from "./client/client.ts";
export { BrokenOff, isFinal } from "./client/failure.ts";
export { type Origin, originOf } from "./client/origin.ts";
export type { ClientAnswer } from "./client/request.ts";
export { FaultInjector } from "./faults/fault-injector.ts";
export { type FaultKind, type FaultPlan, parseFaultPlan } from "./faults/fault-plan.ts";
export type { RawHeader } from "./http/head.ts";
export { openInput, readLines } from "./json-lines.ts";
export { makeFolder } from "./make-folder.ts";
export { openPrivately } from "./private-file.ts";
export { RecordingProxy } from "./proxy/proxy.ts";
export type { OwnAnswer, PlannedFault, ProxySettings, ReadRequest, Upstream } from "./proxy/settings.ts";
export { beforeSending } from "./proxy/together.ts";
export { type NameKind, Names, nameRules, type RenamedName } from "./rewrite/names.ts";
export {
  cannotSend,
  type RequestHead,
  type ResponseHead,
  type ReturnedResponse,
  type Rewriter,
  type SentRequest,
} from "./rewrite/rewriter.ts";
export { withoutChunks } from "./trace/aws-chunks.ts";
export { capturedContent } from "./trace/captured-content.ts";
export type {
  Attribution,
  AttributionTier,
  CapturedBody,
  Exchange,
  Outcome,
  TraceHeader,
} from "./trace/exchange.ts";
export { toHar } from "./trace/har.ts";
export { unpacked } from "./trace/packings.ts";
export { Redactor } from "./trace/redact.ts";
export { openTrace, type Trace } from "./trace/trace-reader.ts";
export { TraceWriter } from "./trace/trace-writer.ts";
