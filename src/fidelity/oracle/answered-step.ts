import { hash } from "node:crypto";
import {
  type Answered,
  answerFields,
  type Field,
  isSuccess,
  type SaidStep,
  type ServiceName,
} from "../../clouds/index.ts";
import type { Input, Operation } from "../../model/index.ts";
import type { CapturedBody, RawHeader } from "../../wire/index.ts";
import { comparableBody } from "./comparable-body.ts";
import type { OwnWords } from "./own-words.ts";

/** A call that was answered, with what its answer's body is by the interface. */
export interface AnsweredCall {
  readonly service: ServiceName;
  readonly operation: Operation;
  readonly input: Input;
  readonly answer: Answered;
  readonly body: unknown;
  /** The performance's own names, where the answer tells of others' things too. */
  readonly only: ReadonlySet<string> | undefined;
}

/**
 * A call as a step in the form that hybrid traces are made of, of which only that is told which the interface declares, in
 * words that are the same on every side.
 */
export function answeredStep(call: AnsweredCall, words: OwnWords): SaidStep {
  const { service, operation, input, answer } = call;
  const isRefused = !isSuccess(answer);
  const told = {
    status: answer.status,
    headers: isRefused ? [] : declaredHeaders(operation, answer, words),
    body: isRefused ? undefined : bodyOf(call, words),
  };
  return {
    service,
    operation: operation.name,
    at: Date.now(),
    fields: [...sentFields(input), ...answerFields(service, operation, told)],
  };
}

/** What was sent is the test's own, and not made up by the service that gives it back. */
function sentFields(input: Input): readonly Field[] {
  // Nothing is not made up either, also where it stands in quotes.
  const fields: Field[] = [{ place: "request.sent", value: "" }];
  const visit = (value: unknown): void => {
    if (typeof value === "string") fields.push({ place: "request.sent", value: value.toWellFormed() });
    else if (typeof value === "object" && value !== null && !(value instanceof Uint8Array)) {
      Object.values(value).forEach(visit);
    }
  };
  visit(input);
  return fields;
}

const declaredNames = new WeakMap<Operation, { names: ReadonlySet<string>; prefixes: readonly string[] }>();

function declaredHeaders(operation: Operation, { headers }: Answered, words: OwnWords): readonly RawHeader[] {
  let declared = declaredNames.get(operation);
  if (declared === undefined) {
    const all = Object.keys(operation.output.headers).map((name) => name.toLowerCase());
    // Without it a batch cannot be taken apart.
    if (operation.bodyFormat === "multipart") all.push("content-type");
    declared = { names: new Set(all), prefixes: all.filter((name) => name.endsWith("-")) };
    declaredNames.set(operation, declared);
  }
  const { names, prefixes } = declared;
  return Object.entries(headers)
    .filter(([name]) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
    .map(([name, value]) => [name, words(value)]);
}

/** A batch's parts are told by the whole text, all others by what their type knows of them. */
function bodyOf(call: AnsweredCall, words: OwnWords): CapturedBody | undefined {
  const { service, operation, answer, body, only } = call;
  if (operation.bodyFormat === "multipart" || body instanceof Uint8Array) return rawBody(answer.body, words);
  const isXml = /^\uFEFF?\s*</.test(Buffer.from(answer.body.subarray(0, 64)).toString());
  const text = comparableBody(service, operation, body, { isXml, only });
  return text === undefined ? undefined : { size: text.length, sha256: "", text: words(text) };
}

const textual = new TextDecoder("utf-8", { fatal: true });
/** What is longer is told by its hash anyway. */
const longestText = 4096;

function rawBody(bytes: Uint8Array, words: OwnWords): CapturedBody {
  const captured = { size: bytes.length, sha256: hash("sha256", bytes) };
  if (bytes.length > longestText * 16) return captured;
  try {
    return { ...captured, text: words(textual.decode(bytes)) };
  } catch {
    return captured;
  }
}
