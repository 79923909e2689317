import type { HybridTest } from "../../hybrid/index.ts";
import type { Outcome } from "./document.ts";

/** How a test counts: as on the cloud where it was sent, as on the emulator where it is kept. */
export function outcomeOf({ emulator, judgement, unsent }: HybridTest): Outcome {
  if (judgement !== undefined) return judgement.cloud?.status ?? "undecided";
  // What fails already where it was run is told as that, and needs no other result.
  if (unsent !== undefined && emulator.status !== "failed") return "undecided";
  return emulator.status;
}

/** Whether a test makes the run fail: it failed where it counts, or was sent and gave no result. */
export function hasFailed(test: HybridTest): boolean {
  const outcome = outcomeOf(test);
  return outcome === "failed" || (outcome === "undecided" && test.judgement !== undefined);
}
