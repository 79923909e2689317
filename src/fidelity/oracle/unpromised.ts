import type { CallResult } from "../../clouds/index.ts";
import type { Operation } from "../../model/index.ts";
import { hasFailedInside, saysUnknown } from "../findings/answers.ts";
import { messageOf, outcomeOf } from "./outcome.ts";

/**
 * Whether an answer cannot be the real service's, whatever that would be: it says that there is no such operation, or
 * that it has failed inside, and the interface knows no such fault.
 */
export function isUnpromised(result: CallResult, { faults }: Operation): boolean {
  if (result.kind !== "answered") return false;
  const said = { ...outcomeOf(result), message: messageOf(result) };
  if (!saysUnknown(said) && !hasFailedInside(said)) return false;
  return !faults.some(({ status, code }) => status === said.status && code === said.code);
}
