import { relative, resolve } from "node:path";
import { type HybridReport, type HybridSettings, hybrid, newRunFolder, policies } from "../hybrid/index.ts";
import { loadConfig } from "../lab/config/index.ts";
import { configSecrets, secretsIn } from "../lab/index.ts";
import type { Flag, Invocation, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag, wantedTargets } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import { outputFlags, RunOutput } from "./run-output/index.ts";

const sequences = ["resources", "exact"] as const;

/** What commands that run tests on both sides take. */
export const hybridFlags: readonly Flag[] = [
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
  { name: "max-cloud-requests", value: "COUNT", summary: "send no more requests than these" },
  { name: "max-cost", value: "DOLLARS", summary: "spend no more than this on the cloud" },
  { name: "only", value: "TEST", summary: "run a test alone, by its id or a part of it" },
  ...outputFlags,
  configFlag,
];

/** Runs tests on both sides as the flags say, and tells of it; the exit code is what `exitCode` says of the report. */
export async function runHybrid(
  { positionals, flags, rest, terminal, cwd }: Invocation,
  command: string,
  own: Partial<HybridSettings>,
  exitCode: (report: HybridReport) => number,
): Promise<number> {
  if (rest.length === 0) throw usage("there is nothing to run: write a test command after --", command);
  const { config } = await loadConfig(cwd, flags.text("config"));
  const settings = present({
    ...settingsOf(flags, command),
    ...own,
    targets: wantedTargets(positionals, config, command),
    config: flags.text("config"),
  });
  const folder = resolve(cwd, newRunFolder());
  using interruption = new Interruption();
  using output = new RunOutput({
    terminal,
    flags,
    cwd,
    folder,
    command: rest,
    settings: settingWords(positionals, flags),
    secrets: [...secretsIn(process.env), ...configSecrets(config)],
  });
  try {
    const report = await hybrid({
      ...settings,
      command: rest,
      cwd,
      folder,
      onEvent: (event) => output.event(event),
      onLabEvent: (event) => showLabEvent(event, terminal),
      onSecret: (secret) => output.learn(secret),
      signal: interruption.signal,
    });
    await output.finish(report);
    return exitCode(report);
  } catch (error) {
    if (!interruption.happened) throw error;
    terminal.note(`interrupted; what is there of it: ${relative(cwd, folder)}`);
    return interruption.exitCode;
  }
}

/** What a line that runs one of the tests again needs, to mean the same. */
function settingWords(positionals: readonly string[], flags: ParsedFlags): readonly string[] {
  const named = ["config", "sequence", "store"].flatMap((name) => {
    const value = flags.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
  return [...positionals, ...named];
}

function settingsOf(flags: ParsedFlags, command: string) {
  return {
    policy: choiceOf(flags, "policy", policies, command),
    sequence: choiceOf(flags, "sequence", sequences, command),
    safeList: flags.text("store"),
    daysTrusted: numberOf(flags, "days", command),
    learn: flags.on("learn") ? true : undefined,
    only: flags.text("only"),
    budget: present({
      requests: numberOf(flags, "max-cloud-requests", command),
      dollars: numberOf(flags, "max-cost", command),
    }),
  };
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** What is there of these. */
function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<Fields>;
}

/** The value of a flag that has a few. */
export function choiceOf<Choice extends string>(
  flags: ParsedFlags,
  name: string,
  choices: readonly Choice[],
  command: string,
): Choice | undefined {
  const text = flags.text(name);
  const found = choices.find((choice) => choice === text);
  if (text !== undefined && found === undefined) {
    throw usage(`--${name} is one of ${choices.join(", ")}, not ${text}`, command);
  }
  return found;
}

/** The value of a flag that is a number, with `%` behind it or without. */
export function numberOf(flags: ParsedFlags, name: string, command: string): number | undefined {
  const text = flags.text(name)?.replace(/%$/, "");
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  throw usage(`--${name} is a number, not ${text}`, command);
}
