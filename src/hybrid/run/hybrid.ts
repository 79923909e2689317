import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { SequenceMode, ServiceName } from "../../clouds/index.ts";
import { type Config, type ConfigInput, checkConfig, loadConfig } from "../../lab/config/index.ts";
import {
  CloudAccounts,
  configSecrets,
  configuredContracts,
  configuredPorts,
  configuredTargets,
  Lab,
  type LabEvent,
  partOfSuite,
  type ServiceTarget,
  type Suite,
  type SuiteTest,
  secretsIn,
  suiteOf,
} from "../../lab/index.ts";
import { type Contract, TouchstoneError } from "../../model/index.ts";
import { makeFolder } from "../../wire/index.ts";
import { pricesWith } from "../cost/index.ts";
import {
  type Catalogue,
  emptyCatalogue,
  listedCatalogue,
  readCatalogue,
  withListed,
} from "../decide/catalogue.ts";
import type { Policy } from "../decide/decide.ts";
import { defaultSafeList, openSafeList, type SafeListStore } from "../safe-list/index.ts";
import { hybridRun } from "./hybrid-run.ts";
import type { CloudAccess, HybridEvent, HybridOptions } from "./options.ts";
import type { HybridReport } from "./report.ts";
import { storedIds } from "./stored-id.ts";

/** How a suite is run; what is not said is the config's, or `touchstone run`'s default. */
export interface HybridSettings {
  /** The test command, whose runner is recognised; or else a suite of your own. */
  readonly command?: readonly string[];
  readonly suite?: Suite;
  /** Only the tests with this as their id, or as a part of it. */
  readonly only?: string;
  /** The current folder unless given. */
  readonly cwd?: string;
  /** A config, or its file; the folder's otherwise. */
  readonly config?: string | ConfigInput;
  /** What is started; the config's services otherwise. */
  readonly targets?: readonly ServiceTarget[];
  /** A lab that runs already, and goes on running; its emulators are emptied before each time that tests run. */
  readonly lab?: Lab;
  readonly policy?: Policy;
  readonly sequence?: SequenceMode;
  /** `sqlite:PATH` or `postgres://…`. */
  readonly safeList?: string;
  /** How long an entry of the safe list is trusted, in days; 90 unless given. */
  readonly daysTrusted?: number;
  /** How many of the kept tests are checked on the cloud all the same: 0 to 1. */
  readonly revalidate?: number;
  /** Whether tests that need the cloud are sent now, wait for a run of what was put off, or are only told. */
  readonly cloud?: "now" | "defer" | "dry-run";
  /** All tests, those that were put off before, or all on both sides to check the decisions. */
  readonly scope?: HybridOptions["scope"];
  readonly budget?: HybridOptions["budget"];
  /** How long it is waited, in ms, before tests that met a busy cloud are sent again; 2 s and then 10 s unless given. */
  readonly busyPauses?: readonly number[];
  /** Whether what the cloud confirms is put on the safe list; not in CI unless given. */
  readonly learn?: boolean;
  /** Where the traces go; a new folder below `.touchstone/runs` unless given. */
  readonly folder?: string;
  readonly onEvent?: (event: HybridEvent) => void;
  /** Told of secrets that come only when they are asked for, such as tokens. */
  readonly onSecret?: (secret: string) => void;
  readonly onLabEvent?: (event: LabEvent) => void;
  readonly signal?: AbortSignal;
}

/**
 * Runs a suite on the emulators of the config, and on the cloud the tests whose results cannot be trusted there: what
 * `touchstone run` does, for programs. A runner of your own is a {@link Suite}.
 *
 * @example
 * const report = await hybrid({ command: ["npx", "vitest", "run"], policy: "monitor" });
 * const unsafe = report.tests.filter(({ judgement }) => judgement?.verdict === "unsafe");
 */
export async function hybrid(settings: HybridSettings): Promise<HybridReport> {
  const { cwd = process.cwd() } = settings;
  const config = await configOf(settings.config, cwd);
  const options = optionsFrom(settings, config, cwd);
  const onNote = (text: string) => settings.onEvent?.({ type: "note", text });
  const chosen = {
    ...options,
    catalogue: await catalogueOf(config, cwd, onNote),
    ...(options.policy === "contract" && { contracts: await contractsFor(config, cwd, onNote) }),
  };
  await makeFolder(chosen.folder);
  await using store = await openSafeList(settings.safeList ?? config.safeList ?? defaultSafeList, cwd);
  if (settings.lab !== undefined) {
    await settings.lab.reset();
    return await runIn(settings.lab, store, chosen);
  }
  await using lab = await startLab(settings, config, cwd);
  return await runIn(lab, store, chosen);
}

async function runIn(
  lab: Lab,
  store: SafeListStore,
  options: Omit<HybridOptions, "lab" | "store" | "cloud"> & { readonly accessFor: (lab: Lab) => CloudAccess },
): Promise<HybridReport> {
  const lost = new AbortController();
  lab.lost.catch((error: unknown) => lost.abort(error));
  const signal = options.signal === undefined ? lost.signal : AbortSignal.any([options.signal, lost.signal]);
  try {
    return await hybridRun({ ...options, lab, store, signal, cloud: options.accessFor(lab) });
  } catch (error) {
    throw lost.signal.aborted ? lost.signal.reason : error;
  }
}

