import { answeredOf, type ContractVerdict } from "../../clouds/index.ts";
import { type Evidence, isKept } from "../../model/index.ts";
import type { RecordedAnswer } from "./recording.ts";

/** What a discrepancy is explained by: a contract that the target breaks, or a finding that shows on clean state. */
export type Citation =
  | { readonly kind: "contract"; readonly id: string; readonly evidence: Evidence["kind"] }
  | {
      readonly kind: "finding";
      readonly id: string;
      /** It stands in the catalogue already. */
      readonly isKnown?: true;
    };

/** The contract by which the recorded answer is the real service's, and the target's is not. */
export function contractCited(
  verdicts: readonly ContractVerdict[],
  { status, headers, body }: RecordedAnswer,
  isBare: boolean,
): Citation | undefined {
  const recorded = answeredOf(status, headers, body.toString("utf8"));
  const found = verdicts.find((verdict) => !verdict.isKept && isKept(verdict.expected, recorded, isBare));
  if (found === undefined) return undefined;
  return { kind: "contract", id: found.contract.id, evidence: found.contract.evidence.kind };
}
