import { interfaceOf, readCall, type ServiceName } from "../../clouds/index.ts";
import type { FromAnswer, Step } from "../../explore/index.ts";
import type { Input } from "../../model/index.ts";
import { refusesValue } from "../findings/answers.ts";
import { brokenBy } from "../findings/broken.ts";
import type { Case } from "../findings/identity.ts";
import type { Outcome, PlaceDifference } from "../pair/performed.ts";
import { type AnswerOutcome, outcomeOf } from "./outcome.ts";
import { httpRequest, namedRequest } from "./recorded-request.ts";
import type { RecordedExchange, Recording } from "./recording.ts";
import type { ReplayDiscrepancy } from "./result.ts";

/**
 * A discrepancy of a recording as those of generated sequences are, so that the same rules name and classify it: its requests
 * are read as calls. They are only looked at: what shows the discrepancy are the exchanges.
 */
export function recordedCase(
  {
    service,
    expected,
    actual,
    messages,
  }: Pick<ReplayDiscrepancy, "service" | "expected" | "actual" | "messages">,
  piece: Recording,
  { died = false }: { readonly died?: boolean } = {},
): Case {
  const own = piece.exchanges.filter((exchange) => namedRequest(exchange).service === service);
  const sequence = own.map((exchange) => stepOf(service, exchange));
  return {
    sequence,
    discrepancy: {
      step: sequence.length - 1,
      emulator: comparable(actual),
      reference: comparable(expected),
      differences: differencesOf(comparable(expected), comparable(actual), expected, actual),
      manifestation: "response",
      messages: { emulator: messages.actual, reference: messages.expected },
      ...(died && { died: "emulator" as const }),
    },
  };
}

/** An outcome as sides have it: a code is what a refusal names itself by, and a 3xx has none. */
export function comparable({ status, code }: AnswerOutcome): Outcome {
  if (status === 0) return { status: null, code: null };
  return { status, code: status >= 300 && status < 400 ? null : code };
}

/** The place at which batches differ whose outcomes do not: what became of the requests in them. */
export const partsPlace = "response.parts";

/** What became of the requests in a batch. */
export function partsOf({ parts }: AnswerOutcome): string | null {
  return parts === undefined ? null : parts.join(", ");
}

function differencesOf(
  reference: Outcome,
  emulator: Outcome,
  expected: AnswerOutcome,
  actual: AnswerOutcome,
): PlaceDifference[] {
  const places = [
    { place: "response.status", emulator: textOf(emulator.status), reference: textOf(reference.status) },
    { place: "response.code", emulator: emulator.code, reference: reference.code },
    { place: partsPlace, emulator: partsOf(actual), reference: partsOf(expected) },
  ];
  return places.filter((each) => each.emulator !== each.reference);
}

function textOf(status: number | null): string | null {
  return status === null ? null : String(status);
}

function stepOf(service: ServiceName, exchange: RecordedExchange): Step {
  const { operation } = namedRequest(exchange);
  return {
    operation,
    input: operation === "unknown" ? {} : believed(service, operation, exchange),
    caller: exchange.credentials === "none" ? "anonymous" : "owner",
    tries: { kind: "valid" },
  };
}

/** Stands for a value of which nothing can be said. */
const untold: FromAnswer = { $from: 0, at: "" };

/**
 * What a request says. Interfaces name the API version that they are of, and a value that they do not allow is only at
 * fault if the recorded service found fault with a value: what it accepted broke nothing.
 */
function believed(service: ServiceName, operation: string, exchange: RecordedExchange): Input {
  const { input } = readCall(service, operation, { ...httpRequest(exchange), body: exchange.body });
  const told = { ...withoutAnnotations(input), version: untold };
  if (exchange.answer !== undefined && refusesValue(outcomeOf(exchange.answer))) return told;
  const broken = brokenBy(
    { operation, input: told, caller: "owner", tries: { kind: "valid" } },
    interfaceOf(service),
  );
  const names = new Set(broken.map(({ path }) => /^[^.[]*/.exec(path)?.[0] ?? ""));
  return { ...told, ...Object.fromEntries([...names].map((name) => [name, untold])) };
}

/** Entities are written with the types of their properties beside these, which are no properties. */
function withoutAnnotations(input: Input): Input {
  const { tableEntityProperties: entity } = input;
  if (typeof entity !== "object" || entity === null) return input;
  const properties = Object.entries(entity).filter(([name]) => !name.includes("@odata."));
  return { ...input, tableEntityProperties: Object.fromEntries(properties) };
}
