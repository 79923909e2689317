import type { ReadExchange, ServiceName } from "../../clouds/index.ts";
import type { Citation } from "./citation.ts";
import type { AnswerOutcome } from "./outcome.ts";
import type { RecordedFinding } from "./recorded-finding.ts";

/** An exchange whose answer is not the recorded one. */
export interface ReplayDiscrepancy {
  readonly recording: string;
  /** Its place in the recording, from 0. */
  readonly index: number;
  readonly service: ServiceName;
  readonly operation: string;
  readonly expected: AnswerOutcome;
  readonly actual: AnswerOutcome;
  /** What the refusals say to people. */
  readonly messages: { readonly expected: string | null; readonly actual: string | null };
  /** What explains it; without one it stands for itself. */
  readonly cites?: Citation;
  /** Whether it was seen again when the recording was performed once more. */
  readonly reproduced?: boolean;
  /** Whose exchange it is, where recordings have tests. */
  readonly test?: string;
}

/** An exchange that was not performed, or not to any purpose. */
export interface SkippedExchange {
  readonly recording: string;
  readonly index: number;
  readonly operation: string;
  readonly reason: string;
  /** The place of an earlier one in the same recording that differs, where it may only follow from that. */
  readonly following?: number;
}

/** What became of one recording. */
export interface RecordingResult {
  readonly exchanges: number;
  /** How many things were made because they had to be there before it began. */
  readonly prepared: number;
  readonly matched: number;
  /** Of these, those for which something was put in place or brought about. */
  readonly helped: number;
  readonly skipped: readonly SkippedExchange[];
  readonly discrepancies: readonly ReplayDiscrepancy[];
  /** How each exchange was answered, by its place; absent where it was not performed. */
  readonly answers: ReadonlyMap<number, AnswerOutcome>;
  /** The places of those of which the emulator's process died. */
  readonly deaths: ReadonlySet<number>;
  /** What the exchanges say about behaviour, each with its place counted from 1; empty unless it was asked for. */
  readonly steps: readonly ReadExchange[];
}

/** Discrepancies of one operation with the same two outcomes. */
export interface DiscrepancyGroup {
  readonly operation: string;
  readonly expected: AnswerOutcome;
  readonly actual: AnswerOutcome;
  readonly count: number;
  /** What explains them, each once. */
  readonly cites: readonly Citation[];
  /** Where the first of them is. */
  readonly example: { readonly recording: string; readonly index: number };
}

/** How many exchanges came to what; the percentages are of all of them. */
export interface ReplaySummary {
  readonly matched: number;
  /** How many of these were for something put in place, or on something brought about, that the target lacks. */
  readonly helped: number;
  readonly citedContract: number;
  readonly citedFinding: number;
  readonly uncited: number;
  readonly skipped: number;
  /** How many of the skipped differ after an earlier difference that they depend on. */
  readonly following: number;
  readonly percent: {
    readonly matched: number;
    readonly cited: number;
    readonly uncited: number;
    readonly skipped: number;
  };
}

/** What became of all recordings. */
export interface ReplayResult {
  readonly recordings: number;
  readonly exchanges: number;
  readonly matched: number;
  readonly skipped: number;
  readonly discrepancies: readonly ReplayDiscrepancy[];
  /** What was found by them, each on clean state and with no more than it needs. */
  readonly findings: readonly RecordedFinding[];
  readonly summary: ReplaySummary;
  /** The skipped ones, each with its reason. */
  readonly skips: readonly SkippedExchange[];
  readonly skipReasons: Readonly<Record<string, number>>;
  readonly groups: readonly DiscrepancyGroup[];
  /** How often the emulator died of a request. */
  readonly crashes: number;
  /** How many things were made because recordings found them there. */
  readonly prepared: number;
  readonly seconds: number;
}

export function groupsOf(discrepancies: readonly ReplayDiscrepancy[]): DiscrepancyGroup[] {
  return [...Map.groupBy(discrepancies, pairOf).values()]
    .flatMap((members): DiscrepancyGroup[] => {
      const [first] = members;
      if (first === undefined) return [];
      const { operation, expected, actual, recording, index } = first;
      const cites = new Map(members.flatMap(({ cites: cited }) => (cited ? [[cited.id, cited]] : [])));
      const example = { recording, index };
      return [{ operation, expected, actual, count: members.length, cites: [...cites.values()], example }];
    })
    .toSorted((one, other) => other.count - one.count);
}

/** What makes two discrepancies one: their operation and both outcomes. */
export function pairOf({ service, operation, expected, actual }: ReplayDiscrepancy): string {
  return JSON.stringify([service, operation, told(expected), told(actual)]);
}

function told({ status, code, parts = [] }: AnswerOutcome): readonly unknown[] {
  return [status, code, ...parts];
}

export function reasonCounts(skipped: readonly SkippedExchange[]): Record<string, number> {
  const groups = [...Map.groupBy(skipped, ({ reason }) => reason)].map(
    ([reason, members]): [string, number] => [reason, members.length],
  );
  return Object.fromEntries(groups.toSorted(([, one], [, other]) => other - one));
}

export function summaryOf(results: readonly RecordingResult[]): ReplaySummary {
  const exchanges = results.reduce((sum, one) => sum + one.exchanges, 0);
  const matched = results.reduce((sum, one) => sum + one.matched, 0);
  const skipped = results.flatMap((one) => one.skipped);
  const helped = results.reduce((sum, one) => sum + one.helped, 0);
  const kinds = results.flatMap(({ discrepancies }) => discrepancies.map(({ cites }) => cites?.kind));
  const count = (wanted: Citation["kind"] | undefined) => kinds.filter((kind) => kind === wanted).length;
  const percent = (part: number) => (exchanges === 0 ? 0 : Math.round((part / exchanges) * 10_000) / 100);
  return {
    matched,
    helped,
    citedContract: count("contract"),
    citedFinding: count("finding"),
    uncited: count(undefined),
    skipped: skipped.length,
    following: skipped.filter(({ following }) => following !== undefined).length,
    percent: {
      matched: percent(matched),
      cited: percent(count("contract") + count("finding")),
      uncited: percent(count(undefined)),
      skipped: percent(skipped.length),
    },
  };
}
