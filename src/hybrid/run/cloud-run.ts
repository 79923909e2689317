import { setTimeout as pause } from "node:timers/promises";
import type { ReadExchange } from "../../clouds/index.ts";
import type { CloudAccounts, Leftover, SuiteTest, TestResult } from "../../lab/index.ts";
import { addCosts, type Cost, costOf, sumOf } from "../cost/index.ts";
import type { SeenTest } from "../decide/decide.ts";
import type { Observation } from "./observations.ts";
import type { HybridOptions } from "./options.ts";
import { brokenIn, unexplainedExitOf } from "./outside-tests.ts";
import { perform } from "./perform.ts";
import type { TargetRun } from "./target-run.ts";

/** What the cloud said of a test. */
export interface CloudSide {
  readonly result: TestResult | undefined;
  readonly observation: Observation;
  /** The service was busy whenever it was tried: its answers say nothing. */
  readonly isThrottled: boolean;
  /** Why it could not really run there. */
  readonly unreached?: string;
  /** What failed there that belongs to no test, such as the tear-down of its file. */
  readonly around?: string;
}

/** What came of sending tests to the cloud. */
export interface CloudRun {
  readonly sides: ReadonlyMap<string, CloudSide>;
  /** By test; under no name what no test sent. */
  readonly spent: ReadonlyMap<string, Cost>;
  readonly leftovers: readonly Leftover[];
  /** What failed there and belongs to no test. */
  readonly broken: readonly TestResult[];
  /** The runner's exit code, where it failed there though no test did. */
  readonly unexplainedExit?: number;
}

/**
 * Runs tests on the cloud. Those that meet a busy service are sent again, after a while and with names of their own,
 * as long as the budget allows.
 */
export async function runOnCloud(
  sent: readonly SeenTest[],
  open: () => CloudAccounts,
  options: HybridOptions,
): Promise<CloudRun> {
  const { prices, busyPauses, onEvent, signal } = options;
  const sides = new Map<string, CloudSide>();
  const leftovers: Leftover[] = [];
  const broken: TestResult[] = [];
  let unexplainedExit: number | undefined;
  const spent = new Map<string, Cost>();
  let waiting = sent;
  for (let attempt = 1; waiting.length > 0; attempt++) {
    const left = requestsLeft(spent, options);
    const run = await perform(
      {
        phase: "cloud",
        selection: waiting.map(({ test }) => test),
        cloud: open(),
        ...(left !== undefined && { requests: left }),
        name: attempt === 1 ? "cloud" : `cloud-${attempt}`,
      },
      options,
    );
    leftovers.push(...run.leftovers);
    for (const [test, cost] of run.costs)
      spent.set(test, addCosts(spent.get(test) ?? costOf([], prices), cost));
    for (const { test, observation } of waiting) {
      const there = run.observations.of(test.id, test.file);
      const isThrottled = there.throttled > observation.throttled;
      const around = failureAround(run, test);
      const unreached = whyUnreached(run, there, observation);
      sides.set(test.id, {
        result: resultIn(run, test),
        observation: there,
        isThrottled,
        ...(around !== undefined && { around }),
        ...(unreached !== undefined && { unreached }),
      });
    }
    broken.push(...brokenIn(run));
    unexplainedExit ??= unexplainedExitOf(run);
    waiting = waiting.filter(({ test }) => sides.get(test.id)?.isThrottled);
    const ms = busyPauses[attempt - 1];
    if (waiting.length === 0 || ms === undefined || isSpent(addCosts(...spent.values()), options)) break;
    const count = `${waiting.length} ${waiting.length === 1 ? "test" : "tests"}`;
    onEvent?.({ type: "note", text: `the cloud was busy for ${count}: sent again in ${ms / 1000} s` });
    await pause(ms, undefined, signal === undefined ? {} : { signal });
  }
  return { sides, spent, leftovers, broken, ...(unexplainedExit !== undefined && { unexplainedExit }) };
}

/** An account that nobody reaches, or that lets nobody in, says nothing about tests. */
function whyUnreached(
  { observations }: TargetRun,
  there: Observation,
  here: Observation,
): string | undefined {
  if (observations.isRefused) return "the account refuses the credentials, whatever is asked of it";
  if (here.read.some(isIncomplete)) return undefined;
  const broken = there.read.find(isIncomplete);
  return broken !== undefined && "problem" in broken ? broken.problem : undefined;
}

function isIncomplete(read: ReadExchange): boolean {
  return "isIncomplete" in read;
}

function failureAround(run: TargetRun, { file }: SuiteTest): string | undefined {
  const ofFile = run.results.get(file);
  if (ofFile?.status === "failed") return `its file failed on the cloud: ${ofFile.message ?? file}`;
  const exit = unexplainedExitOf(run);
  return exit === undefined
    ? undefined
    : `the runner failed on the cloud (exit code ${exit}), though no test did`;
}

/** A test that could not run since its file failed as such, in a set-up say, has failed. */
function resultIn({ results }: TargetRun, { id, file }: SuiteTest): TestResult | undefined {
  const own = results.get(id);
  const ofFile = results.get(file);
  const hasRun = own !== undefined && own.status !== "skipped";
  return hasRun || ofFile?.status !== "failed" ? own : { ...ofFile, id };
}

function requestsLeft(spent: ReadonlyMap<string, Cost>, { budget }: HybridOptions): number | undefined {
  return budget.requests === undefined ? undefined : budget.requests - sumOf([...spent.values()]).requests;
}

function isSpent({ requests, dollars }: Cost, { budget }: HybridOptions): boolean {
  return (
    requests >= (budget.requests ?? Number.POSITIVE_INFINITY) ||
    dollars >= (budget.dollars ?? Number.POSITIVE_INFINITY)
  );
}
