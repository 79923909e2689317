import { createHash, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CloudAccounts, Lab, Suite, SuiteTest, TestResult } from "../../lab/index.ts";
import { type CanonicalTrace, canonicalise, type SequenceMode } from "../canonical/canonical-trace.ts";
import { learnNoise } from "../canonical/noise.ts";
import { addCosts, type Cost, costOf, type Prices } from "../cost/index.ts";
import type { Catalogue } from "../decide/catalogue.ts";
import { type Decision, decide, type Policy, type SeenTest } from "../decide/decide.ts";
import { type Judgement, judge } from "../decide/judge.ts";
import type { LearnedNoise, Measured, SafeListEntry, SafeListStore } from "../safe-list/entry.ts";
import { measuredBy } from "./measured.ts";
import type { Observation } from "./observations.ts";
import { runOnTarget, type TargetRun, type TargetRunOptions } from "./target-run.ts";

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
  readonly store: SafeListStore;
  readonly prices: Prices;
  /** Entries older than this many days are asked again. */
  readonly daysTrusted: number;
  /** How many of the tests that are kept go to the cloud all the same, as a check: 0 to 1. */
  readonly revalidate: number;
  readonly pinned: (test: SuiteTest) => "cloud" | "emulator" | undefined;
  /** The accounts to send tests to; without them nothing is sent, and what would have been is told. */
  readonly cloud?: CloudAccounts;
  /** Credentials that must not appear in what is written, wherever they stand. */
  readonly secrets: readonly string[];
  /** What may be sent at the most. */
  readonly budget: { readonly requests?: number; readonly dollars?: number };
  /** Whether what the cloud confirms is put on the safe list. */
  readonly isLearning: boolean;
  readonly onEvent?: (event: HybridEvent) => void;
  readonly signal?: AbortSignal;
}

/** What happens in a run, as it happens. */
export type HybridEvent =
  | {
      readonly type: "phase";
      readonly phase: "emulator" | "noise" | "cloud";
      readonly tests: number | undefined;
    }
  | { readonly type: "result"; readonly phase: "emulator" | "noise" | "cloud"; readonly result: TestResult }
  | { readonly type: "request"; readonly phase: "emulator" | "noise" | "cloud" }
  | { readonly type: "output"; readonly text: string; readonly stream: "stdout" | "stderr" };

/** A test, where its result comes from, and what both targets said. */
export interface HybridTest {
  readonly test: SuiteTest;
  readonly decision: Decision;
  readonly emulator: TestResult;
  readonly observation: Observation;
  readonly trace: CanonicalTrace;
  readonly cost: Cost;
  /** What its requests to the cloud cost; absent where it was not sent. */
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
  readonly sequence?: SequenceMode;
  /** What the catalogue says of the operations that were used; those that nobody measured are not in it. */
  readonly known?: Readonly<Record<string, "agrees" | "differs">>;
  /** What all would cost on the cloud and what was spent there, with the requests that belong to no test. */
  readonly cost?: { readonly all: Cost; readonly sent: Cost };
  readonly measured: Omit<Measured, "apiVersions">;
  readonly tests: readonly HybridTest[];
  /** Exchanges that belong to no test, and so count for every one. */
  readonly unattributed: number;
  readonly learned: number;
  /** Runner failures that belong to no test: a file that could not be loaded. */
  readonly broken: readonly TestResult[];
  /** The runner's exit code, where it failed on the emulators though no test did. */
  readonly unexplainedExit?: number;
}

/** Runs a suite on emulators, and on the cloud what cannot be trusted there. */
export async function hybridRun(options: HybridOptions): Promise<HybridReport> {
  const run = randomUUID().slice(0, 8);
  const started = new Date().toISOString();
  const emulator = await performOn("emulator", "all", options);
  const seen = await seenTests(emulator, options);
  const decisions = decideAll(seen, emulator, options, await entriesBy(options.store), run);
  const { sent, unsent } = withinBudget(seen, decisions, emulator, options);
  const nothing = { judgements: new Map<string, Judgement>(), learned: 0, spent: new Map<string, Cost>() };
  const { judgements, learned, spent } = sent.length === 0 ? nothing : await confirm(sent, run, options);
  const ids = new Set(emulator.tests.map(({ id }) => id));
  return {
    run,
    started,
    runner: options.suite.runner,
    tier: options.suite.tier,
    policy: options.policy,
    sequence: options.mode,
    known: knownOperations(seen, options),
    cost: { all: addCosts(...emulator.costs.values()), sent: addCosts(...spent.values()) },
    measured: { emulators: emulatorsOf(options.lab), interfaces: measuredBy.interfaces() },
    tests: seen.map((one): HybridTest => {
      const { id } = one.test;
      const decision = decisions.get(id);
      const judgement = judgements.get(id);
      const why = unsent.get(id);
      const own = spent.get(id);
      return {
        test: one.test,
        decision: decision ?? { target: "cloud", kind: "not understood", reason: "it was not decided" },
        emulator: one.result,
        observation: one.observation,
        trace: one.trace,
        cost: emulator.costs.get(id) ?? costOf([], options.prices),
        ...(judgement !== undefined && { judgement }),
        ...(judgement !== undefined && own !== undefined && { spent: own }),
        ...(why !== undefined && { unsent: why }),
      };
    }),
    unattributed: emulator.observations.unattributed,
    learned,
    ...unexplained(emulator),
    broken: [...emulator.results.values()].filter(({ id, status }) => !ids.has(id) && status === "failed"),
  };
}

