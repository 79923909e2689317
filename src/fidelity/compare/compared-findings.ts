import { allEnded } from "../all-ended.ts";
import type { Finding } from "../findings/finding.ts";
import { isToldAlone } from "../repro/reproduce.ts";
import type { ComparedFinding, CompareResult } from "./result.ts";

/** Where a finding is performed: on the first target or on the second. */
export type Which = "a" | "b";

/** Performs a finding again, and says whether it shows; `undefined` where it cannot be performed. */
export type PerformFinding = (finding: Finding, on: Which) => Promise<boolean | undefined>;

/** Which findings show on which of the two; where it is interrupted, none of them is believed. */
export async function comparedFindings(
  findings: readonly Finding[],
  perform: PerformFinding,
  signal?: AbortSignal,
): Promise<CompareResult["findings"]> {
  const gone: ComparedFinding[] = [];
  const appeared: ComparedFinding[] = [];
  const counts = { stayed: 0, absent: 0, unperformed: 0 };
  for (const finding of findings) {
    const [onA, onB] = await performedOnBoth(finding, perform);
    signal?.throwIfAborted();
    if (onA === undefined || onB === undefined) counts.unperformed++;
    else if (onA === onB) counts[onA ? "stayed" : "absent"]++;
    else (onA ? gone : appeared).push(shortOf(finding));
  }
  return { gone, appeared, ...counts };
}

/** At once where a target alone tells; a reference is the same for both, and each wants it for itself. */
async function performedOnBoth(finding: Finding, perform: PerformFinding) {
  if (isToldAlone(finding)) return await allEnded([perform(finding, "a"), perform(finding, "b")]);
  return [await perform(finding, "a"), await perform(finding, "b")] as const;
}

function shortOf({ id, service, operation }: Finding): ComparedFinding {
  return { id, service, operation };
}

/**
 * Each finding once, as an id stands for the same discrepancy on several emulators and versions: as it was found on the
 * first label that has it, and on the last of all otherwise.
 */
export function eachOnce(findings: readonly Finding[], labels: readonly string[]): readonly Finding[] {
  const groups = Map.groupBy(findings, ({ service, id }) => `${service} ${id}`);
  return [...groups.values()].flatMap((group) => {
    const own = labels.flatMap((label) => group.filter(({ emulator }) => emulator.label === label));
    return own[0] ?? group.at(-1) ?? [];
  });
}
