import type { AnswerOutcome } from "../replay/outcome.ts";

/** An exchange that is answered otherwise by the one target than by the other. */
export interface ChangedAnswer {
  readonly recording: string;
  /** Its place in the recording, from 0. */
  readonly index: number;
  readonly service: string;
  readonly operation: string;
  /** `null` where it could not be performed there. */
  readonly a: AnswerOutcome | null;
  readonly b: AnswerOutcome | null;
  /** What was answered when it was recorded. */
  readonly recorded: AnswerOutcome | null;
  /** Which of the two answers as recorded. */
  readonly recordedIs: "a" | "b" | "neither";
}

/** A part of answers with the same outcome that is another. */
export interface ChangedValue {
  readonly index: number | null;
  readonly operation: string;
  /** `response.header.etag`, `response.body…`; `step` and `order` where exchanges as such differ. */
  readonly place: string;
  readonly a: string | null;
  readonly b: string | null;
}

/** A test that is not answered the same by the two. */
export interface ChangedTest {
  /** The test's id, or the recording's name where exchanges belong to none. */
  readonly test: string;
  readonly answers: readonly ChangedAnswer[];
  readonly values: readonly ChangedValue[];
}

/** A finding of the catalogue, as far as it is compared. */
export interface ComparedFinding {
  readonly id: string;
  readonly service: string;
  readonly operation: string;
}

/** An entry of the safe list that is good for the one target and not for the other. */
export interface LapsingEntry {
  readonly test: string;
  readonly emulators: readonly string[];
  readonly learned: string;
  /** Whether the test's answers are still the same; `null` where no trace has it. */
  readonly isChanged: boolean | null;
}

/** What changes from the one target to the other. */
export interface CompareResult {
  readonly recordings: number;
  readonly exchanges: number;
  /** How many of the exchanges are for no service that both targets have, or for what others have on one of them. */
  readonly uncompared: number;
  /** What the targets are, by service: `azurite 3.36.0`. */
  readonly a: Readonly<Record<string, string>>;
  readonly b: Readonly<Record<string, string>>;
  readonly tests: { readonly compared: number; readonly changed: readonly ChangedTest[] };
  readonly findings: {
    /** Those that show on the first and not on the second. */
    readonly gone: readonly ComparedFinding[];
    /** Those that show on the second and not on the first. */
    readonly appeared: readonly ComparedFinding[];
    /** How many show on both. */
    readonly stayed: number;
    /** How many show on neither. */
    readonly absent: number;
    /** How many could not be performed. */
    readonly unperformed: number;
  };
  readonly safeList: { readonly entries: number; readonly lapsing: readonly LapsingEntry[] };
  readonly seconds: number;
}

/** Whether there is anything that a team has to look at. */
export function isChanged({ tests, findings, safeList }: CompareResult): boolean {
  return tests.changed.length + findings.gone.length + findings.appeared.length + safeList.lapsing.length > 0;
}

/** Whether neither a test nor a finding was performed on both. */
export function isNothing({ tests, findings: { gone, appeared, stayed, absent } }: CompareResult): boolean {
  return tests.compared + gone.length + appeared.length + stayed + absent === 0;
}
