import type { AttributionTier } from "../../wire/index.ts";

/** A test as its runner knows it. */
export interface SuiteTest {
  /** The same as in traces: `file > describe > title`, with ` #2` and so on for later equal ones of a file. */
  readonly id: string;
  /** Relative to the folder in which the command runs, with forward slashes. */
  readonly file: string;
  /** Its title and those of the groups around it, from the outside in. */
  readonly titles: readonly string[];
}

/** How a test of a suite ended. */
export type TestStatus = "passed" | "failed" | "skipped";

/** What became of a test. */
export interface TestResult {
  readonly id: string;
  readonly status: TestStatus;
  readonly ms?: number;
  /** What its failure says. */
  readonly message?: string;
}

/** One run of some tests. */
export interface SuiteRun {
  readonly exitCode: number;
  /**
   * Of each test that came to an end; one that is missing did not. What failed in a file and belongs to no test of it
   * (it cannot be loaded, or an `afterAll` failed) is a failed result whose id is the file.
   */
  readonly results: readonly TestResult[];
  /** What the results are of, in the same order: what may be selected next, without another listing. */
  readonly tests?: readonly SuiteTest[];
}

/** Which tests are run: all, or exactly these; a test whose id is its file stands for all of the file. */
export type Selection = "all" | readonly SuiteTest[];

/** How a test command is run in parts. */
export interface Suite {
  /** `vitest`, `pytest`; `command` where the whole command is one unit. */
  readonly runner: string;
  /** How its requests come to their tests. */
  readonly tier: AttributionTier;
  /** Runs the tests with these variables in their environment, beside those that we have ourselves. */
  readonly run: (selection: Selection, options: SuiteRunOptions) => Promise<SuiteRun>;
  /** Every test, without running any; for runners that cannot tell, those of the last run. */
  readonly list: (options: SuiteRunOptions) => Promise<readonly SuiteTest[]>;
}

/** How a suite is run. */
export interface SuiteRunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** For runners of tier 3: the variables of one test alone. */
  readonly envOf?: (test: SuiteTest) => Promise<Readonly<Record<string, string>>>;
  /** Told of each result as it comes, where the runner tells. */
  readonly onResult?: (result: TestResult) => void;
  /** What the runner prints. */
  readonly onOutput?: (text: string, stream: "stdout" | "stderr") => void;
  readonly signal?: AbortSignal;
}
