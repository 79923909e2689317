import {
  compareTraces,
  type Difference,
  type HybridReport,
  type HybridTest,
  type Judgement,
  type ReasonKind,
  type Verdict,
} from "../../hybrid/index.ts";
import type { Redactor } from "../../wire/index.ts";
import { auditOf } from "./audit.ts";
import { reproduction } from "./command-line.ts";
import { discrepanciesOf, fixNext, operationsByUse } from "./discrepancies.ts";
import {
  documentVersion,
  type Outcome,
  type Revalidated,
  type RunDocument,
  type TestDocument,
} from "./document.ts";
import { outcomeOf } from "./outcome.ts";
import { redacted } from "./redacted.ts";
import { riskOf } from "./risk.ts";
import { runCostOf } from "./run-cost.ts";
import { upperBound } from "./upper-bound.ts";

/** What is to be told beside the run itself. */
export interface DocumentOptions {
  readonly command: readonly string[];
  /** Words before `--` that the same run needs again: services, `--config FILE`. */
  readonly settings: readonly string[];
  /** The folder of the run's traces, as it is shown. */
  readonly traces: string;
  readonly ended: Date;
  readonly redactor: Pick<Redactor, "text">;
  /** Of which tests the canonical traces are told; of none otherwise. */
  readonly withTraces?: (test: HybridTest) => boolean;
}

/** Tells a hybrid run as data, without secrets. */
export function runDocument(report: HybridReport, options: DocumentOptions): RunDocument {
  const { tests, measured } = report;
  const document: RunDocument = {
    touchstone: "run",
    version: documentVersion,
    run: report.run,
    started: report.started,
    ended: options.ended.toISOString(),
    command: options.command,
    dryRun: report.access === "dry run",
    policy: report.policy,
    sequence: report.sequence,
    scope: report.scope,
    access: report.access,
    runner: report.runner,
    tier: report.tier,
    emulators: measured.emulators,
    interfaces: measured.interfaces,
    traces: options.traces,
    kept: keptBy(tests),
    sent: tests.filter(({ judgement }) => judgement !== undefined).length,
    unsent: tests.filter(({ unsent }) => unsent !== undefined).length,
    unsentBecause: counts(tests.flatMap(({ unsent }) => unsent ?? [])) as Record<string, number>,
    notObserved: tests.filter(({ decision }) => decision.kind === "not observed").length,
    unattributed: report.unattributed,
    learned: report.learned,
    waiting: report.waiting,
    leftovers: report.leftovers,
    audit: report.scope === "audit" ? auditOf(report) : null,
    oldestEvidence: oldestEvidence(tests, options.ended),
    revalidated: revalidatedIn(tests),
    risk: riskOf(report),
    outcomes: { passed: 0, failed: 0, skipped: 0, undecided: 0, ...counts<Outcome>(tests.map(outcomeOf)) },
    verdicts: verdictsIn(tests),
    discrepancies: discrepanciesOf(report),
    operations: operationsByUse(report),
    fixNext: fixNext(report),
    cost: runCostOf(report),
    tests: tests.map((test) => testDocument(test, options)),
    unexplainedExit: report.unexplainedExit ?? null,
    broken: report.broken.map(({ id, message }) => ({ file: id, message: message ?? "it could not be run" })),
  };
  return redacted(document, options.redactor);
}

function counts<Name extends string>(names: readonly Name[]): Partial<Record<Name, number>> {
  const groups = Map.groupBy(names, (name) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length])) as Record<Name, number>;
}

function keptBy(tests: readonly HybridTest[]): Partial<Record<ReasonKind, number>> {
  return counts(tests.flatMap(({ decision }) => (decision.target === "emulator" ? [decision.kind] : [])));
}

function verdictsIn(tests: readonly HybridTest[]): Record<Verdict, number> {
  const none = { agrees: 0, differs: 0, unsafe: 0, "false alarm": 0, flaky: 0, throttled: 0, "not run": 0 };
  return { ...none, ...counts(tests.flatMap(({ judgement }) => judgement?.verdict ?? [])) };
}

const day = 86_400_000;

function oldestEvidence(tests: readonly HybridTest[], now: Date): RunDocument["oldestEvidence"] {
  const [learned] = tests
    .filter(({ decision }) => decision.target === "emulator")
    .flatMap(({ decision }) => decision.entry?.learned ?? [])
    .sort();
  if (learned === undefined) return null;
  return { learned, days: Math.max(0, Math.floor((now.getTime() - Date.parse(learned)) / day)) };
}

/** A check that gave no result, or one of a flaky test, says nothing, and counts for nothing. */
function revalidatedIn(tests: readonly HybridTest[]): Revalidated {
  const verdicts = tests
    .filter(({ decision }) => decision.kind === "revalidated")
    .flatMap(({ judgement }) => judgement?.verdict ?? [])
    .filter((verdict) => verdict !== "not run" && verdict !== "flaky" && verdict !== "throttled");
  const disagreed = verdicts.filter((verdict) => verdict !== "agrees").length;
  return { tests: verdicts.length, disagreed, upperBound: upperBound(disagreed, verdicts.length) };
}

function testDocument(one: HybridTest, options: DocumentOptions): TestDocument {
  const { test, decision, emulator, judgement, observation, trace, unsent, spent } = one;
  const { entry } = decision;
  return {
    id: test.id,
    file: test.file,
    titles: test.titles,
    outcome: outcomeOf(one),
    decision: {
      target: decision.target,
      kind: decision.kind,
      reason: decision.reason,
      ...(entry !== undefined && { evidence: { run: entry.run, learned: entry.learned } }),
    },
    ...(unsent !== undefined && { unsent }),
    emulator: emulator.status,
    ...judged(one),
    messages: {
      ...(emulator.message !== undefined && { emulator: emulator.message }),
      ...(judgement?.cloud?.message !== undefined && { cloud: judgement.cloud.message }),
    },
    ...(needsLook(one) && { reproduce: reproduction(test.id, options) }),
    ms: {
      ...(emulator.ms !== undefined && { emulator: emulator.ms }),
      ...(judgement?.cloud?.ms !== undefined && { cloud: judgement.cloud.ms }),
    },
    requests: observation.requests,
    operations: observation.operations,
    fingerprint: trace.fingerprint,
    cost: one.cost,
    ...(spent !== undefined && { spent }),
    ...(options.withTraces?.(one) && { traces: judgement?.traces ?? { emulator: trace } }),
  };
}

function judged({ judgement }: HybridTest): Partial<TestDocument> {
  if (judgement === undefined) return {};
  const { cloud, verdict, difference, tolerated, cause } = judgement;
  return {
    cloud: cloud?.status ?? null,
    verdict,
    ...(difference !== undefined && { difference, differences: differencesBeside(difference, judgement) }),
    ...(tolerated.length > 0 && { tolerated }),
    ...(cause !== undefined && { cause }),
  };
}

/** All that differed in the exchange that differed first. */
function differencesBeside(first: Difference, { traces }: Judgement): readonly Difference[] {
  if (traces === undefined) return [first];
  const { emulator, cloud } = first.exchanges;
  return compareTraces(traces.emulator, traces.cloud).differences.filter(
    ({ exchanges }) => exchanges.emulator === emulator && exchanges.cloud === cloud,
  );
}

/** Whether emulator and cloud did not agree on a test that ran on both. */
export function needsLook({ judgement }: HybridTest): boolean {
  return judgement !== undefined && judgement.verdict !== "agrees";
}
