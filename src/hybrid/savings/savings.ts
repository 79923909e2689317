import type { SequenceRecording } from "./recording.ts";

/** What of two sequences is compared: every request in order, or which requests there are. */
export type SequenceComparison = "exact" | "set";

/** What a sequence is looked up in: what the test sent when it last ran, or all that it has sent so far. */
type KnownSequences = "commit-before" | "accumulating";

/** Percent of the requests that need not go to the cloud, by policy. */
interface SavedByPolicy {
  readonly api: number;
  readonly monitor: number;
  readonly combined: number;
}

/** What is saved under one reading of "the sequence is known". */
export interface Replay {
  readonly sequence: SequenceComparison;
  readonly known: KnownSequences;
  readonly policies: SavedByPolicy;
}

/** What each policy would have saved on a recording. */
export interface Savings {
  readonly project: string;
  readonly tests: number;
  readonly commits: number;
  /** Requests after the first commit, which fills the safe list: what the percents are of. */
  readonly requests: number;
  /** The one that was asked for, against the commit before. */
  readonly sequence: SequenceComparison;
  readonly policies: SavedByPolicy;
  /** Both comparisons with both kinds of safe list; the first is the paper's. */
  readonly replays: readonly Replay[];
  /** What in the recording deserves a second look. */
  readonly remarks: readonly string[];
}

/**
 * Replays a recording under each policy.
 *
 * @example
 * savingsOf(await readRecording("insights.json.gz")).policies; // { api: 4.29, monitor: 47.19, combined: 47.19 }
 */
export function savingsOf(recording: SequenceRecording, sequence: SequenceComparison = "exact"): Savings {
  const replays = (["exact", "set"] as const).flatMap((comparison) =>
    (["commit-before", "accumulating"] as const).map((known) => replay(recording, comparison, known)),
  );
  const [first, ...later] = recording.commits;
  return {
    project: recording.project,
    tests: new Set([first, ...later].flatMap((commit) => Object.keys(commit ?? {}))).size,
    commits: recording.commits.length,
    requests: later.flatMap((commit) => Object.values(commit)).reduce((sum, sent) => sum + sent.length, 0),
    sequence,
    policies: replay(recording, sequence, "commit-before").policies,
    replays,
    remarks: remarksOn(recording),
  };
}

function replay(recording: SequenceRecording, sequence: SequenceComparison, known: KnownSequences): Replay {
  const [first = {}, ...later] = recording.commits;
  const judge = judgeOf(recording);
  const safeList = new SafeSequences(sequence, known);
  for (const [test, sent] of Object.entries(first)) safeList.learn(test, sent);
  const saved = { api: 0, monitor: 0, combined: 0 };
  let total = 0;
  for (const [test, sent] of later.flatMap((commit) => Object.entries(commit))) {
    const isKnown = safeList.has(test, sent);
    const { differs, discrepant } = judge(test);
    total += sent.length;
    if (!differs && !discrepant) saved.api += sent.length;
    if (!differs && isKnown) saved.monitor += sent.length;
    if (!differs && (!discrepant || isKnown)) saved.combined += sent.length;
    safeList.learn(test, sent);
  }
  return {
    sequence,
    known,
    policies: {
      api: percent(saved.api, total),
      monitor: percent(saved.monitor, total),
      combined: percent(saved.combined, total),
    },
  };
}

/** What is known of a test beforehand. One that sends requests and has no operations listed may have called anything. */
function judgeOf({ discrepantOperations, differingTests, operationsByTest }: SequenceRecording) {
  const discrepant = new Set(discrepantOperations);
  const differing = new Set(differingTests);
  const listed = new Map(Object.entries(operationsByTest));
  return (test: string) => {
    const operations = listed.get(test) ?? [];
    return {
      differs: differing.has(test),
      discrepant: operations.length === 0 || operations.some((operation) => discrepant.has(operation)),
    };
  };
}

/** The sequences that a cloud run has confirmed, by test. */
class SafeSequences {
  readonly #sequence: SequenceComparison;
  readonly #known: KnownSequences;
  readonly #byTest = new Map<string, Set<string>>();

  constructor(sequence: SequenceComparison, known: KnownSequences) {
    this.#sequence = sequence;
    this.#known = known;
  }

  has(test: string, sent: readonly string[]): boolean {
    return this.#byTest.get(test)?.has(this.#key(sent)) ?? false;
  }

  learn(test: string, sent: readonly string[]): void {
    const before = this.#known === "accumulating" ? (this.#byTest.get(test) ?? []) : [];
    this.#byTest.set(test, new Set([...before, this.#key(sent)]));
  }

  #key(sent: readonly string[]): string {
    return JSON.stringify(this.#sequence === "exact" ? sent : [...new Set(sent)].toSorted());
  }
}

function remarksOn(recording: SequenceRecording): string[] {
  return [...blankRemarks(recording), ...unlistedRemarks(recording), ...strayRemarks(recording)];
}

function blankRemarks(recording: SequenceRecording): string[] {
  const trimmed = (names: readonly string[]) => names.map((name) => name.trim());
  const { discrepantOperations, operationsByTest } = recording;
  const all = [discrepantOperations, ...Object.values(operationsByTest)].flat();
  const blank = [...new Set(all.filter((name) => name !== name.trim()))];
  if (blank.length === 0) return [];
  const clean = {
    ...recording,
    discrepantOperations: trimmed(discrepantOperations),
    operationsByTest: Object.fromEntries(
      Object.entries(operationsByTest).map(([test, names]) => [test, trimmed(names)]),
    ),
  };
  const { api, combined } = replay(clean, "exact", "commit-before").policies;
  const names = blank.map((name) => JSON.stringify(name)).join(", ");
  return [
    `operation names with blanks around them: ${names}; without the blanks api saves ${api.toFixed(2)}% and combined ${combined.toFixed(2)}%`,
  ];
}

function unlistedRemarks({ commits, operationsByTest }: SequenceRecording): string[] {
  const sending = commits.flatMap((commit) =>
    Object.entries(commit).flatMap(([test, sent]) => (sent.length > 0 ? [test] : [])),
  );
  const listed = new Map(Object.entries(operationsByTest));
  const unlisted = new Set(sending.filter((test) => (listed.get(test) ?? []).length === 0));
  if (unlisted.size === 0) return [];
  return [`tests without a list of operations, counted as discrepant: ${[...unlisted].join(", ")}`];
}

function strayRemarks({ commits, differingTests }: SequenceRecording): string[] {
  const stray = differingTests.filter((test) => !commits.some((commit) => Object.hasOwn(commit, test)));
  return stray.length === 0 ? [] : [`differing tests that no commit has: ${stray.join(", ")}`];
}

/** With two decimals, as the paper's tables are compared. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
