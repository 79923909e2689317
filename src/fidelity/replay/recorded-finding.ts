import { createHash } from "node:crypto";
import type { Finding, Impact, RootCause } from "../findings/finding.ts";
import type { Outcome, PlaceDifference } from "../pair/performed.ts";
import { type AnswerOutcome, isNotImplemented } from "./outcome.ts";
import type { Recording } from "./recording.ts";
import type { ReplayDiscrepancy } from "./result.ts";
import { type WrittenExchange, writtenExchange } from "./written-line.ts";

/**
 * A finding whose reference is a recording: its `sequence` is empty, since what shows it are requests as they stood on the
 * wire, with the answers of the recorded service. `{recording, exchanges}` is a line that `touchstone replay` takes.
 */
export interface RecordedFinding extends Finding {
  /** The recording that it was found by. */
  readonly recording: string;
  /** What it needs and no more, the one that differs at the end. */
  readonly exchanges: readonly WrittenExchange[];
}

/** What a discrepancy, cut down to a piece of its recording, comes to. */
export function recordedFinding(
  { service, operation, expected, actual, messages, recording }: ReplayDiscrepancy,
  piece: Recording,
  { label, reproduced }: { readonly label: string; readonly reproduced: number },
): RecordedFinding {
  const { rootCause, evidence } = causeOf(expected, actual);
  return {
    id: findingId(service, operation, actual, expected),
    service,
    operation,
    impact: impactOf(expected, actual),
    manifestation: "response",
    rootCause,
    evidence,
    emulator: { ...plain(actual), label, message: messages.actual },
    reference: { ...plain(expected), label: "a recording", message: messages.expected },
    differences: differencesOf(expected, actual),
    claimed: null,
    sequence: [],
    reproduced,
    ...(reproduced < 3 && { dependsOnTime: true as const }),
    recording,
    exchanges: piece.exchanges.map(writtenExchange),
  };
}

/** Stable: of the operation and the pair of outcomes. */
export function findingId(
  service: string,
  operation: string,
  actual: AnswerOutcome,
  expected: AnswerOutcome,
): string {
  const one = plain(actual);
  const other = plain(expected);
  const isInParts = one.status === other.status && one.code === other.code;
  const pair = [service, operation, one.status, one.code, other.status, other.code];
  const told = isInParts ? [...pair, actual.parts ?? [], expected.parts ?? []] : pair;
  const hash = createHash("sha256").update(JSON.stringify(told)).digest("hex");
  return `${operation}-${hash.slice(0, 6)}`;
}

function plain({ status, code }: AnswerOutcome): Outcome {
  return status === 0 ? { status: null, code: null } : { status, code };
}

function impactOf(expected: AnswerOutcome, actual: AnswerOutcome): Impact {
  if (isRefusal(expected)) return isRefusal(actual) ? "debuggability" : "deployment-safety";
  return "false-alarm";
}

/** A batch is accepted also where something in it is refused. */
function isRefusal({ status, code }: AnswerOutcome): boolean {
  return status === 0 || status >= 300 || code !== null;
}

interface Cause {
  readonly rootCause: RootCause;
  readonly evidence: string;
}

/** What two outcomes alone can tell of the cause. */
function causeOf(expected: AnswerOutcome, actual: AnswerOutcome): Cause {
  const [was, is] = [shown(expected), shown(actual)];
  if (actual.status === 0) return { rootCause: "crash", evidence: "no answer came" };
  if (isNotImplemented(actual)) return { rootCause: "unimplemented", evidence: `the emulator answers ${is}` };
  if (expected.status >= 500) return { rootCause: "service-bug", evidence: `the service answered ${was}` };
  if (/BeingDeleted$/.test(expected.code ?? "")) return { rootCause: "asynchrony", evidence: was };
  if (expected.status === 401 || expected.status === 403)
    return { rootCause: "authorisation", evidence: `the service answered ${was}` };
  if (actual.status >= 500 || !isRefusal(expected))
    return {
      rootCause: "emulator-bug",
      evidence: `the emulator answers ${is}, where the service answered ${was}`,
    };
  if (isRefusal(actual)) return { rootCause: "error-response", evidence: `${was} is ${is} on the emulator` };
  if (expected.status === 404)
    return { rootCause: "null-reference", evidence: `the service answered ${was}` };
  return { rootCause: "value-constraint", evidence: `the service answered ${was}` };
}

function shown({ status, code }: AnswerOutcome): string {
  return code === null ? String(status) : `${status} ${code}`;
}

function differencesOf(expected: AnswerOutcome, actual: AnswerOutcome): PlaceDifference[] {
  const places = [
    { place: "response.status", emulator: String(actual.status), reference: String(expected.status) },
    { place: "response.code", emulator: actual.code, reference: expected.code },
    { place: "response.parts", emulator: joined(actual), reference: joined(expected) },
  ];
  return places.filter(({ emulator, reference }) => emulator !== reference);
}

function joined({ parts }: AnswerOutcome): string | null {
  return parts === undefined ? null : parts.join(", ");
}
