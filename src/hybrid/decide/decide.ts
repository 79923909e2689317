import type { CanonicalTrace } from "../../clouds/index.ts";
import type { SuiteTest, TestResult } from "../../lab/index.ts";
import type { Observation } from "../run/observations.ts";
import type { Measured, SafeListEntry } from "../safe-list/entry.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Contracts } from "./contracts.ts";

/** What `--policy` may be. */
export const policies = ["api", "monitor", "combined", "contract", "always", "never"] as const;

/** By what it is decided whether a test needs the cloud. */
export type Policy = (typeof policies)[number];

/** A test as it was seen on the emulator. */
export interface SeenTest {
  readonly test: SuiteTest;
  readonly result: TestResult;
  readonly observation: Observation;
  readonly trace: CanonicalTrace;
  readonly measured: Measured;
  /** Places that are known to be noise in its trace. */
  readonly noise: ReadonlySet<string>;
  /** The hash of the test's source. */
  readonly source: string;
}

/** Why a decision was taken, in a word. */
export type ReasonKind =
  | "pinned"
  | "policy"
  | "skipped"
  | "sent nothing"
  | "not observed"
  | "not understood"
  | "operation not trusted"
  | "operations trusted"
  | "on the safe list"
  | "not on the safe list"
  | "edited"
  | "no contracts"
  | "touched a difference"
  | "touched no difference"
  | "revalidated";

/** Where a test's result comes from, and why. */
export interface Decision {
  readonly target: "emulator" | "cloud";
  readonly kind: ReasonKind;
  /** A sentence that a person can check. */
  readonly reason: string;
  /** The entry of the safe list that it rests on. */
  readonly entry?: SafeListEntry;
}

export interface DecisionContext {
  readonly policy: Policy;
  readonly catalogue: Catalogue;
  /** The safe list's entries of a test. */
  readonly entriesOf: (test: string) => readonly SafeListEntry[];
  /** Entries older than this ISO date have expired. */
  readonly notBefore: string;
  /** Tests that the config has pinned. */
  readonly pinned: (test: SuiteTest) => "cloud" | "emulator" | undefined;
  /** What the contracts say; absent where there are none. */
  readonly contracts?: Contracts;
  /** Whether anything at all was observed in the run: only then does silence say something. */
  readonly isObserving: boolean;
}

/** Decides whether a test's result on the emulator counts. What is not known to be safe is not. */
export function decide(seen: SeenTest, context: DecisionContext): Decision {
  return byForm(seen, context) ?? byTrace(seen, context) ?? byPolicy(seen, context);
}

function cloud(kind: ReasonKind, reason: string): Decision {
  return { target: "cloud", kind, reason };
}

function emulator(kind: ReasonKind, reason: string): Decision {
  return { target: "emulator", kind, reason };
}

function byForm({ test, result }: SeenTest, { policy, pinned }: DecisionContext): Decision | undefined {
  if (result.status === "skipped") return emulator("skipped", "it is skipped");
  const pin = pinned(test);
  if (pin !== undefined) return { target: pin, kind: "pinned", reason: `the config pins it to the ${pin}` };
  return policy === "never" ? emulator("policy", "the policy sends nothing") : undefined;
}

/** What the traces themselves forbid, or make needless. */
function byTrace({ observation, trace }: SeenTest, { isObserving }: DecisionContext): Decision | undefined {
  const [problem] = trace.problems;
  if (problem !== undefined) return cloud("not understood", `${exchangeOf(observation)}${problem}`);
  if (observation.read.length > 0) return undefined;
  return isObserving
    ? emulator("sent nothing", "it sent nothing, while requests of others were seen")
    : cloud("not observed", "no request of the whole run was seen, so silence says nothing");
}

/** The first exchange from which nothing could be concluded. */
function exchangeOf({ read }: SeenTest["observation"]): string {
  const found = read.find((one) => "problem" in one);
  return found === undefined ? "" : `exchange ${found.exchange}: `;
}

function byPolicy(seen: SeenTest, context: DecisionContext): Decision {
  switch (context.policy) {
    case "always":
      return cloud("policy", "the policy sends everything that talks to the cloud");
    case "contract":
      return byContracts(seen, context);
    case "api":
      return byOperations(seen, context) ?? notTrusted(seen, context);
    case "monitor":
      return bySafeList(seen, context);
    case "combined":
      return byOperations(seen, context) ?? alsoNotTrusted(seen, context, bySafeList(seen, context));
    // It was decided by form.
    case "never":
      return emulator("policy", "the policy sends nothing");
  }
}

function byContracts(seen: SeenTest, { contracts }: DecisionContext): Decision {
  const touched = contracts?.touched(seen);
  if (touched === undefined) {
    return cloud(
      "no contracts",
      `there are no contracts for ${emulatorOf(seen)}, so nothing says where it differs`,
    );
  }
  const [first, ...others] = touched;
  if (first === undefined) {
    const { length } = seen.observation.read;
    const reason = `none of its ${plural(length, "exchange")} touched a known difference of ${emulatorOf(seen)}`;
    return emulator("touched no difference", reason);
  }
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const reason = `exchange ${first.exchange}, ${first.operation}, touched ${first.id}: ${first.says}${more}`;
  return cloud("touched a difference", reason);
}

