import { counted, padEnd, padStart, wrap } from "../text/layout.ts";
import type { Paint } from "../text/paint.ts";

/** How often each operation ended how: `success`, a fault such as `404 BlobNotFound`, or `masked`, so that nothing was sent. */
export type Coverage = ReadonlyMap<string, ReadonlyMap<string, number>>;

const success = "success";
const masked = "masked";

/** Operations and their answers, a line each: successes, then the faults by how often they came. */
export function coverageTable(
  coverage: Coverage,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  const left = Math.max(...["operation", ...coverage.keys()].map((name) => name.length)) + 2;
  const start = 2 + left + success.length + 2;
  const lines = [...coverage].flatMap(([name, answers]) => {
    const [first = "", ...more] = faultLines(answers, Math.max(20, width - start));
    const count = padStart(String(answers.get(success) ?? "-"), success.length);
    const line = `  ${padEnd(name, left)}${count}  ${first}`.trimEnd();
    return [isReached(answers) ? line : paint.yellow(line), ...more.map((part) => " ".repeat(start) + part)];
  });
  return [paint.bold(`  ${padEnd("operation", left)}${success}  faults`), ...lines, summary(coverage)];
}

/** Keeps status, code and number of a fault together. */
const tie = "\u00a0";

/** An operation is reached where a request was sent. */
function isReached(answers: ReadonlyMap<string, number>): boolean {
  return answers.keys().some((answer) => answer !== masked);
}

function faultLines(answers: ReadonlyMap<string, number>, width: number): string[] {
  const faults = [...answers]
    .filter(([answer]) => answer !== success)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([fault, count]) => (count === 1 ? fault : `${fault} ×${count}`).replaceAll(" ", tie));
  const told = isReached(answers) ? faults : [`not${tie}reached`, ...faults];
  return wrap(told.join(", "), width).map((line) => line.replaceAll(tie, " "));
}

function summary(coverage: Coverage): string {
  const all = [...coverage.values()];
  const succeeded = all.filter((answers) => answers.has(success)).length;
  const faults = all.flatMap((answers) =>
    [...answers.keys()].filter((answer) => answer !== success && answer !== masked),
  );
  return `  ${succeeded} of ${counted(all.length, "operation")} with success; ${counted(faults.length, "fault")}`;
}
