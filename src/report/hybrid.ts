import {
  addCosts,
  type Cost,
  formatCost,
  type HybridReport,
  type HybridTest,
  saved,
  type Verdict,
} from "../hybrid/index.ts";

/** Counts of a hybrid run, as every report begins with them. */
export interface HybridSummary {
  readonly tests: number;
  readonly kept: Readonly<Record<string, number>>;
  readonly sent: number;
  readonly unsent: number;
  readonly verdicts: Readonly<Partial<Record<Verdict, number>>>;
  readonly cost: { readonly all: Cost; readonly sent: Cost };
  readonly savedPercent: number;
  readonly failed: number;
  /** The oldest evidence that a kept test rests on, as an ISO date. */
  readonly oldestEvidence?: string;
  readonly revalidated: { readonly tests: number; readonly disagreed: number; readonly upperBound: number };
}

/** Adds up a hybrid run. */
export function summariseHybrid({ tests }: HybridReport): HybridSummary {
  const isSent = ({ judgement }: HybridTest) => judgement !== undefined;
  const kept = tests.filter(({ decision }) => decision.target === "emulator");
  const sent = tests.filter(isSent);
  const all = addCosts(...tests.map(({ cost }) => cost));
  const sentCost = addCosts(...sent.map(({ cost }) => cost));
  const checked = sent.filter(({ decision }) => decision.kind === "revalidated");
  const disagreed = checked.filter(({ judgement }) => judgement?.verdict !== "agrees").length;
  const [oldest] = kept.flatMap(({ decision }) => decision.entry?.learned ?? []).sort();
  return {
    tests: tests.length,
    kept: counts(kept.map(({ decision }) => decision.kind)),
    sent: sent.length,
    unsent: tests.filter(({ unsent }) => unsent !== undefined).length,
    verdicts: counts(sent.flatMap(({ judgement }) => judgement?.verdict ?? [])),
    cost: { all, sent: sentCost },
    savedPercent: saved(all, sentCost).percent,
    failed: tests.filter(hasFailed).length,
    ...(oldest !== undefined && { oldestEvidence: oldest }),
    revalidated: { tests: checked.length, disagreed, upperBound: upperBound(disagreed, checked.length) },
  };
}

function counts<Name extends string>(names: readonly Name[]): Record<Name, number> {
  const groups = Map.groupBy(names, (name) => name);
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length])) as Record<Name, number>;
}

/** The result that counts: the cloud's where the test was sent, the emulator's otherwise. */
export function hasFailed({ emulator, judgement }: HybridTest): boolean {
  return (judgement?.cloud ?? emulator).status === "failed";
}

/**
 * The share of wrong decisions that 95 of 100 such samples would not exceed (Clopper–Pearson, one-sided); 1 where
 * nothing was drawn.
 */
function upperBound(wrong: number, drawn: number): number {
  if (drawn === 0 || wrong >= drawn) return 1;
  let [low, high] = [wrong / drawn, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (atMost(wrong, drawn, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** How probable it is that at most so many of those drawn are wrong, if each is with this probability. */
function atMost(wrong: number, drawn: number, probability: number): number {
  let term = (1 - probability) ** drawn;
  let sum = term;
  for (let count = 1; count <= wrong; count++) {
    term *= ((drawn - count + 1) / count) * (probability / (1 - probability));
    sum += term;
  }
  return sum;
}

const verdictLines: Readonly<Partial<Record<Verdict, string>>> = {
  unsafe: "passes on the emulator and fails on the cloud",
  "false alarm": "fails on the emulator and passes on the cloud",
  differs: "ends the same on both, but does not do the same",
  flaky: "differs from run to run on the same target",
  "not run": "gave no result on the cloud",
};

/** A hybrid run for people: what makes the decisions believable first, then what needs a look. */
export function hybridLines(report: HybridReport): readonly string[] {
  const summary = summariseHybrid(report);
  const kept = Object.entries(summary.kept).map(([kind, count]) => `${kind} ${count}`);
  const keptCount = Object.values(summary.kept).reduce((sum, count) => sum + count, 0);
  const lines = [
    `${summary.tests} tests on ${report.measured.emulators.join(", ")} · ${formatCost(summary.cost.all)} if all went to the cloud`,
    `  ${keptCount} kept${kept.length === 0 ? "" : ` (${kept.join(", ")})`} · ${summary.sent} sent · ${summary.unsent} should have been sent and were not`,
    `  requests are told apart by ${report.runner}, tier ${report.tier}${report.unattributed === 0 ? "" : `; ${report.unattributed} belong to no test and count for every one`}`,
  ];
  if (summary.oldestEvidence !== undefined) {
    lines.push(`  the oldest evidence is of ${summary.oldestEvidence.slice(0, 10)}`);
  }
  if (summary.revalidated.tests > 0) {
    const { tests, disagreed, upperBound: bound } = summary.revalidated;
    lines.push(
      `  ${tests} of the kept were checked on the cloud, ${disagreed} disagreed: at most ${(bound * 100).toFixed(1)}% wrong (95%)`,
    );
  }
  if (summary.sent > 0) {
    lines.push(
      `  on the cloud: ${formatCost(summary.cost.sent)} · ${summary.savedPercent.toFixed(1)}% of the requests saved · ${report.learned} learned`,
    );
  }
  for (const [verdict, line] of Object.entries(verdictLines)) {
    for (const one of report.tests.filter(({ judgement }) => judgement?.verdict === verdict)) {
      lines.push(`✗ ${one.test.id}`, `    ${line}`, ...differenceLines(one));
    }
  }
  return lines;
}

function differenceLines({ judgement, test }: HybridTest): readonly string[] {
  const { difference, cause } = judgement ?? {};
  const side =
    difference === undefined
      ? []
      : [
          `    ${difference.operation} ${difference.place}: emulator ${difference.emulator ?? "nothing"} · cloud ${difference.cloud ?? "nothing"}`,
        ];
  const why = cause === undefined ? [] : [`    cause: ${cause}`];
  return [...side, ...why, `    why: touchstone run --explain ${JSON.stringify(test.id)} -- …`];
}