function plural(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

function emulatorOf({ measured }: SeenTest): string {
  return measured.emulators.join(", ");
}

/** All operations were measured for this very emulator, and agree. */
function byOperations(seen: SeenTest, { catalogue }: DecisionContext): Decision | undefined {
  const { operations } = seen.observation;
  const isTrusted =
    operations.length > 0 &&
    operations.every((operation) => catalogue.verdict(emulatorOf(seen), operation) === "agrees");
  if (!isTrusted) return undefined;
  if (catalogue.isListOnly) {
    const none =
      operations.length === 1 ? `${operations[0]} is not` : `none of its ${operations.length} operations is`;
    return emulator("operations trusted", `${none} on the config's list of those that differ`);
  }
  const which = operations.length === 1 ? `${operations[0]} was` : `its ${operations.length} operations were`;
  return emulator("operations trusted", `${which} measured on ${emulatorOf(seen)}, and agree with the cloud`);
}

function notTrusted(seen: SeenTest, { catalogue }: DecisionContext): Decision {
  const emulators = emulatorOf(seen);
  const used = seen.observation.read.flatMap((one) =>
    "problem" in one ? [] : [{ exchange: one.exchange, operation: `${one.service} ${one.operation}` }],
  );
  const verdictOf = ({ operation }: { operation: string }) => catalogue.verdict(emulators, operation);
  // A known difference says more than one that nobody has looked for.
  const different = used.find((one) => verdictOf(one) === "differs");
  const found = different ?? used.find((one) => verdictOf(one) !== "agrees");
  const verdict = found === undefined ? undefined : verdictOf(found);
  const why = verdict === undefined ? "was never measured on" : whys[verdict];
  const what = found === undefined ? "an operation" : `${found.operation} (exchange ${found.exchange})`;
  return cloud("operation not trusted", `${what} ${why} ${emulators}`);
}

const whys = {
  agrees: "agrees on",
  differs: "is known to differ on",
  unproven: "was measured against stand-ins alone, and never against the cloud, on",
} as const;

/** What the safe list does not know goes for two reasons. */
function alsoNotTrusted(seen: SeenTest, context: DecisionContext, decision: Decision): Decision {
  if (decision.target === "emulator") return decision;
  return { ...decision, reason: `${decision.reason}, and ${notTrusted(seen, context).reason}` };
}

function bySafeList(seen: SeenTest, context: DecisionContext): Decision {
  const unknown = seen.measured.emulators.find((emulator) => emulator.endsWith(" ?"));
  if (unknown !== undefined) {
    const say = 'say it in the config, as in runs: "localstack 4.1.0"';
    return cloud("not on the safe list", `nobody knows which version of the emulator it ran on: ${say}`);
  }
  const entries = context.entriesOf(seen.test.id);
  const same = entries.filter(
    ({ fingerprint, outcome, measured }) =>
      fingerprint === seen.trace.fingerprint &&
      outcome === seen.result.status &&
      isSame(measured, seen.measured),
  );
  const current = same.filter(({ learned }) => learned >= context.notBefore);
  // An edited test may assert on what was let pass, and on all that is masked: the same trace does not mean the same test.
  const good = current.find((entry) => isUnedited(entry, seen));
  if (good !== undefined) {
    const reason = `the cloud did the same on ${dayOf(good)} (run ${good.run}, entry ${shortOf(good.fingerprint)})`;
    return { target: "emulator", kind: "on the safe list", reason, entry: good };
  }
  const [edited] = current;
  if (edited !== undefined) {
    const [tolerated] = edited.tolerated;
    const passed = tolerated === undefined ? "" : `, which let a difference pass: ${tolerated}`;
    const since = `run ${edited.run} of ${dayOf(edited)}${passed}`;
    return cloud("edited", `its file was edited since the cloud confirmed it in ${since}`);
  }
  return cloud("not on the safe list", whyUnknown(entries, same, seen));
}

function isSame(one: Measured, other: Measured): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A source that cannot be read, such as a whole command's, may be any: then nothing may have been let pass. */
function isUnedited({ source, tolerated }: SafeListEntry, seen: SeenTest): boolean {
  return source === seen.source && (source !== "" || tolerated.length === 0);
}

function dayOf({ learned }: SafeListEntry): string {
  return learned.slice(0, 10);
}

function shortOf(fingerprint: string): string {
  return fingerprint.slice(0, 8);
}

function whyUnknown(
  entries: readonly SafeListEntry[],
  same: readonly SafeListEntry[],
  seen: SeenTest,
): string {
  const [expired] = same.toSorted((a, b) => (a.learned < b.learned ? 1 : -1));
  if (entries.length === 0) return "it has never been confirmed by the cloud";
  if (expired !== undefined)
    return `what the cloud said of it on ${dayOf(expired)} (run ${expired.run}) has expired`;
  const measured = entries.filter((entry) => isSame(entry.measured, seen.measured));
  const [latest] = (measured.length === 0 ? entries : measured).toSorted((a, b) =>
    a.learned < b.learned ? 1 : -1,
  );
  const when = latest === undefined ? "" : `${dayOf(latest)} (run ${latest.run}`;
  if (measured.length === 0) {
    const { emulators = [], apiVersions = [] } = latest?.measured ?? {};
    const then = [...emulators, ...apiVersions].join(", ");
    return `the cloud confirmed it on ${when}) for ${then}, and not for what it runs with now`;
  }
  if (latest !== undefined && latest.fingerprint === seen.trace.fingerprint) {
    return `the cloud confirmed on ${when}) that it ${latest.outcome}, and now it ${seen.result.status}`;
  }
  const what = `it does something now (${shortOf(seen.trace.fingerprint)})`;
  return `${what} that the cloud has not confirmed; on ${when}, entry ${shortOf(latest?.fingerprint ?? "")}) it did something else`;
}
