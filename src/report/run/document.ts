import type {
  CanonicalTrace,
  Cost,
  Difference,
  HybridReport,
  Policy,
  ReasonKind,
  Verdict,
} from "../../hybrid/index.ts";
import type { TestStatus } from "../../lab/index.ts";

/** The version of the document: readers refuse a newer one. */
export const documentVersion = 1;

/** How a test counts: `undecided` where the result that would count is missing. */
export type Outcome = TestStatus | "undecided";

/** A hybrid run as it is told: what `--json` prints, and what every other report is made from. Secrets are not in it. */
export interface RunDocument {
  readonly touchstone: "run";
  readonly version: typeof documentVersion;
  readonly run: string;
  readonly started: string;
  readonly ended: string;
  readonly command: readonly string[];
  /** Nothing was sent, on request. */
  readonly dryRun: boolean;
  readonly policy: Policy;
  readonly sequence: string;
  /** All tests, those that were put off, or all on both sides. */
  readonly scope: HybridReport["scope"];
  /** Whether tests could be sent. */
  readonly access: HybridReport["access"];
  readonly runner: string;
  /** How requests are told apart by tests: 1 is by each request, 4 is the command as a whole. */
  readonly tier: number;
  readonly emulators: readonly string[];
  readonly interfaces: string;
  /** The folder of the run's traces. */
  readonly traces: string;
  /** How many tests were kept on the emulator, by the kind of reason. */
  readonly kept: Readonly<Partial<Record<ReasonKind, number>>>;
  readonly sent: number;
  /** How many should have been sent and were not, by why. */
  readonly unsent: number;
  readonly unsentBecause: Readonly<Record<string, number>>;
  /** Tests of which no request was seen, where silence says nothing. */
  readonly notObserved: number;
  /** Requests that belong to no test, and so count for every one. */
  readonly unattributed: number;
  readonly learned: number;
  /** Tests that wait for the cloud, those of earlier runs among them. */
  readonly waiting: number;
  /** What the run has made on the cloud and could not remove. */
  readonly leftovers: HybridReport["leftovers"];
  /** What an audit says of the decisions; `null` in any other run. */
  readonly audit: Audit | null;
  /** When the oldest evidence was learned that a kept test rests on, and how many days ago that was. */
  readonly oldestEvidence: { readonly learned: string; readonly days: number } | null;
  readonly revalidated: Revalidated;
  /** What could still be wrong, in sentences. */
  readonly risk: readonly string[];
  readonly outcomes: Readonly<Record<Outcome, number>>;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly discrepancies: Discrepancies;
  /** The most used first. */
  readonly operations: readonly OperationUse[];
  readonly fixNext: readonly Fix[];
  readonly cost: RunCost;
  readonly tests: readonly TestDocument[];
  /** The runner's exit code, where it failed on the emulators though no test did; `null` otherwise. */
  readonly unexplainedExit: number | null;
  /** What failed and belongs to no test, such as a file that cannot be loaded. */
  readonly broken: readonly BrokenFile[];
}

/** Decisions, checked on the cloud one by one. */
export interface Audit {
  /** Tests that were judged. */
  readonly judged: number;
  /** Of these, how many would have been kept on the emulator. */
  readonly kept: number;
  /** The kept that end differently on the cloud, by id. */
  readonly wrong: readonly string[];
  /** The kept that end the same, but did not do the same. */
  readonly doubtful: readonly string[];
  /** Those that would have been sent, and agree. */
  readonly needless: number;
  readonly unsent: number;
}

/** How many kept tests were checked on the cloud all the same, and what that says of all of them. */
export interface Revalidated {
  readonly tests: number;
  readonly disagreed: number;
  /** The share of wrong decisions that is not exceeded, at 95%; `null` where nothing was checked. */
  readonly upperBound: number | null;
}

export interface TestDocument {
  readonly id: string;
  readonly file: string;
  readonly titles: readonly string[];
  readonly outcome: Outcome;
  readonly decision: {
    readonly target: "emulator" | "cloud";
    readonly kind: ReasonKind;
    readonly reason: string;
    /** The cloud run that the decision rests on. */
    readonly evidence?: { readonly run: string; readonly learned: string };
  };
  readonly unsent?: string;
  readonly emulator: TestStatus;
  /** `null` where it was sent and gave no result. */
  readonly cloud?: TestStatus | null;
  readonly verdict?: Verdict;
  /** The first thing that was not the same, and all that was not the same in that exchange. */
  readonly difference?: Difference;
  readonly differences?: readonly Difference[];
  readonly tolerated?: readonly string[];
  readonly cause?: string;
  readonly messages: { readonly emulator?: string; readonly cloud?: string };
  /** A command line that runs this test alone on both. */
  readonly reproduce?: string;
  readonly ms: { readonly emulator?: number; readonly cloud?: number };
  /** Its own, on the emulator. */
  readonly requests: number;
  readonly operations: readonly string[];
  readonly fingerprint: string;
  /** What it costs on the cloud, by its requests on the emulator; and what was spent, if it was sent. */
  readonly cost: Cost;
  readonly spent?: Cost;
  /** What it did, where that was asked for. */
  readonly traces?: { readonly emulator: CanonicalTrace; readonly cloud?: CanonicalTrace };
}

export interface BrokenFile {
  readonly file: string;
  readonly message: string;
}

/** The suite as the rows of a table: each file that has a discrepant test, and all of them together. */
export interface Discrepancies {
  readonly total: DiscrepancyRow;
  readonly files: readonly DiscrepancyRow[];
}

export interface DiscrepancyRow {
  readonly file: string;
  readonly tests: number;
  /** Tests that sent something. */
  readonly cloudTests: number;
  /** Those that use an operation which differs, or that did not do the same on both. */
  readonly discrepantTests: number;
  /** Those that ended differently on both. */
  readonly discrepantResults: number;
  readonly safetyViolations: number;
  readonly falseAlarms: number;
}

export interface OperationUse {
  readonly operation: string;
  /** How many tests use it. */
  readonly tests: number;
  readonly isDiscrepant: boolean;
  /** `seen`: it answered differently in this run; otherwise what the catalogue says. */
  readonly known: "seen" | "differs" | "agrees" | "not measured";
}

/** What is left of the discrepant tests once this operation, and all those before it, are mended. */
export interface Fix {
  readonly operation: string;
  readonly discrepantTestsLeft: number;
  readonly discrepantResultsLeft: number;
}

export interface RunCost {
  /** If all had been sent. */
  readonly all: Cost;
  readonly sent: Cost;
  /** Of the tests that should have been sent and were not, or that a dry run would send. */
  readonly unsent: Cost;
  /** What neither was sent nor should have been. */
  readonly saved: { readonly requests: number; readonly percent: number; readonly dollars: number };
  /** By line of the price list, the dearest first. */
  readonly lines: readonly PricedLine[];
}

export interface PricedLine {
  readonly service: string;
  readonly line: string;
  /** The price class: `write`. */
  readonly class: string;
  /** What the line is for: `{ tier: "hot", redundancy: "LRS" }`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly all: { readonly units: number; readonly dollars: number };
  readonly sent: { readonly units: number; readonly dollars: number };
}
