import type { SuiteTest, TestResult } from "../../lab/index.ts";
import type { CanonicalTrace } from "../canonical/canonical-trace.ts";
import type { Observation } from "../run/observations.ts";
import type { Measured, SafeListEntry } from "../safe-list/entry.ts";
import type { Catalogue } from "./catalogue.ts";

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
  /** Whether anything at all was observed in the run: only then does silence say something. */
  readonly isObserving: boolean;
}

/** Decides whether a test's result on the emulator counts. What is not known to be safe is not. */
export function decide(seen: SeenTest, context: DecisionContext): Decision {
  return (
    byForm(seen, context) ??
    byTrace(seen, context) ??
    byPolicy(seen, context) ??
    cloud("not on the safe list", "nothing says that it is safe")
  );
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
  if (policy === "never") return emulator("policy", "the policy sends nothing");
  return policy === "always" ? cloud("policy", "the policy sends everything") : undefined;
}

/** What the traces themselves forbid, or make needless. */
function byTrace({ observation, trace }: SeenTest, { isObserving }: DecisionContext): Decision | undefined {
  const [problem] = trace.problems;
  if (problem !== undefined) return cloud("not understood", problem);
  if (observation.read.length > 0) return undefined;
  return isObserving
    ? emulator("sent nothing", "it sent nothing, while requests of others were seen")
    : cloud("not observed", "no request of the whole run was seen, so silence says nothing");
}

function byPolicy(seen: SeenTest, context: DecisionContext): Decision | undefined {
  switch (context.policy) {
    case "contract":
      return cloud("no contracts", "there are no contracts for what it touched");
    case "api":
      return byOperations(seen, context) ?? notTrusted(seen, context);
    case "monitor":
      return bySafeList(seen, context);
    default:
      return byOperations(seen, context) ?? bySafeList(seen, context);
  }
}

function emulatorOf({ measured }: SeenTest): string {
  return measured.emulators.join(", ");
}

/** All operations were measured for this very emulator, and agree. */
function byOperations(seen: SeenTest, { catalogue }: DecisionContext): Decision | undefined {
  const { operations } = seen.observation;
  const isTrusted = operations.every(
    (operation) => catalogue.verdict(emulatorOf(seen), operation) === "agrees",
  );
  if (!isTrusted) return undefined;
  const count = operations.length === 1 ? "its operation was" : `its ${operations.length} operations were`;
  return emulator("operations trusted", `${count} measured on ${emulatorOf(seen)}, and agree`);
}

function notTrusted(seen: SeenTest, { catalogue }: DecisionContext): Decision {
  const emulators = emulatorOf(seen);
  const operation =
    seen.observation.operations.find((one) => catalogue.verdict(emulators, one) !== "agrees") ?? "";
  const verdict = catalogue.verdict(emulators, operation);
  const why =
    verdict === "differs" ? `is known to differ on ${emulators}` : `was never measured on ${emulators}`;
  return cloud("operation not trusted", `${operation} ${why}`);
}

function bySafeList(seen: SeenTest, context: DecisionContext): Decision {
  const entries = context.entriesOf(seen.test.id);
  const measured = JSON.stringify(seen.measured);
  const same = entries.filter(
    ({ fingerprint, outcome, ...entry }) =>
      fingerprint === seen.trace.fingerprint &&
      outcome === seen.result.status &&
      JSON.stringify(entry.measured) === measured,
  );
  const current = same.filter(({ learned }) => learned >= context.notBefore);
  const good = current.find(({ source, tolerated }) => source === seen.source || tolerated.length === 0);
  if (good !== undefined) {
    const reason = `the cloud did the same on ${good.learned.slice(0, 10)} (run ${good.run})`;
    return { target: "emulator", kind: "on the safe list", reason, entry: good };
  }
  if (current.length > 0) {
    const [first] = current.flatMap(({ tolerated }) => tolerated);
    return cloud("edited", `it was edited, and a difference was let pass before it was: ${first}`);
  }
  return cloud("not on the safe list", whyUnknown(entries, same, seen));
}

function whyUnknown(
  entries: readonly SafeListEntry[],
  same: readonly SafeListEntry[],
  seen: SeenTest,
): string {
  if (entries.length === 0) return "it has never been on the cloud";
  if (same.length > 0) return "what the cloud said about it has expired";
  const measured = JSON.stringify(seen.measured);
  if (!entries.some((entry) => JSON.stringify(entry.measured) === measured)) {
    return `it was on the cloud with another emulator, API version or interface than ${emulatorOf(seen)}`;
  }
  return "it does something now that the cloud has not confirmed";
}
