import { type CallResult, isSuccess } from "../../clouds/index.ts";
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

/** Whether it was said that a call is not done; who fails while doing it has not refused it. */
export function isRefusal(result: CallResult): boolean {
  if (result.kind !== "answered" || result.status >= 500) return false;
  return result.code !== "InternalError" && !isSuccess(result);
}
