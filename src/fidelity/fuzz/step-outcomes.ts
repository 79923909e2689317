import { isSuccess, operationOf, type ServiceName, statusAndCode } from "../../clouds/index.ts";
import type { Sequence, StepOutcome } from "../../explore/index.ts";
import { isRefusal, outcomeOf } from "../oracle/outcome.ts";
import { answerValue } from "../pair/answer-values.ts";
import type { Performed, PerformedStep } from "../pair/performed.ts";
import { givesOthers } from "../pair/touched.ts";

/** How the steps of a sequence ended, as the schedule learns from it. */
export function stepOutcomes(
  service: ServiceName,
  sequence: Sequence,
  { steps, discrepancy, isDoubtful, isDisturbed }: Performed,
): readonly StepOutcome[] {
  const last = steps.length - 1;
  const end = isDoubtful === true ? last : discrepancy?.step;
  // A sequence that is still disturbed caused the loss itself, by its last step, unless there was no time to repeat it.
  const died = isDisturbed === true ? last : undefined;
  return steps.map((step, at) => {
    const outcome = stepOutcome(service, sequence, at, step, end === at);
    return at === died && outcome.outcome === "failed" ? { ...outcome, outcome: "died" } : outcome;
  });
}

/** A step at which the sides part leads no further, however it ended. */
function stepOutcome(
  service: ServiceName,
  sequence: Sequence,
  at: number,
  { emulator, reference }: PerformedStep,
  isEnd: boolean,
): StepOutcome {
  if (emulator.kind !== "answered") {
    const isHung = emulator.kind === "failed" && emulator.isHung === true;
    return { outcome: isHung ? "hung" : emulator.kind, isSuccess: false, isEnd, gave: () => false };
  }
  const operation = operationOf(service, sequence[at]?.operation ?? "");
  const isAnybodys = givesOthers(service, sequence, at);
  return {
    outcome: statusAndCode(emulator),
    isSuccess: !isEnd && isSuccess(outcomeOf(emulator)),
    isRefused: !isEnd && [emulator, reference].every(isRefusal),
    isEnd,
    gave: (place) =>
      isAnybodys ? undefined : answerValue(service, operation, emulator, place) !== undefined,
  };
}
