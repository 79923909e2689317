import { counted, padEnd, padStart, wrap } from "../text/layout.ts";
import type { Paint } from "../text/paint.ts";

/** How often each operation was answered how: `success`, or a fault such as `404 BlobNotFound`. */
export type Coverage = ReadonlyMap<string, ReadonlyMap<string, number>>;

const success = "success";

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
    return [answers.size === 0 ? paint.yellow(line) : line, ...more.map((part) => " ".repeat(start) + part)];
  });
  return [paint.bold(`  ${padEnd("operation", left)}${success}  faults`), ...lines, summary(coverage)];
}

/** Keeps status, code and number of a fault together. */
const tie = "\u00a0";

function faultLines(answers: ReadonlyMap<string, number>, width: number): string[] {
  if (answers.size === 0) return ["not reached"];
  const faults = [...answers]
    .filter(([answer]) => answer !== success)
    .toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
    .map(([fault, count]) => (count === 1 ? fault : `${fault} ×${count}`).replaceAll(" ", tie));
  return wrap(faults.join(", "), width).map((line) => line.replaceAll(tie, " "));
}

function summary(coverage: Coverage): string {
  const all = [...coverage.values()];
  const reached = all.filter(({ size }) => size > 0).length;
  const succeeded = all.filter((answers) => answers.has(success)).length;
  const faults = all.flatMap((answers) => [...answers.keys()].filter((answer) => answer !== success));
  return `  ${reached} of ${counted(all.length, "operation")} reached, ${succeeded} with success; ${counted(faults.length, "fault")}`;
}
