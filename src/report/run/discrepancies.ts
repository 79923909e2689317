import type { HybridReport, HybridTest } from "../../hybrid/index.ts";
import type { Discrepancies, DiscrepancyRow, Fix, OperationUse } from "./document.ts";

/** What is known of the discrepancies of a suite, as it is counted with. */
interface Known {
  readonly seen: ReadonlySet<string>;
  readonly discrepant: ReadonlySet<string>;
}

/** The operations that answered differently in this run, and those of which the catalogue says so. */
function knownBy({ tests, known }: HybridReport): Known {
  const seen = new Set(tests.flatMap((test) => blamed(test) ?? []));
  const listed = Object.entries(known).flatMap(([name, verdict]) => (verdict === "differs" ? [name] : []));
  return { seen, discrepant: new Set([...listed, ...seen]) };
}

/**
 * The operation whose answer differed first. Where a request differed, or one side did something more, the cause lies
 * in something that came before, and no operation is named.
 */
function blamed({ judgement, observation }: HybridTest): string | undefined {
  if (judgement?.difference === undefined || !isDiscrepant(judgement.verdict)) return undefined;
  const { place, operation } = judgement.difference;
  if (!place.startsWith("response.")) return undefined;
  return observation.operations.find((name) => name.endsWith(` ${operation}`)) ?? operation;
}

function isDiscrepant(verdict: string | undefined): boolean {
  return verdict === "differs" || hasOtherResult(verdict);
}

function hasOtherResult(verdict: string | undefined): boolean {
  return verdict === "unsafe" || verdict === "false alarm";
}

/** Discrepant tests and results, safety violations and false alarms, for the suite and for its files. */
export function discrepanciesOf(report: HybridReport): Discrepancies {
  const known = knownBy(report);
  const files = Map.groupBy(report.tests, ({ test }) => test.file);
  return {
    total: rowOf("all", report.tests, known),
    files: [...files]
      .map(([file, tests]) => rowOf(file, tests, known))
      .filter(({ discrepantTests }) => discrepantTests > 0)
      .toSorted(
        (a, b) =>
          b.discrepantResults - a.discrepantResults ||
          b.discrepantTests - a.discrepantTests ||
          compareTexts(a.file, b.file),
      ),
  };
}

function rowOf(file: string, tests: readonly HybridTest[], known: Known): DiscrepancyRow {
  const count = (isMeant: (test: HybridTest) => boolean) => tests.filter(isMeant).length;
  return {
    file,
    tests: tests.length,
    cloudTests: count((test) => hasRun(test) && test.observation.read.length > 0),
    discrepantTests: count((test) => isDiscrepantTest(test, known)),
    discrepantResults: count(({ judgement }) => hasOtherResult(judgement?.verdict)),
    safetyViolations: count(({ judgement }) => judgement?.verdict === "unsafe"),
    falseAlarms: count(({ judgement }) => judgement?.verdict === "false alarm"),
  };
}

function isDiscrepantTest(test: HybridTest, { discrepant }: Known): boolean {
  const { observation, judgement } = test;
  if (!hasRun(test)) return false;
  return isDiscrepant(judgement?.verdict) || observation.operations.some((name) => discrepant.has(name));
}

/** A skipped test has done nothing, though its file's set-up may have. */
function hasRun({ emulator }: HybridTest): boolean {
  return emulator.status !== "skipped";
}

/** Operations by how many tests use them, the most used first. */
export function operationsByUse(report: HybridReport): readonly OperationUse[] {
  const { seen, discrepant } = knownBy(report);
  const uses = Map.groupBy(
    report.tests.filter(hasRun).flatMap(({ observation }) => observation.operations),
    (operation) => operation,
  );
  return [...uses]
    .map(
      ([operation, tests]): OperationUse => ({
        operation,
        tests: tests.length,
        isDiscrepant: discrepant.has(operation),
        known: seen.has(operation) ? "seen" : (report.known[operation] ?? "not measured"),
      }),
    )
    .toSorted((a, b) => b.tests - a.tests || compareTexts(a.operation, b.operation));
}

/** A discrepant test, as far as mending operations can help it. */
interface Case {
  /** Discrepant operations that it still uses; it is helped once there are none. */
  readonly open: Set<string>;
  readonly hasOtherResult: boolean;
}

/**
 * In which order to mend operations: each time the one that frees the most tests, of equals the one that frees more with
 * discrepant results, and of these the one that brings the most tests nearer to it.
 */
export function fixNext(report: HybridReport): readonly Fix[] {
  const known = knownBy(report);
  const all = report.tests.filter((test) => isDiscrepantTest(test, known)).map((test) => caseOf(test, known));
  const helpless = all.filter(({ open }) => open.size === 0);
  const fixes: Fix[] = [];
  for (let left = all.filter(({ open }) => open.size > 0); left.length > 0; ) {
    const operation = nextOf(left);
    for (const { open } of left) open.delete(operation);
    left = left.filter(({ open }) => open.size > 0);
    const remaining = [...left, ...helpless];
    fixes.push({
      operation,
      discrepantTestsLeft: remaining.length,
      discrepantResultsLeft: remaining.filter((one) => one.hasOtherResult).length,
    });
  }
  return fixes;
}

function caseOf(test: HybridTest, { discrepant }: Known): Case {
  const isBlameless = isDiscrepant(test.judgement?.verdict) && blamed(test) === undefined;
  const used = test.observation.operations.filter((name) => discrepant.has(name));
  return { open: new Set(isBlameless ? [] : used), hasOtherResult: hasOtherResult(test.judgement?.verdict) };
}

function nextOf(cases: readonly Case[]): string {
  const gains = new Map<string, { tests: number; results: number; nearer: number }>();
  for (const one of cases) {
    const isFreed = one.open.size === 1;
    for (const operation of one.open) {
      const gain = gains.get(operation) ?? { tests: 0, results: 0, nearer: 0 };
      gain.tests += isFreed ? 1 : 0;
      gain.results += isFreed && one.hasOtherResult ? 1 : 0;
      gain.nearer += 1 / one.open.size;
      gains.set(operation, gain);
    }
  }
  const [best] = [...gains].toSorted(
    ([a, own], [b, other]) =>
      other.tests - own.tests ||
      other.results - own.results ||
      other.nearer - own.nearer ||
      compareTexts(a, b),
  );
  return best?.[0] ?? "";
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
