import type { ServiceName } from "../../clouds/index.ts";
import type { Claims } from "../findings/claims.ts";
import type { Finding } from "../findings/finding.ts";
import type { Side } from "../sides/side.ts";
import type { MadeCall } from "../sides/unanswered-calls.ts";
import type { CoverageTable } from "./coverage.ts";

/** How long, how far, and on what a fuzzing run goes. */
export interface FuzzOptions {
  readonly emulator: Side;
  readonly reference: Side;
  readonly seed: number;
  /** How many calls are generated; those that minimise and reproduce come on top. */
  readonly calls?: number;
  /** Milliseconds after which nothing new is begun. */
  readonly budget?: number;
  /** Ends when nothing new has appeared for a while. */
  readonly untilQuiet?: boolean;
  /** What the emulator's own documents say. */
  readonly claims?: Claims;
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (progress: FuzzProgress) => void;
  readonly signal?: AbortSignal;
}

/** How far a run is. */
export interface FuzzProgress {
  readonly calls: number;
  readonly reached: number;
  readonly findings: number;
  readonly seconds: number;
}

/** What a fuzzing run has found. */
export interface FuzzResult {
  readonly service: ServiceName;
  readonly emulator: string;
  readonly reference: string;
  readonly seed: number;
  readonly operations: {
    readonly total: number;
    readonly reached: number;
    /** Of those that were reached: performed by both sides. */
    readonly succeeded: number;
    readonly unreached: readonly string[];
  };
  readonly calls: number;
  readonly masked: number;
  readonly retries: number;
  /** How often the emulator's process died. */
  readonly crashes: number;
  /** How often that of the reference did. */
  readonly referenceCrashes: number;
  /** How often the emulator answered nothing any more, so that it was started again. */
  readonly hangs: number;
  /** How often the reference did. */
  readonly referenceHangs: number;
  readonly seconds: number;
  readonly findings: readonly Finding[];
  /** Those that do not show each time. */
  readonly timeDependent: readonly Finding[];
  /** Differences that did not show again on clean state. */
  readonly unconfirmed: number;
  /** Differences that there was no time to look into. */
  readonly unexamined: number;
  /** Why the run has ended early: `the budget of 500 requests is spent`. */
  readonly spent?: string;
  /** That a target which runs already answers nothing any more, in words: it ended the run. */
  readonly lost?: string;
  /** The calls that it had not answered by then: one of them may have caused it. */
  readonly underWay?: readonly MadeCall[];
  /** Operations that both sides have performed, that were called in several ways, and whose differences are all among the findings. */
  readonly measured: readonly string[];
  readonly coverage: CoverageTable;
}
