import type { Finding } from "../findings/finding.ts";
import type { ComparedFinding, CompareResult } from "./result.ts";

/** Where a finding is performed: on the first target or on the second. */
export type Which = "a" | "b";

/** Performs a finding again, and says whether it shows; `undefined` where it cannot be performed. */
export type PerformFinding = (finding: Finding, on: Which) => Promise<boolean | undefined>;

/** Which findings show on which of the two. */
export async function comparedFindings(
  findings: readonly Finding[],
  perform: PerformFinding,
): Promise<CompareResult["findings"]> {
  const gone: ComparedFinding[] = [];
  const appeared: ComparedFinding[] = [];
  const counts = { stayed: 0, absent: 0, unperformed: 0 };
  for (const finding of findings) {
    const [onA, onB] = await Promise.all([perform(finding, "a"), perform(finding, "b")]);
    if (onA === undefined || onB === undefined) counts.unperformed++;
    else if (onA === onB) counts[onA ? "stayed" : "absent"]++;
    else (onA ? gone : appeared).push(shortOf(finding));
  }
  return { gone, appeared, ...counts };
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
