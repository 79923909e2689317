import { randomUUID } from "node:crypto";
import type { Selection, SuiteTest, TestResult } from "../../lab/index.ts";
import { costOf, sumOf } from "../cost/index.ts";
import type { Catalogue } from "../decide/catalogue.ts";
import type { SeenTest } from "../decide/decide.ts";
import type { Verdict } from "../decide/judge.ts";
import { type Confirmation, confirm } from "./confirm.ts";
import { decisionsOn } from "./decisions.ts";
import { measuredBy } from "./measured.ts";
import type { HybridOptions } from "./options.ts";
import { brokenIn, unexplainedExitOf } from "./outside-tests.ts";
import { perform } from "./perform.ts";
import type { HybridReport, HybridTest } from "./report.ts";
import { emulatorsOf, seenTests } from "./seen-tests.ts";
import { chooseToSend, type Sending } from "./sending.ts";
import type { TargetRun } from "./target-run.ts";

/** Runs a suite on emulators, and on the cloud what cannot be trusted there. */
export async function hybridRun(options: HybridOptions): Promise<HybridReport> {
  const { suite, lab, policy, mode, scope, cloud, prices } = options;
  const run = randomUUID().slice(0, 8);
  const started = new Date().toISOString();

  const emulator = await perform({ phase: "emulator", selection: await selectionFor(options) }, options);
  const emulators = emulatorsOf(lab, emulator.observations);
  const catalogue = catalogueFor(emulators, options.catalogue);
  const seen = await seenTests(emulator, emulators, options);
  const isObserving = emulator.observations.count > 0;
  const decisions = await decisionsOn(seen, { run, isObserving }, { ...options, catalogue });
  const sending = chooseToSend(seen, decisions, emulator.costs, options);
  const { judgements, spent, broken, unexplainedExit, ...confirmation } =
    sending.sent.length > 0 && cloud.kind === "open"
      ? await confirm(sending.sent, run, cloud.open, options)
      : nothingSent;
  const waiting = await putOff(emulator, sending, judgements, options);

  const exit = unexplainedExitOf(emulator) ?? unexplainedExit;
  const tests = seen.map(({ test, result, observation, trace }): HybridTest => {
    const judgement = judgements.get(test.id);
    const unsent = sending.unsent.get(test.id);
    const own = spent.get(test.id);
    return {
      test,
      decision: decisions.get(test.id) ?? { target: "cloud", kind: "not understood", reason: "undecided" },
      emulator: result,
      observation,
      trace,
      cost: emulator.costs.get(test.id) ?? costOf([], prices),
      ...(judgement !== undefined && { judgement }),
      ...(own !== undefined && { spent: own }),
      ...(unsent !== undefined && { unsent }),
    };
  });
  return {
    run,
    started,
    runner: suite.runner,
    tier: suite.tier,
    policy,
    sequence: mode,
    known: knownOf(seen, catalogue),
    scope,
    access: cloud.kind,
    measured: {
      emulators: [...new Set(Object.values(emulators))].sort(),
      interfaces: measuredBy.interfaces(),
    },
    tests,
    unattributed: emulator.observations.unattributed,
    waiting,
    cost: { all: sumOf([...emulator.costs.values()]), sent: sumOf([...spent.values()]) },
    ...confirmation,
    ...(exit !== undefined && { unexplainedExit: exit }),
    broken: [...brokenIn(emulator), ...broken.map(onCloud)],
  };
}

/** All tests, or those that were put off and are still there. */
async function selectionFor(options: HybridOptions): Promise<Selection> {
  const { scope, suite, lab, store, storedId, cwd, onEvent, signal } = options;
  if (scope !== "deferred") return "all";
  const waiting = new Set((await store.deferred()).map(({ test }) => test));
  const listed = await suite.list({ cwd, env: lab.env, ...(signal !== undefined && { signal }) });
  const found = listed.filter(({ id }) => waiting.has(storedId(id)));
  const missing = waiting.size - found.length;
  if (missing > 0) {
    onEvent?.({
      type: "note",
      text: `${missing} of the tests that wait are not in this suite, and go on waiting`,
    });
  }
  return found;
}

const nothingSent: Confirmation = {
  judgements: new Map(),
  learned: 0,
  spent: new Map(),
  leftovers: [],
  broken: [],
};

function onCloud(result: TestResult): TestResult {
  return { ...result, message: `on the cloud: ${result.message ?? "it failed"}` };
}

/** Each operation is looked up for the emulator that serves it. */
function catalogueFor(
  emulators: Readonly<Record<string, string>>,
  { verdict, ...rest }: Catalogue,
): Catalogue {
  const emulatorOf = (operation: string) => emulators[operation.split(" ")[0] ?? ""] ?? "";
  return { ...rest, verdict: (_all, operation) => verdict(emulatorOf(operation), operation) };
}

function knownOf(seen: readonly SeenTest[], { verdict }: Catalogue): HybridReport["known"] {
  const used = new Set(seen.flatMap(({ observation }) => observation.operations));
  const known = [...used].sort().map((operation) => [operation, verdict("", operation)]);
  return Object.fromEntries(known.filter(([, found]) => found === "agrees" || found === "differs"));
}

/** Queues what has to wait for the cloud, takes off the queue what has been there, and says how much waits now. */
async function putOff(
  { tests }: TargetRun,
  { sent, unsent }: Sending,
  judgements: Confirmation["judgements"],
  { cloud, store, scope, storedId }: HybridOptions,
): Promise<number> {
  const since = new Date().toISOString();
  if (cloud.kind === "deferred") {
    await store.defer([...unsent].map(([test, reason]) => ({ test: storedId(test), reason, since })));
  }
  const ran: readonly Pick<SuiteTest, "id">[] = scope === "deferred" ? tests : sent.map(({ test }) => test);
  const isSettled = (id: string) =>
    !unsent.has(id) && !saysNothing.has(judgements.get(id)?.verdict ?? "agrees");
  await store.settle(
    ran
      .map(({ id }) => id)
      .filter(isSettled)
      .map(storedId),
  );
  return (await store.deferred()).length;
}

const saysNothing: ReadonlySet<Verdict> = new Set(["throttled", "not run", "flaky"]);
