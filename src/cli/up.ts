import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { type ServiceName, serviceNames } from "../clouds/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import {
  emulators,
  Lab,
  parseServiceTargets,
  parseTarget,
  type ServiceTarget,
  type Target,
} from "../lab/index.ts";
import type { Command, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

export const up: Command = {
  name: "up",
  summary: "start emulators and print how to reach them, or run a command with them",
  args: [
    {
      name: "SERVICE…",
      summary: "services, SERVICE=TARGET, or emulators",
      choices: [...serviceNames, ...emulators.map(({ name }) => name)],
    },
  ],
  flags: [
    {
      name: "port",
      value: "SERVICE=PORT",
      repeats: true,
      summary: "a fixed port for a service; a free one otherwise",
    },
    { name: "config", value: "FILE", summary: "the config; touchstone.config.ts here otherwise" },
  ],
  takesCommand: true,
  notes: [
    "A target is an emulator (azurite, azurite@3.21.0, dynalite, dynamodb-local, s3rver) or the URL of anything that",
    "runs already. Without any service, those of the config are started. Ctrl-C stops everything. A command behind --",
    "gets the variables in its environment, and its exit code is ours.",
  ],
  examples: [
    "touchstone up azure-blob s3",
    "touchstone up azurite@3.21.0 --port azure-blob=10000",
    "touchstone up dynamodb=dynamodb-local -- node app.js",
    "touchstone up s3=http://127.0.0.1:9000 dynamodb --json",
  ],
  async run({ positionals, flags, rest, terminal, cwd }) {
    const { config } = await loadConfig(cwd, flags.text("config"));
    const wanted = wantedTargets(positionals, config);
    using interruption = new Interruption();
    const starting = Lab.start(wanted, {
      cwd,
      ports: { ...configuredPorts(config), ...portFlags(flags) },
      allowHosts: config.allowHosts,
      onEvent: (event) => showLabEvent(event, terminal),
    });
    await using lab = await starting;
    if (interruption.happened) return interruption.exitCode;
    if (rest.length > 0) return runCommand(rest, lab.env, interruption);
    if (terminal.json) terminal.document({ targets: lab.targets });
    else show(lab.targets, terminal);
    await interruption.wait();
    return interruption.exitCode;
  },
};

function wantedTargets(positionals: readonly string[], config: Config): ServiceTarget[] {
  const configured = (service: ServiceName) => {
    const emulator = config.services[service]?.emulator;
    return emulator === undefined ? undefined : parseTarget(emulator);
  };
  const named = positionals.length === 0 ? Object.keys(config.services) : positionals;
  if (named.length === 0) throw usage("it is not said what to start: name services, or configure some", "up");
  return named.flatMap((text) => parseServiceTargets(text, configured));
}

function configuredPorts(config: Config): Partial<Record<ServiceName, number>> {
  const ports = Object.entries(config.services).flatMap(([service, settings]) =>
    settings?.port === undefined ? [] : [[service, settings.port]],
  );
  return Object.fromEntries(ports);
}

function portFlags(flags: ParsedFlags): Partial<Record<ServiceName, number>> {
  const ports = flags.all("port").map((text): [string, number] => {
    const [service = "", port = ""] = text.split("=");
    const number = Number(port);
    const valid = (serviceNames as readonly string[]).includes(service) && Number.isInteger(number);
    if (!valid || number < 1 || number > 65_535) throw usage(`--port ${text} is not SERVICE=PORT`, "up");
    return [service, number];
  });
  return Object.fromEntries(ports);
}

function show(targets: readonly Target[], terminal: Terminal): void {
  const { bold, dim } = terminal.color;
  for (const { service, emulator, version, endpoint } of targets) {
    terminal.say(
      `${bold(service.padEnd(12))} ${endpoint}  ${dim([emulator, version].filter(Boolean).join(" "))}`,
    );
  }
  terminal.say();
  const env = Object.assign({}, ...targets.map((target) => target.env)) as Record<string, string>;
  for (const [name, value] of Object.entries(env)) terminal.say(`export ${name}=${shellQuoted(value)}`);
  terminal.say();
  terminal.note(dim("Ctrl-C stops everything"));
}

function shellQuoted(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Runs the user's command; its end is ours, and our interruption is its. */
async function runCommand(
  [command = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  interruption: Interruption,
): Promise<number> {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  void interruption.wait().then(() => child.kill(interruption.signal));
  try {
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    if (interruption.happened) return interruption.exitCode;
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  } catch (error) {
    throw usage(`${command} cannot be run: ${(error as Error).message}`, "up");
  }
}
