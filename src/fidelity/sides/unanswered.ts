import { isOfContract } from "../../lab/index.ts";

/** Why what was said is no answer of the emulator's own, but said for one that does not answer. */
export function whyUnanswered(status: number, error: string | undefined): string | undefined {
  if (status === 431) return headTooLarge;
  return error === undefined || isOfContract(error) ? undefined : error;
}

/** The server hangs up at once when it has said so: whether that still arrives is chance. */
const headTooLarge = "its HTTP server hangs up: the request's head is too large (431)";
