import type { SequenceMode } from "../../clouds/index.ts";
import type { CloudAccounts, Lab, Suite, SuiteTest, TestResult } from "../../lab/index.ts";
import type { Contract } from "../../model/index.ts";
import type { Prices } from "../cost/index.ts";
import type { Catalogue } from "../decide/catalogue.ts";
import type { Policy } from "../decide/decide.ts";
import type { SafeListStore } from "../safe-list/entry.ts";

/** How a suite is run, and what may be sent where. */
export interface HybridOptions {
  readonly suite: Suite;
  readonly lab: Lab;
  readonly cwd: string;
  readonly command: readonly string[];
  /** Where the traces of this run go. */
  readonly folder: string;
  readonly policy: Policy;
  readonly mode: SequenceMode;
  readonly catalogue: Catalogue;
  /** What is known of the real services, where the policy asks for it. */
  readonly contracts?: readonly Contract[];
  readonly store: SafeListStore;
  readonly prices: Prices;
  /** Entries older than this many days are asked again. */
  readonly daysTrusted: number;
  /** How many of the tests that are kept go to the cloud all the same, as a check: 0 to 1. */
  readonly revalidate: number;
  readonly pinned: (test: SuiteTest) => "cloud" | "emulator" | undefined;
  readonly cloud: CloudAccess;
  /** Which tests are run: all, those that were put off before, or all on both sides, to check the decisions. */
  readonly scope: "all" | "deferred" | "audit";
  /** A test's id as the safe list has it. */
  readonly storedId: (id: string) => string;
  /** Credentials that must not appear in what is written, wherever they stand. */
  readonly secrets: readonly string[];
  /** What may be sent at the most. */
  readonly budget: { readonly requests?: number; readonly dollars?: number };
  /** How long it is waited, in ms, before tests that met a busy cloud are sent again, each time. */
  readonly busyPauses: readonly number[];
  /** Whether what the cloud confirms is put on the safe list. */
  readonly isLearning: boolean;
  readonly onEvent?: (event: HybridEvent) => void;
  /** Told of secrets that come only when they are asked for, such as tokens. */
  readonly onSecret?: (secret: string) => void;
  readonly signal?: AbortSignal;
}

/** Whether tests are sent to the cloud, and where. */
export type CloudAccess =
  /** Accounts with names of their own for each time that tests are sent. */
  | { readonly kind: "open"; readonly open: () => CloudAccounts }
  /** Tests that need the cloud wait for a run of those that were put off. */
  | { readonly kind: "deferred" }
  /** Nothing is sent, since nothing can be or since nobody wants it; `why` says so of a test. */
  | { readonly kind: "unreachable" | "dry run"; readonly why: string };

/** Where tests run: first all on the emulators, then those that need the cloud once more there, and on the cloud. */
export type Phase = "emulator" | "noise" | "cloud";

/** What happens in a run, as it happens. */
export type HybridEvent =
  | {
      readonly type: "phase";
      readonly phase: Phase;
      readonly tests: number | undefined;
    }
  | { readonly type: "result"; readonly phase: Phase; readonly result: TestResult }
  | { readonly type: "request"; readonly phase: Phase }
  | { readonly type: "note"; readonly text: string }
  | { readonly type: "output"; readonly text: string; readonly stream: "stdout" | "stderr" };
