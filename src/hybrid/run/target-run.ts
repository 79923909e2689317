import { isThrottled } from "../../clouds/index.ts";
import {
  type CloudAccounts,
  type Lab,
  type Leftover,
  MadeOnCloud,
  Recorder,
  type RecorderOptions,
  type Selection,
  type Suite,
  type SuiteTest,
  type TestResult,
} from "../../lab/index.ts";
import { type Attribution, type Exchange, preloadEnvironment } from "../../wire/index.ts";
import type { Cost, Prices } from "../cost/index.ts";
import type { ContractWatch } from "../decide/contract-watch.ts";
import { Bill } from "./bill.ts";
import { Observations } from "./observations.ts";

/** One run of a suite on one target, with all that was seen of it. */
export interface TargetRun {
  readonly exitCode: number;
  readonly tests: readonly SuiteTest[];
  readonly results: ReadonlyMap<string, TestResult>;
  readonly observations: Observations;
  /** What it would cost on a cloud, by test; by file what its set-up sent, and under no name what is nobody's. */
  readonly costs: ReadonlyMap<string, Cost>;
  /** What was made on the cloud and could not be removed. */
  readonly leftovers: readonly Leftover[];
  /** What could not be recorded, if anything. */
  readonly failure?: unknown;
}

export interface TargetRunOptions {
  readonly suite: Suite;
  readonly selection: Selection;
  readonly lab: Lab;
  readonly cwd: string;
  readonly prices: Prices;
  readonly recorder: Pick<RecorderOptions, "file" | "command" | "secrets" | "bodyLimit">;
  /** The accounts that requests are sent to instead of the emulators. */
  readonly cloud?: CloudAccounts;
  /** How many requests may be sent to them; what comes after these is refused. */
  readonly requests?: number;
  /** Looks for behaviours on which the emulators are known to differ. */
  readonly watch?: ContractWatch;
  readonly onResult?: (result: TestResult) => void;
  readonly onRequest?: () => void;
  readonly onOutput?: (text: string, stream: "stdout" | "stderr") => void;
  readonly onNote?: (note: string) => void;
  readonly signal?: AbortSignal;
}

/** Runs tests of a suite behind recording proxies, and removes from the cloud what they have made there. */
export async function runOnTarget(options: TargetRunOptions): Promise<TargetRun> {
  const { lab, cloud, recorder, prices, onNote } = options;
  const bill = new Bill(prices);
  const secrets = [...(recorder.secrets ?? []), ...(cloud?.secrets ?? [])];
  const made = cloud && new MadeOnCloud(cloud);
  const cleared = async () => {
    const file = recorder.file.replace(/(?:\.jsonl)?$/, "-removal.jsonl");
    return (await made?.remove(lab, { file, secrets, onExchange: (exchange) => bill.add(exchange) })) ?? [];
  };
  try {
    const run = await recordedRun({ ...options, recorder: { ...recorder, secrets } }, (exchange) => {
      made?.add(exchange);
      bill.add(exchange);
    });
    const leftovers = await cleared();
    return { ...run, leftovers, costs: bill.costs };
  } catch (error) {
    for (const { kind, name, why } of await cleared())
      onNote?.(`left on the cloud: ${kind} ${name} (${why})`);
    throw error;
  }
}

async function recordedRun(
  options: TargetRunOptions,
  onExchange: (exchange: Exchange) => void,
): Promise<Omit<TargetRun, "leftovers" | "costs">> {
  const { suite, selection, lab, cwd, cloud, onResult, onRequest, onOutput, onNote, signal } = options;
  const observations = new Observations(options.watch);
  let failure: unknown;
  let isBusy = false;
  await using recorder = await Recorder.start(lab, {
    ...options.recorder,
    ...(cloud !== undefined && { rewriters: cloud.limitedTo(options.requests) }),
    onExchange: (exchange) => {
      onExchange(exchange);
      observations.add(exchange);
      onRequest?.();
      if (cloud !== undefined && !isBusy && isThrottled(exchange)) {
        isBusy = true;
        onNote?.("the cloud says that it is busy: the tests' own clients may wait and try again");
      }
    },
    onFailure: (error) => {
      failure ??= error;
    },
    ...(onNote !== undefined && { onNote }),
  });
  cloud?.onSecret((secret) => recorder.learn(secret));
  const run = await suite.run(selection, {
    cwd,
    env: await environmentFor(recorder, { tier: suite.tier === 1 ? 4 : suite.tier }, cwd),
    envOf: (test) => environmentFor(recorder, { tier: 3, test: test.id, file: test.file }, cwd),
    ...(onResult !== undefined && { onResult }),
    ...(onOutput !== undefined && { onOutput }),
    ...(signal !== undefined && { signal }),
  });
  return {
    exitCode: run.exitCode,
    tests: run.tests ?? [],
    results: new Map(run.results.map((result) => [result.id, withoutSecrets(result, recorder)])),
    observations,
    ...(failure !== undefined && { failure }),
  };
}

/** What a failure says is anybody's words. */
function withoutSecrets(result: TestResult, recorder: Recorder): TestResult {
  return result.message === undefined ? result : { ...result, message: recorder.redacted(result.message) };
}

async function environmentFor(
  recorder: Recorder,
  by: Attribution,
  cwd: string,
): Promise<Record<string, string>> {
  const { env, origins, redirects } = await recorder.open(by);
  const preload = preloadEnvironment({ origins, redirects, root: cwd, env: process.env });
  // Runners write a summary of their own after each of our phases, with results that do not count.
  const own = process.env["GITHUB_STEP_SUMMARY"] === undefined ? {} : { GITHUB_STEP_SUMMARY: "" };
  return { ...env, ...preload, ...own };
}
