import { errorCodeOf, interfaceOf, operationOf, refusalInBody } from "../../clouds/index.ts";
import type { RawHeader } from "../../wire/index.ts";
import type { Side } from "../sides/side.ts";
import { headerOf } from "./headers.ts";
import type { NamedRequest } from "./recorded-request.ts";

/** What counts of an answer: its status, and the code by which a refusal names itself. */
export interface AnswerOutcome {
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: string | null;
  /** The outcomes of the requests in a batch, where they are not all the same success. */
  readonly parts?: readonly string[];
}

/** The outcome of a request that was not answered. */
export const noAnswer: AnswerOutcome = { status: 0, code: "NoAnswer" };

/** A success may say in its body that it is none: whose that is, is known by what was asked. */
export function outcomeOf(
  answer: {
    readonly status: number;
    readonly headers: readonly RawHeader[];
    readonly body: Buffer;
  },
  asked?: NamedRequest,
): AnswerOutcome {
  const { status, headers, body } = answer;
  const type = headerOf(headers, "content-type") ?? "";
  if (status < 300 && /^multipart/i.test(type)) return batchOutcome(status, body.toString("utf8"));
  if (status < 300) return { status, code: (asked && refusalWithin(asked, body)) ?? null };
  const text = /xml|json|text|^$/i.test(type) ? body.toString("utf8") : "";
  return { status, code: errorCodeOf(text, headers) ?? null };
}

function refusalWithin({ service, operation }: NamedRequest, body: Buffer): string | undefined {
  if (service === null || operation === "unknown") return undefined;
  return refusalInBody(operationOf(service, operation), body, interfaceOf(service).types);
}

/** A batch is accepted as a whole: what became of it stands inside. */
function batchOutcome(status: number, text: string): AnswerOutcome {
  const parts = text
    .split(/^HTTP\/1\.[01] /m)
    .slice(1)
    .map((part) => {
      const inner = part.slice(0, 3);
      const [, inHeader] = /^x-ms-error-code:\s*(\S+)/im.exec(part) ?? [];
      const code = Number(inner) < 300 ? undefined : (inHeader ?? errorCodeOf(part));
      return code === undefined ? inner : `${inner} ${code}`;
    });
  const failed = parts.find((part) => Number(part.slice(0, 3)) >= 300);
  return { status, code: failed?.slice(4) || null, parts };
}

/** An outcome without secrets: what is in the place of a code may be anything. */
export function redactedOutcome(outcome: AnswerOutcome, by: Pick<Side, "redact">): AnswerOutcome {
  const { status, code, parts } = outcome;
  return {
    status,
    code: code === null ? null : by.redact(code),
    ...(parts !== undefined && { parts: parts.map((part) => by.redact(part)) }),
  };
}

export function sameOutcome(one: AnswerOutcome, other: AnswerOutcome): boolean {
  if (one.status !== other.status || one.code !== other.code) return false;
  return one.parts?.join() === other.parts?.join();
}

/** Whether one of them may have changed something that the other did not: two refusals leave everything as it was. */
export function differInEffect(one: AnswerOutcome, other: AnswerOutcome): boolean {
  return hadEffect(one) || hadEffect(other);
}

/** A batch is accepted also where everything in it is refused. */
function hadEffect({ status, parts = [] }: AnswerOutcome): boolean {
  const statuses = parts.length === 0 ? [status] : parts.map((part) => Number(part.slice(0, 3)));
  return statuses.some((one) => one < 300);
}

/** Whether the target says that it cannot do such a thing at all, whatever was done before. */
export function isNotImplemented({ status, code }: AnswerOutcome): boolean {
  return status === 501 || /NotImplemented|FeatureNotSupported|UnknownOperation/.test(code ?? "");
}
