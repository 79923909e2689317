import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import { errorCodeOf } from "./error-code.ts";
import { errorMessageOf } from "./error-message.ts";
import type { Answered, CallResult, Route } from "./sdk-result.ts";

/** An answer as it came over the wire, whatever the SDK makes of it. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One call while it is under way. */
interface Watched {
  attempts: number;
  last: WireAnswer | undefined;
  readonly signal: AbortSignal | undefined;
}

const calls = new AsyncLocalStorage<Watched>();
let listening = false;

/** Node tells of every request that it has handed to a connection: those that an SDK sends by itself are noted so. */
export function noteRequestsOfNode(): void {
  if (listening) return;
  listening = true;
  subscribe("http.client.request.start", noteRequest);
}

/** Notes a request of the call that is under way: one that was handed to a connection, and nothing else, has left. */
export function noteRequest(): void {
  const call = calls.getStore();
  if (call === undefined) return;
  call.attempts++;
  call.last = undefined;
}

/** Notes the answer to the last request of the call that is under way. */
export function noteAnswer(answer: WireAnswer): void {
  const call = calls.getStore();
  if (call !== undefined) call.last = answer;
}

/** By what the call that is under way is given up, if it can be. */
export function givingUp(): AbortSignal | undefined {
  return calls.getStore()?.signal;
}

interface WatchOptions {
  /** The code by which the body of a 2xx says that nothing was done. */
  readonly refusalIn: (body: Uint8Array) => string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Performs a call, and says what became of it by what went over the wire. */
export async function watched(
  via: Route,
  call: () => Promise<unknown>,
  { refusalIn, signal }: WatchOptions,
): Promise<CallResult> {
  const seen: Watched = { attempts: 0, last: undefined, signal };
  const outcome = await calls.run(seen, () => settled(call));
  if (seen.attempts === 0) return { kind: "masked", via, message: describe(outcome.error) };
  if (seen.last === undefined) {
    return { kind: "failed", via, ...failure(outcome.error), attempts: seen.attempts };
  }
  return answered({ via, attempts: seen.attempts }, seen.last, outcome, refusalIn);
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
}

async function settled(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { value: await call() };
  } catch (error) {
    return { error };
  }
}

function answered(
  sent: Pick<Answered, "via" | "attempts">,
  last: WireAnswer,
  { value, error }: Outcome,
  refusalIn: WatchOptions["refusalIn"],
): Answered {
  const answer = { kind: "answered", ...sent, ...last } as const;
  const inBody = last.status < 300 ? refusalIn(last.body) : undefined;
  if (last.status < 400 && inBody === undefined) {
    if (error === undefined) return { ...answer, ...(value !== undefined && { value }) };
    return last.status >= 300 ? answer : { ...answer, complaint: describe(error) };
  }
  const text = Buffer.from(last.body).toString();
  const code = inBody ?? errorCodeOf(text, Object.entries(last.headers));
  const message = errorMessageOf(text);
  return { ...answer, ...(code !== undefined && { code }), ...(message !== undefined && { message }) };
}

function failure(error: unknown): { message: string; code?: string } {
  const code = codeOf(error);
  return { message: describe(error), ...(code !== undefined && { code }) };
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : codeOf(error.cause);
}

function describe(error: unknown): string {
  if (error === undefined) return "the SDK answered itself, and sent nothing";
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  return message.trim() === "" ? name : `${name}: ${message}`;
}
