import { resolve } from "node:path";
import {
  defaultSafeList,
  emptyCatalogue,
  type HybridReport,
  hybridRun,
  listedCatalogue,
  openSafeList,
  type Policy,
  policies,
  pricesWith,
} from "../hybrid/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import {
  CloudAccounts,
  configSecrets,
  partOfSuite,
  type Suite,
  type SuiteTest,
  secretsIn,
  suiteOf,
} from "../lab/index.ts";
import { runHasFailed } from "../report/index.ts";
import { makeFolder } from "../wire/index.ts";
import type { Command, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import {
  configFlag,
  configuredPorts,
  labArguments,
  servicesOf,
  startLab,
  wantedTargets,
} from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import { outputFlags, RunOutput } from "./run-output/index.ts";

const sequences = ["resources", "exact"] as const;

export const run: Command = {
  name: "run",
  summary: "run tests on emulators, and on the cloud only those whose results cannot be trusted there",
  args: labArguments,
  flags: [
    {
      name: "policy",
      value: "POLICY",
      summary: "what decides which tests need the cloud; combined otherwise",
      choices: policies,
    },
    {
      name: "sequence",
      value: "WAY",
      summary: "how traces are compared; by resources otherwise",
      choices: sequences,
    },
    { name: "store", value: "URL", summary: "the safe list: sqlite:PATH or postgres://…" },
    { name: "learn", summary: "put on the safe list what the cloud confirms, also in CI" },
    { name: "days", value: "DAYS", summary: "how long an entry of the safe list is trusted; 90 otherwise" },
    {
      name: "revalidate",
      value: "PERCENT",
      summary: "check so many of the kept tests on the cloud all the same",
    },
    { name: "max-cloud-requests", value: "COUNT", summary: "send no more requests than these" },
    { name: "max-cost", value: "DOLLARS", summary: "spend no more than this on the cloud" },
    { name: "dry-run", summary: "send nothing, and say what would be sent and what it would cost" },
    { name: "only", value: "TEST", summary: "run a test alone, by its id or a part of it" },
    ...outputFlags,
    configFlag,
  ],
  takesCommand: "with a result of our own",
  notes: [
    "Tests run on the emulators of the config first. A test is trusted there if every operation that it used is known",
    "to agree, or if the cloud has confirmed the very same behaviour before; all others run again on the accounts of the",
    "config. The exit code is 1 if a test fails where it counts, or if one that should have been sent was not.",
  ],
  examples: [
    "touchstone run -- npx vitest run",
    "touchstone run --policy monitor --dry-run -- npx vitest run",
    "touchstone run --learn --revalidate 5% -- npm test",
  ],
  async run({ positionals, flags, rest, terminal, cwd }) {
    if (rest.length === 0) throw usage("it is not said what to run: write a test command behind --", "run");
    const { config } = await loadConfig(cwd, flags.text("config"));
    const wanted = wantedTargets(positionals, config, "run");
    const chosen = settingsOf(flags, config);
    const cloud = hasCloud(config) ? new CloudAccounts(config, servicesOf(wanted)) : undefined;
    const folder = resolve(cwd, ".touchstone", "runs", new Date().toISOString().replace(/[:.]/g, "-"));
    await makeFolder(folder);
    await using store = await openSafeList(flags.text("store") ?? config.safeList ?? defaultSafeList, cwd);
    using interruption = new Interruption();
    const secrets = [...secretsIn(process.env), ...configSecrets(config)];
    const isDryRun = flags.on("dry-run");
    const settings = settingWords(positionals, flags);
    using output = new RunOutput({
      terminal,
      flags,
      cwd,
      folder,
      command: rest,
      settings,
      isDryRun,
      secrets,
    });
    cloud?.onSecret((secret) => output.learn(secret));
    const lab = await startLab(wanted, {
      cwd,
      ports: configuredPorts(config, wanted),
      allowHosts: config.allowHosts,
      onEvent: (event) => showLabEvent(event, terminal),
      signal: interruption.signal,
    });
    if (lab === undefined) return interruption.exitCode;
    await using _stopped = lab;
    const report = await Promise.race([
      hybridRun({
        suite: chosenSuite(suiteOf(rest, cwd, config.tests), flags.text("only")),
        lab,
        cwd,
        command: rest,
        folder,
        store,
        prices: pricesWith(),
        catalogue: config.discrepant === undefined ? emptyCatalogue : listedCatalogue(config.discrepant),
        pinned: pinsOf(config),
        secrets,
        ...chosen,
        ...(cloud !== undefined && !isDryRun && { cloud }),
        isLearning: flags.on("learn") || !process.env["CI"],
        onEvent: (event) => output.event(event),
        signal: interruption.signal,
      }),
      lab.lost,
    ]);
    if (interruption.happened) return interruption.exitCode;
    await output.finish(report);
    return exitCodeOf(report, isDryRun);
  },
};

/** What a line that runs one of the tests again needs, to mean the same. */
function settingWords(positionals: readonly string[], flags: ParsedFlags): readonly string[] {
  const named = ["config", "sequence", "store"].flatMap((name) => {
    const value = flags.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  return [...positionals, ...named];
}

function chosenSuite(suite: Suite, only: string | undefined): Suite {
  return only === undefined ? suite : partOfSuite(suite, only);
}

function settingsOf(flags: ParsedFlags, config: Config) {
  const requests = numberOf(flags, "max-cloud-requests") ?? config.budget.requests;
  const dollars = numberOf(flags, "max-cost") ?? config.budget.dollars;
  return {
    policy: choiceOf(flags, "policy", policies) ?? config.policy ?? ("combined" satisfies Policy),
    mode: choiceOf(flags, "sequence", sequences) ?? ("resources" as const),
    daysTrusted: numberOf(flags, "days") ?? 90,
    revalidate: (numberOf(flags, "revalidate") ?? 0) / 100,
    budget: { ...(requests !== undefined && { requests }), ...(dollars !== undefined && { dollars }) },
  };
}

function choiceOf<Choice extends string>(
  flags: ParsedFlags,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = flags.text(name);
  const found = choices.find((choice) => choice === text);
  if (text !== undefined && found === undefined) {
    throw usage(`--${name} is one of ${choices.join(", ")}, not ${text}`, "run");
  }
  return found;
}

function numberOf(flags: ParsedFlags, name: string): number | undefined {
  const text = flags.text(name)?.replace(/%$/, "");
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  throw usage(`--${name} is a number, not ${text}`, "run");
}

function hasCloud({ services }: Config): boolean {
  return Object.values(services).some((settings) => settings?.cloud !== undefined);
}

function pinsOf({ pinned }: Config): (test: SuiteTest) => "cloud" | "emulator" | undefined {
  return ({ id }) => {
    if (pinned.cloud.some((part) => id.includes(part))) return "cloud";
    return pinned.emulator.some((part) => id.includes(part)) ? "emulator" : undefined;
  };
}

function exitCodeOf(report: HybridReport, isDry: boolean): number {
  if (runHasFailed(report)) return 1;
  return !isDry && report.tests.some(({ unsent }) => unsent !== undefined) ? 1 : 0;
}
