import type { CallResult } from "../../clouds/index.ts";
import type { Outcome } from "../pair/performed.ts";

/** How a call ended, as far as it is compared strictly. */
export function outcomeOf(result: CallResult): Outcome {
  if (result.kind !== "answered") return { status: null, code: null };
  return { status: result.status, code: result.code ?? null };
}

/** What a side said, for people: without what is another every time. */
export function messageOf(result: CallResult): string | null {
  return saidIn(result)?.replace(/\s*\bRequest ?Id:.*$/is, "") ?? null;
}

function saidIn(result: CallResult): string | undefined {
  if (result.kind !== "answered" || result.message !== undefined) return result.message;
  return result.complaint === undefined ? undefined : `the SDK cannot read the answer: ${result.complaint}`;
}

/**
 * Whether a call did what it was to do. A 3xx is a refusal: the SDKs raise it like any other. So is a 2xx with a code: a
 * refusal that stands in the body.
 */
export function isSuccess({ status, code }: Outcome): boolean {
  return status !== null && status >= 200 && status < 300 && code === null;
}

/** Whether it was said that a call is not done; who fails while doing it has not refused it. */
export function isRefusal(result: CallResult): boolean {
  if (result.kind !== "answered" || result.status >= 500) return false;
  return result.code !== "InternalError" && !isSuccess(outcomeOf(result));
}
