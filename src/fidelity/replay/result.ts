import type { AnswerOutcome } from "./outcome.ts";

/** An exchange whose answer is not the recorded one. */
export interface ReplayDiscrepancy {
  readonly recording: string;
  /** Its place in the recording, from 0. */
  readonly index: number;
  readonly service: string;
  readonly operation: string;
  readonly expected: AnswerOutcome;
  readonly actual: AnswerOutcome;
  /** The place of an earlier one in the same recording that it may only follow from. */
  readonly following?: number;
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
}

/** What became of one recording. */
export interface RecordingResult {
  readonly exchanges: number;
  /** How many things had to be there before it began. */
  readonly prepared: number;
  readonly matched: number;
  readonly skipped: readonly SkippedExchange[];
  readonly discrepancies: readonly ReplayDiscrepancy[];
}

/** Discrepancies of one operation with the same two outcomes. */
export interface DiscrepancyGroup {
  readonly operation: string;
  readonly expected: AnswerOutcome;
  readonly actual: AnswerOutcome;
  readonly count: number;
  readonly following: number;
  /** Where the first of them is. */
  readonly example: { readonly recording: string; readonly index: number };
}

/** What became of all recordings. */
export interface ReplayResult {
  readonly recordings: number;
  readonly exchanges: number;
  readonly matched: number;
  readonly skipped: number;
  readonly discrepancies: readonly ReplayDiscrepancy[];
  readonly skipReasons: Readonly<Record<string, number>>;
  readonly groups: readonly DiscrepancyGroup[];
  /** How often the emulator died of a request. */
  readonly crashes: number;
  /** How many things were made because recordings found them there. */
  readonly prepared: number;
  readonly seconds: number;
}

export function groupsOf(discrepancies: readonly ReplayDiscrepancy[]): DiscrepancyGroup[] {
  const groups = Map.groupBy(discrepancies, ({ operation, expected, actual }) =>
    JSON.stringify([operation, expected.status, expected.code, actual.status, actual.code]),
  );
  return [...groups.values()]
    .flatMap((members): DiscrepancyGroup[] => {
      const [first] = members;
      if (first === undefined) return [];
      const { operation, expected, actual, recording, index } = first;
      const following = members.filter((one) => one.following !== undefined).length;
      return [
        { operation, expected, actual, count: members.length, following, example: { recording, index } },
      ];
    })
    .toSorted((one, other) => other.count - other.following - (one.count - one.following));
}

export function reasonCounts(skipped: readonly SkippedExchange[]): Record<string, number> {
  const groups = [...Map.groupBy(skipped, ({ reason }) => reason)].map(
    ([reason, members]): [string, number] => [reason, members.length],
  );
  return Object.fromEntries(groups.toSorted(([, one], [, other]) => other - one));
}
