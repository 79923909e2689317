import type { Framing } from "../http/framing.ts";
import { headerValue, type RawHeader } from "../http/head.ts";
import { closing } from "./last-words.ts";
import type { OpenExchange } from "./open-exchange.ts";
import type { OwnAnswer } from "./settings.ts";

/** Takes a request's content where it does not go to the target as it comes. */
export interface RequestTaker {
  readonly isFull?: boolean;
  readonly take: (content: Buffer) => void;
  /** With what follows the content, where that came in chunks. */
  readonly end: (trailers: readonly RawHeader[]) => void;
  /** Nobody waits for the answer any more. */
  readonly gone: () => void;
}

const nothing = () => {};

/** Lets the content go, and does something when it is over. */
export function swallow(end: () => void = nothing): RequestTaker {
  return { take: nothing, end, gone: nothing };
}

/** Whether the client sends its body only when it is told to go on. */
export function waitsToSend(headers: readonly RawHeader[], framing: Framing): boolean {
  const isEmpty = framing.kind === "none" || (framing.kind === "length" && framing.length === 0);
  return !isEmpty && headerValue(headers, "expect")?.toLowerCase() === "100-continue";
}

/** What a fault may do to the connection. */
interface FaultActions {
  readonly wait: (ms: number, then: () => void) => void;
  readonly answer: (answer: OwnAnswer) => void;
  /** Answers for the last time. */
  readonly close: (answer: OwnAnswer) => void;
  readonly reset: () => void;
}

/** For faults in which the target is not asked at all; a client that waits for a word to go on gets that answer. */
export function faultTaker(
  { fault, headers }: Pick<OpenExchange, "fault" | "headers">,
  framing: Framing,
  actions: FaultActions,
): RequestTaker | undefined {
  if (fault?.kind !== "reset" && fault?.kind !== "answer") return undefined;
  const isWaiting = waitsToSend(headers, framing);
  const strike = () => {
    if (fault.kind !== "answer") actions.reset();
    else if (isWaiting) actions.close(closing(fault.answer));
    else actions.answer(fault.answer);
  };
  const begin = () => (fault.delayMs === undefined ? strike() : actions.wait(fault.delayMs, strike));
  if (!isWaiting) return swallow(begin);
  begin();
  return swallow();
}
