import type { TestStatus } from "../../lab/index.ts";

/** What an entry was measured with: it is good for nothing else. */
export interface Measured {
  /** The emulators with their versions, in order: `azurite 3.37.0`, `s3rver 3.7.1`. */
  readonly emulators: readonly string[];
  /** The API versions that the test's requests asked for, in order: `azure-blob 2025-05-05`. */
  readonly apiVersions: readonly string[];
  /** The version of our interfaces and of the way in which traces are made canonical. */
  readonly interfaces: string;
}

/** A behaviour of a test on the emulator that a real cloud run has confirmed. */
export interface SafeListEntry {
  readonly test: string;
  /** The canonical trace, hashed. */
  readonly fingerprint: string;
  readonly measured: Measured;
  /** How the test ended, on both. */
  readonly outcome: TestStatus;
  /** The hash of the test's source. */
  readonly source: string;
  /** Differences between emulator and cloud that were let pass, such as message texts; each as its place. */
  readonly tolerated: readonly string[];
  /** The run on the cloud that confirmed it. */
  readonly run: string;
  /** When, as an ISO date. */
  readonly learned: string;
  /** How many requests the test sent to the cloud. */
  readonly requests: number;
}

/** What is noise in a test's traces: it differed between two runs on the same emulator. */
export interface LearnedNoise {
  readonly test: string;
  readonly measured: Measured;
  /** Places in the canonical trace that say nothing. */
  readonly places: readonly string[];
  readonly learned: string;
}

/** A test that waits for its turn on the cloud. */
export interface DeferredTest {
  readonly test: string;
  readonly reason: string;
  readonly since: string;
}

/** Where the safe list is kept. Every change is whole or not there, whatever happens in between. */
export interface SafeListStore extends AsyncDisposable {
  readonly entries: (filter?: EntryFilter) => Promise<readonly SafeListEntry[]>;
  /** Adds entries; one that is there already, by test, fingerprint, measured, outcome and source, is renewed. */
  readonly add: (entries: readonly SafeListEntry[]) => Promise<void>;
  /** Removes entries, renewed or not: they were found to be wrong. */
  readonly remove: (entries: readonly SafeListEntry[]) => Promise<void>;
  /** Removes entries that are still as they were read; one that was renewed since then stays. Gives how many went. */
  readonly removeAsRead: (entries: readonly SafeListEntry[]) => Promise<number>;
  readonly noise: (test?: string) => Promise<readonly LearnedNoise[]>;
  /** Adds places to what is known of a test for the same `measured`. */
  readonly addNoise: (noise: readonly LearnedNoise[]) => Promise<void>;
  /** Forgets all places of these tests for the same `measured`. */
  readonly removeNoise: (noise: readonly LearnedNoise[]) => Promise<void>;
  readonly deferred: () => Promise<readonly DeferredTest[]>;
  readonly defer: (tests: readonly DeferredTest[]) => Promise<void>;
  readonly settle: (tests: readonly string[]) => Promise<void>;
}

export interface EntryFilter {
  readonly tests?: readonly string[];
  /** Learned at or after this ISO date. */
  readonly since?: string;
}
