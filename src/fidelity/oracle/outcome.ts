import type { CallResult } from "../../clouds/index.ts";
import type { Outcome } from "../pair/performed.ts";

/** How a call ended, as far as it is compared strictly. */
export function outcomeOf(result: CallResult): Outcome {
  if (result.kind !== "answered") return { status: null, code: null };
  return { status: result.status, code: result.code ?? null };
}

/** What a side said, for people. */
export function messageOf(result: CallResult): string | null {
  if (result.kind !== "answered") return result.message;
  return result.message ?? result.complaint ?? null;
}

export function isSuccess(result: CallResult): boolean {
  return result.kind === "answered" && result.status < 300;
}