function startLab(
  { targets, onLabEvent, signal }: HybridSettings,
  config: Config,
  cwd: string,
): Promise<Lab> {
  const wanted = targets ?? configuredTargets(config);
  return Lab.start(wanted, {
    cwd,
    ports: configuredPorts(config, wanted),
    allowHosts: config.allowHosts,
    ...(onLabEvent !== undefined && { onEvent: onLabEvent }),
    ...(signal !== undefined && { signal }),
  });
}

function optionsFrom(settings: HybridSettings, config: Config, cwd: string) {
  const { command = [], only, onEvent, onSecret, signal } = settings;
  const suite = settings.suite ?? suiteFor(command, cwd, config);
  const secrets = [...secretsIn(process.env), ...configSecrets(config)];
  const options = {
    suite: only === undefined ? suite : partOfSuite(suite, only),
    cwd,
    command,
    folder: resolve(cwd, settings.folder ?? newRunFolder()),
    prices: pricesWith(config.prices),
    policy: settings.policy ?? config.policy ?? "combined",
    mode: settings.sequence ?? "resources",
    daysTrusted: settings.daysTrusted ?? 90,
    revalidate: settings.revalidate ?? 0,
    pinned: pinsOf(config),
    scope: settings.scope ?? "all",
    secrets,
    storedId: storedIds(secrets),
    budget: budgetOf(config.budget, settings.budget),
    busyPauses: settings.busyPauses ?? [2_000, 10_000],
    isLearning: settings.learn ?? !process.env["CI"],
    ...(onEvent !== undefined && { onEvent }),
    ...(onSecret !== undefined && { onSecret }),
    ...(signal !== undefined && { signal }),
  } satisfies Omit<HybridOptions, "lab" | "store" | "cloud" | "catalogue">;
  const accessFor = (lab: Lab) => accessTo(config, servicesOf(lab), settings.cloud ?? "now");
  return { ...options, accessFor };
}

async function catalogueOf(
  { catalogue, discrepant }: Config,
  cwd: string,
  onNote: (text: string) => void,
): Promise<Catalogue> {
  if (catalogue === undefined) return discrepant === undefined ? emptyCatalogue : listedCatalogue(discrepant);
  if (!existsSync(resolve(cwd, catalogue))) {
    onNote(`there is no ${catalogue} yet, so that nothing is known to agree: \`touchstone fuzz\` makes one`);
    return withListed(emptyCatalogue, discrepant ?? []);
  }
  return withListed(await readCatalogue(catalogue, cwd), discrepant ?? []);
}

/** Ours, and the user's own. Those that are inferred count too: what we do not know goes to the cloud. */
async function contractsFor(
  config: Config,
  cwd: string,
  onNote: (note: string) => void,
): Promise<readonly Contract[]> {
  const { contracts } = await configuredContracts(config, { cwd, inferred: true, onNote });
  return contracts;
}

async function configOf(given: HybridSettings["config"], cwd: string): Promise<Config> {
  if (typeof given === "object") return checkConfig(given, "the config");
  const { config } = await loadConfig(cwd, given);
  return config;
}

function suiteFor(command: readonly string[], cwd: string, config: Config): Suite {
  if (command.length > 0) return suiteOf(command, cwd, config.tests);
  throw new TouchstoneError("TS_NO_COMMAND", "it is not said which tests to run", {
    hint: "Give a test command, or a suite.",
  });
}

function servicesOf({ targets }: Lab): ServiceName[] {
  return [...new Set(targets.map(({ service }) => service))];
}

/** `.touchstone/runs/2026-11-15T22-03-04-005Z`: fit for a folder's name, and in order. */
export function newRunFolder(): string {
  return `.touchstone/runs/${new Date().toISOString().replace(/[:.]/g, "-")}`;
}

const accountProblems: ReadonlySet<string> = new Set(["TS_NO_CLOUD", "TS_NO_CREDENTIALS"]);

/** A run that needs no cloud must not need its credentials: that they are missing is told of the tests that do. */
function accessTo(
  config: Config,
  services: readonly ServiceName[],
  when: NonNullable<HybridSettings["cloud"]>,
): CloudAccess {
  if (when === "dry-run") return { kind: "dry run", why: "nothing is sent in a dry run" };
  if (when === "defer") return { kind: "deferred" };
  const open = () => new CloudAccounts(config, services);
  try {
    open();
  } catch (error) {
    if (error instanceof TouchstoneError && accountProblems.has(error.code)) {
      return { kind: "unreachable", why: error.message };
    }
    throw error;
  }
  return { kind: "open", open };
}

function budgetOf(
  configured: Config["budget"],
  given: HybridOptions["budget"] = {},
): HybridOptions["budget"] {
  const requests = given.requests ?? configured.requests;
  const dollars = given.dollars ?? configured.dollars;
  return { ...(requests !== undefined && { requests }), ...(dollars !== undefined && { dollars }) };
}

function pinsOf({ pinned }: Config): (test: SuiteTest) => "cloud" | "emulator" | undefined {
  return ({ id }) => {
    if (pinned.cloud.some((name) => isNamed(id, name))) return "cloud";
    return pinned.emulator.some((name) => isNamed(id, name)) ? "emulator" : undefined;
  };
}

/** Whether a name is a test's id, its title, or a file or group that it is in; `*` stands for anything. */
function isNamed(id: string, name: string): boolean {
  const pattern = name.split("*").map(RegExp.escape).join(".*");
  return new RegExp(`(?:^| > )${pattern}(?:$| > )`, "s").test(id);
}