/** A coverage that is too low, an error outside of tests, a config that cannot be read. */
function unexplained({ exitCode, results }: TargetRun): Pick<HybridReport, "unexplainedExit"> {
  const isExplained = exitCode === 0 || [...results.values()].some(({ status }) => status === "failed");
  return isExplained ? {} : { unexplainedExit: exitCode };
}

function knownOperations(
  seen: readonly SeenTest[],
  { lab, catalogue }: HybridOptions,
): Record<string, "agrees" | "differs"> {
  const emulators = emulatorsOf(lab).join(", ");
  const used = new Set(seen.flatMap(({ observation }) => observation.operations));
  const known = [...used].sort().map((operation) => [operation, catalogue.verdict(emulators, operation)]);
  return Object.fromEntries(known.filter(([, verdict]) => verdict !== undefined));
}

type Phase = "emulator" | "noise" | "cloud";

async function performOn(
  phase: Phase,
  selection: TargetRunOptions["selection"],
  options: HybridOptions,
): Promise<TargetRun> {
  const { suite, lab, cwd, prices, folder, command, cloud, onEvent, signal } = options;
  const tests = selection === "all" ? undefined : selection.length;
  onEvent?.({ type: "phase", phase, tests });
  const run = await runOnTarget({
    suite,
    selection,
    lab,
    cwd,
    prices,
    recorder: {
      file: join(folder, `${phase}.jsonl`),
      command,
      secrets: options.secrets,
    },
    ...(phase === "cloud" && cloud !== undefined && { cloud }),
    onResult: (result) => onEvent?.({ type: "result", phase, result }),
    onRequest: () => onEvent?.({ type: "request", phase }),
    onOutput: (text, stream) => onEvent?.({ type: "output", text, stream }),
    ...(signal !== undefined && { signal }),
  });
  if (run.failure !== undefined) throw run.failure;
  return run;
}

/** Every test with its canonical trace, what is known to be noise in it named by first use. */
async function seenTests(run: TargetRun, { store, lab, cwd, mode }: HybridOptions): Promise<SeenTest[]> {
  const noise = Map.groupBy(await store.noise(), ({ test }) => test);
  const sources = new Map<string, string>();
  return run.tests.flatMap((test) => {
    const result = run.results.get(test.id);
    if (result === undefined) return [];
    const observation = run.observations.of(test.id, test.file);
    const measured = measuredBy.of(emulatorsOf(lab), observation.apiVersions);
    const places = placesFor(noise.get(test.id) ?? [], measured);
    return [
      {
        test,
        result,
        observation,
        measured,
        noise: places,
        trace: canonicalise(observation.read, { noise: places, mode }),
        source: sourceOf(join(cwd, test.file), sources),
      },
    ];
  });
}

function placesFor(noise: readonly LearnedNoise[], measured: Measured): ReadonlySet<string> {
  const key = JSON.stringify(measured);
  const same = noise.filter((one) => JSON.stringify(one.measured) === key);
  return new Set(same.flatMap(({ places }) => places));
}

/** The hash of a file; a test that is in none, such as a whole command, has none to be edited. */
function sourceOf(file: string, known: Map<string, string>): string {
  let hash = known.get(file);
  if (hash === undefined) {
    try {
      hash = createHash("sha256").update(readFileSync(file)).digest("hex");
    } catch {
      hash = "";
    }
    known.set(file, hash);
  }
  return hash;
}

function emulatorsOf(lab: Lab): readonly string[] {
  return [...new Set(lab.targets.map(({ emulator, version }) => `${emulator} ${version ?? "?"}`))].sort();
}

async function entriesBy(store: SafeListStore): Promise<ReadonlyMap<string, readonly SafeListEntry[]>> {
  return Map.groupBy(await store.entries(), ({ test }) => test);
}

