import { isServiceName, type ServiceName, serviceNames } from "../clouds/index.ts";
import type { Config } from "../lab/config/index.ts";
import {
  configuredTargets,
  emulators,
  Lab,
  type LabOptions,
  rivalsOf,
  type ServiceTarget,
} from "../lab/index.ts";
import { ChildCommand } from "./child-command.ts";
import type { Argument, Flag, ParsedFlags } from "./command.ts";
import type { Interruption } from "./interruption.ts";
import { usage } from "./parse.ts";

/** What commands that start a lab take. */
export const labArguments: readonly Argument[] = [
  {
    name: "[SERVICE…]",
    summary: "services, SERVICE=TARGET, or emulators",
    choices: [...serviceNames, ...emulators.map(({ name }) => name)],
  },
];

export const configFlag: Flag = {
  name: "config",
  value: "FILE",
  summary: "the config; touchstone.config.ts here otherwise",
};

/** The lab, or nothing if the start was interrupted. */
export async function startLab(
  wanted: readonly ServiceTarget[],
  options: LabOptions,
): Promise<Lab | undefined> {
  try {
    return await Lab.start(wanted, options);
  } catch (error) {
    if (options.signal?.aborted) return undefined;
    throw error;
  }
}

/** The services that are named, or else those of the config, each with its target. */
export function wantedTargets(
  positionals: readonly string[],
  config: Config,
  command: string,
): ServiceTarget[] {
  const named = positionals.length === 0 ? Object.keys(config.services) : positionals;
  if (named.length === 0)
    throw usage("there is nothing to start: name a service, or list some in touchstone.config.ts", command);
  return configuredTargets(config, named);
}

export function servicesOf(wanted: readonly ServiceTarget[]): ServiceName[] {
  return [...new Set(wanted.map(({ service }) => service))];
}

type Ports = Partial<Record<ServiceName, number>>;

/** The ports of `--port SERVICE=PORT`. */
export function portFlags(flags: ParsedFlags, wanted: readonly ServiceTarget[]): Ports {
  const ports = flags.all("port").map((text): [string, number] => {
    const [, service = "", port = ""] = /^([^=]+)=(\d+)$/.exec(text) ?? [];
    const number = Number(port);
    if (!isServiceName(service) || number < 1 || number > 65_535)
      throw usage(`--port must be SERVICE=PORT, not ${text}`, "up");
    if (!wanted.some((one) => one.service === service)) {
      throw usage(`--port ${text} names a service that is not started`, "up");
    }
    return [service, number];
  });
  return Object.fromEntries(ports);
}

/** How the user's command is run. */
export interface CommandRun {
  readonly env: Readonly<Record<string, string>>;
  /** Fails when the command has lost what it needs. */
  readonly lost: Promise<never>;
  readonly interruption: Interruption;
  /** Where its standard output goes; ours otherwise. */
  readonly stdout?: "stderr";
}

/** Runs the user's command; its end is ours, and so is that of what it needs. */
export async function runCommand(
  words: readonly string[],
  { env, lost, interruption, stdout }: CommandRun,
): Promise<number> {
  const inherited = { ...process.env };
  for (const name of rivalsOf(env)) delete inherited[name];
  const command = new ChildCommand(words, { ...inherited, ...env }, stdout);
  try {
    return await Promise.race([command.exitCode(interruption), lost]);
  } catch (error) {
    await command.stop();
    throw error;
  }
}
