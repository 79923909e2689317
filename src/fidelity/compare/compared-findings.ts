import type { ComparedFinding, CompareResult } from "./result.ts";

/** Where a finding is performed: on the first target or on the second. */
export type Which = "a" | "b";

/** Performs a finding again, and says whether it shows; `undefined` where it cannot be performed. */
export type PerformFinding<Kind extends ComparedFinding = ComparedFinding> = (
  finding: Kind,
  on: Which,
) => Promise<boolean | undefined>;

/** Which findings show on which of the two. */
export async function comparedFindings<Kind extends ComparedFinding>(
  findings: readonly Kind[],
  perform: PerformFinding<Kind>,
): Promise<CompareResult["findings"]> {
  const gone: ComparedFinding[] = [];
  const appeared: ComparedFinding[] = [];
  const counts = { stayed: 0, absent: 0, unperformed: 0 };
  for (const finding of findings) {
    const [onA, onB] = [await perform(finding, "a"), await perform(finding, "b")];
    if (onA === undefined || onB === undefined) counts.unperformed++;
    else if (onA === onB) counts[onA ? "stayed" : "absent"]++;
    else (onA ? gone : appeared).push(shortOf(finding));
  }
  return { gone, appeared, ...counts };
}

function shortOf({ id, service, operation }: ComparedFinding): ComparedFinding {
  return { id, service, operation };
}
