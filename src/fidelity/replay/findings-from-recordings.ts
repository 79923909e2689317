import { interfaceOf, isSuccess, type ServiceName, statusAndCode } from "../../clouds/index.ts";
import type { ServiceTarget } from "../../lab/index.ts";
import type { CoverageTable } from "../fuzz/coverage.ts";
import { findingCited } from "./cite.ts";
import type { PerformedRecording } from "./lanes.ts";
import type { AnswerOutcome } from "./outcome.ts";
import type { RecordedFinding } from "./recorded-finding.ts";
import { namedRequest } from "./recorded-request.ts";
import type { Recording } from "./recording.ts";
import { performedWithFindings, type ReplayOptions } from "./replay.ts";
import { pairOf, reasonCounts } from "./result.ts";

/** What recordings have shown of an emulator: the same that generated sequences show. */
export interface RecordedRun {
  readonly service: ServiceName;
  readonly emulator: string;
  readonly reference: string;
  readonly operations: {
    readonly total: number;
    readonly reached: number;
    readonly unreached: readonly string[];
  };
  /** How many exchanges were performed. */
  readonly calls: number;
  readonly skipped: number;
  readonly skipReasons: Readonly<Record<string, number>>;
  readonly crashes: number;
  readonly seconds: number;
  readonly findings: readonly RecordedFinding[];
  /** Those that do not show each time. */
  readonly timeDependent: readonly RecordedFinding[];
  /** Differences that did not show again on clean state. */
  readonly unconfirmed: number;
  readonly measured: readonly string[];
  readonly coverage: CoverageTable;
}

/**
 * The findings that recordings show on an emulator, those that contracts explain among them: the recorded service is the
 * reference.
 *
 * @example
 * const { findings } = await findingsFromRecordings(readRecordings("cloud.jsonl.gz"), { service: "azure-blob", target }, { cwd });
 */
export async function findingsFromRecordings(
  recordings: AsyncIterable<Recording>,
  on: ServiceTarget,
  options: ReplayOptions,
): Promise<RecordedRun> {
  const began = performance.now();
  const { service } = on;
  const run = await performedWithFindings(recordings, [on], options, () => true);
  const { performed, crashes, reference } = run;
  const findings = run.findings.toSorted((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const coverage = coverageOf(service, performed);
  const unreached = [...coverage].flatMap(([name, ends]) => (ends.size === 0 ? [name] : []));
  const doubtful = performed.flatMap(({ result }) =>
    result.discrepancies.filter((one) => findingCited(one, findings) === undefined),
  );
  const unperformed = [...coverage].flatMap(([name, ends]) => (ends.has("success") ? [] : [name]));
  const inDoubt = new Set([...unperformed, ...doubtful.map(({ operation }) => operation)]);
  // What is for other services was no part of it.
  const skipped = performed.flatMap(({ recording, result }) =>
    result.skipped.filter(({ index }) => serviceOf(recording, index) === service),
  );
  return {
    service,
    emulator: run.label(service),
    reference,
    operations: { total: coverage.size, reached: coverage.size - unreached.length, unreached },
    calls: performed.reduce((sum, { result }) => sum + result.answers.size, 0),
    skipped: skipped.length,
    skipReasons: reasonCounts(skipped),
    crashes,
    seconds: (performance.now() - began) / 1000,
    findings: findings.filter(({ dependsOnTime }) => dependsOnTime !== true),
    timeDependent: findings.filter(({ dependsOnTime }) => dependsOnTime === true),
    unconfirmed: new Set(doubtful.map(pairOf)).size,
    measured: [...coverage.keys()].filter((name) => !inDoubt.has(name)).toSorted(),
    coverage,
  };
}

function serviceOf({ exchanges }: Recording, index: number): ServiceName | null {
  const exchange = exchanges[index];
  return exchange === undefined ? null : namedRequest(exchange).service;
}

/** How often each operation ended how on the emulator. */
function coverageOf(service: ServiceName, performed: readonly PerformedRecording[]): CoverageTable {
  const table = new Map(interfaceOf(service).operations.map(({ name }) => [name, new Map<string, number>()]));
  for (const { recording, result } of performed) {
    for (const [index, outcome] of result.answers) {
      const exchange = recording.exchanges[index];
      const row = exchange === undefined ? undefined : table.get(namedRequest(exchange).operation);
      const end = endOf(outcome);
      row?.set(end, (row.get(end) ?? 0) + 1);
    }
  }
  return table;
}

function endOf({ status, code }: AnswerOutcome): string {
  if (status === 0) return "failed";
  return isSuccess({ status, code }) ? "success" : statusAndCode({ status, code });
}