function decideAll(
  seen: readonly SeenTest[],
  { observations }: TargetRun,
  { policy, catalogue, daysTrusted, pinned, revalidate }: HybridOptions,
  entries: ReadonlyMap<string, readonly SafeListEntry[]>,
  run: string,
): ReadonlyMap<string, Decision> {
  const context = {
    policy,
    catalogue,
    pinned,
    entriesOf: (test: string) => entries.get(test) ?? [],
    notBefore: new Date(Date.now() - daysTrusted * 86_400_000).toISOString(),
    isObserving: observations.count > 0,
  };
  return new Map(
    seen.map((one) => {
      const decision = decide(one, context);
      return [one.test.id, isChecked(one.test.id, decision, revalidate, run) ? checked(decision) : decision];
    }),
  );
}

/** Drawn by the run and the test, so that a run can be repeated. */
function isChecked(test: string, { target, kind }: Decision, share: number, run: string): boolean {
  if (target === "cloud" || (kind !== "on the safe list" && kind !== "operations trusted")) return false;
  const drawn = createHash("sha256").update(`${run} ${test}`).digest().readUInt32BE() / 2 ** 32;
  return drawn < share;
}

function checked({ reason }: Decision): Decision {
  return { target: "cloud", kind: "revalidated", reason: `drawn as a check, though ${reason}` };
}

/** The tests that are sent: as many as the budget allows, and none without an account. */
function withinBudget(
  seen: readonly SeenTest[],
  decisions: ReadonlyMap<string, Decision>,
  { costs }: TargetRun,
  { cloud, budget, prices }: HybridOptions,
): { sent: readonly SeenTest[]; unsent: ReadonlyMap<string, string> } {
  const sent: SeenTest[] = [];
  const unsent = new Map<string, string>();
  let spent = costOf([], prices);
  for (const one of seen) {
    if (decisions.get(one.test.id)?.target !== "cloud") continue;
    const next = addCosts(spent, costs.get(one.test.id) ?? costOf([], prices));
    if (cloud === undefined) unsent.set(one.test.id, "no account is there to send it to");
    else if (next.requests > (budget.requests ?? Number.POSITIVE_INFINITY)) {
      unsent.set(one.test.id, `the budget of ${budget.requests} requests is spent`);
    } else if (next.dollars > (budget.dollars ?? Number.POSITIVE_INFINITY)) {
      unsent.set(one.test.id, `the budget of $${budget.dollars} is spent`);
    } else {
      sent.push(one);
      spent = next;
    }
  }
  return { sent, unsent };
}

/** Runs tests once more on the emulator, to know their noise, and then on the cloud; learns what both agree on. */
async function confirm(
  sent: readonly SeenTest[],
  run: string,
  options: HybridOptions,
): Promise<{
  judgements: ReadonlyMap<string, Judgement>;
  learned: number;
  spent: ReadonlyMap<string, Cost>;
}> {
  const { lab, store, mode, isLearning } = options;
  const selection = sent.map(({ test }) => test);
  await lab.reset();
  const again = await performOn("noise", selection, options);
  const cloud = await performOn("cloud", selection, options);
  const judgements = new Map<string, Judgement>();
  const entries: SafeListEntry[] = [];
  const noise: LearnedNoise[] = [];
  const now = new Date().toISOString();
  for (const { test, result, observation, measured, source, noise: known } of sent) {
    const second = again.observations.of(test.id, test.file);
    const lesson = learnNoise(observation.read, second.read);
    const places = new Set([...known, ...lesson.places]);
    const trace = canonicalise(observation.read, { noise: places, mode });
    const there = cloud.observations.of(test.id, test.file);
    const outcome = cloud.results.get(test.id);
    const isFlaky = !lesson.isStable || again.results.get(test.id)?.status !== result.status;
    const cloudSide =
      outcome === undefined
        ? undefined
        : { result: outcome, trace: canonicalise(there.read, { noise: places, mode }) };
    const judgement = judge({ result, trace }, cloudSide, isFlaky);
    judgements.set(test.id, judgement);
    noise.push({ test: test.id, measured, places: [...places].sort(), learned: now });
    if (judgement.verdict !== "agrees") continue;
    entries.push({
      test: test.id,
      fingerprint: trace.fingerprint,
      measured,
      outcome: result.status,
      source,
      tolerated: judgement.tolerated,
      run,
      learned: now,
      requests: there.requests,
    });
  }
  if (!isLearning) return { judgements, learned: 0, spent: cloud.costs };
  await store.addNoise(noise);
  await store.add(entries);
  return { judgements, learned: entries.length, spent: cloud.costs };
}
