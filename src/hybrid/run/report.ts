import type { CanonicalTrace, SequenceMode } from "../../clouds/index.ts";
import type { Leftover, SuiteTest, TestResult } from "../../lab/index.ts";
import type { Cost } from "../cost/index.ts";
import type { Decision, Policy } from "../decide/decide.ts";
import type { Judgement } from "../decide/judge.ts";
import type { Measured } from "../safe-list/entry.ts";
import type { Observation } from "./observations.ts";
import type { CloudAccess, HybridOptions } from "./options.ts";

/** A test, where its result comes from, and what both targets said. */
export interface HybridTest {
  readonly test: SuiteTest;
  readonly decision: Decision;
  readonly emulator: TestResult;
  readonly observation: Observation;
  readonly trace: CanonicalTrace;
  /** What its requests would cost on the cloud. */
  readonly cost: Cost;
  /** What its requests to the cloud have cost; absent where it was not sent. */
  readonly spent?: Cost;
  /** Absent where it was not sent. */
  readonly judgement?: Judgement;
  /** Why it was not sent although it should have been. */
  readonly unsent?: string;
}

/** What came of a run. */
export interface HybridReport {
  readonly run: string;
  readonly started: string;
  readonly runner: string;
  readonly tier: number;
  readonly policy: Policy;
  readonly sequence: SequenceMode;
  /** What the catalogue says of the operations that were used; those that nobody measured are not in it. */
  readonly known: Readonly<Record<string, "agrees" | "differs">>;
  readonly scope: HybridOptions["scope"];
  /** Whether tests could be sent to the cloud. */
  readonly access: CloudAccess["kind"];
  readonly measured: Omit<Measured, "apiVersions">;
  readonly tests: readonly HybridTest[];
  /** Exchanges that belong to no test, and so count for every one. */
  readonly unattributed: number;
  readonly learned: number;
  /** How many tests wait for the cloud now, those of earlier runs among them. */
  readonly waiting: number;
  /**
   * What all would cost on the cloud, with the requests that belong to no test, and what was spent there, with all that
   * was tried again.
   */
  readonly cost: { readonly all: Cost; readonly sent: Cost };
  /** What the run has made on the cloud and could not remove. */
  readonly leftovers: readonly Leftover[];
  /** The runner's exit code, where it failed on the emulators though no test did. */
  readonly unexplainedExit?: number;
  /** Runner failures that belong to no test: a file that could not be loaded. */
  readonly broken: readonly TestResult[];
}
