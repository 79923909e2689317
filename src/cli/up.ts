import { isServiceName, type ServiceName, serviceNames } from "../clouds/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import {
  emulators,
  Lab,
  type LabOptions,
  parseServiceTargets,
  parseTarget,
  type ServiceTarget,
} from "../lab/index.ts";
import { ChildCommand } from "./child-command.ts";
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
      name: "[SERVICE…]",
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
    const ports = { ...configuredPorts(config, wanted), ...portFlags(flags, wanted) };
    using interruption = new Interruption();
    const lab = await startLab(wanted, {
      cwd,
      ports,
      allowHosts: config.allowHosts,
      onEvent: (event) => showLabEvent(event, terminal),
      signal: interruption.signal,
    });
    if (lab === undefined) return interruption.exitCode;
    await using _stopped = lab;
    // Awaited here: the lab must not be stopped before the command has ended.
    if (rest.length > 0) return await runCommand(rest, lab, interruption);
    if (terminal.json) terminal.document({ targets: lab.targets });
    else show(lab, terminal);
    await Promise.race([interruption.wait(), lab.lost]);
    return interruption.exitCode;
  },
};

/** The lab, or nothing if the start was interrupted. */
async function startLab(wanted: readonly ServiceTarget[], options: LabOptions): Promise<Lab | undefined> {
  try {
    return await Lab.start(wanted, options);
  } catch (error) {
    if (options.signal?.aborted) return undefined;
    throw error;
  }
}

function wantedTargets(positionals: readonly string[], config: Config): ServiceTarget[] {
  const configured = (service: ServiceName) => {
    const emulator = config.services[service]?.emulator;
    return emulator === undefined ? undefined : parseTarget(emulator);
  };
  const named = positionals.length === 0 ? Object.keys(config.services) : positionals;
  if (named.length === 0) throw usage("it is not said what to start: name services, or configure some", "up");
  return named.flatMap((text) => parseServiceTargets(text, configured));
}

type Ports = Partial<Record<ServiceName, number>>;

/** The config's ports of what is started now. */
function configuredPorts(config: Config, wanted: readonly ServiceTarget[]): Ports {
  const ports = wanted.flatMap(({ service, target }) => {
    const port = config.services[service]?.port;
    return port === undefined || target.kind === "url" ? [] : [[service, port]];
  });
  return Object.fromEntries(ports);
}

function portFlags(flags: ParsedFlags, wanted: readonly ServiceTarget[]): Ports {
  const ports = flags.all("port").map((text): [string, number] => {
    const [service = "", port = ""] = text.split("=");
    const number = Number(port);
    const isPort = /^\d+$/.test(port) && number >= 1 && number <= 65_535;
    if (!isServiceName(service) || !isPort) throw usage(`--port ${text} is not SERVICE=PORT`, "up");
    if (!wanted.some((one) => one.service === service)) {
      throw usage(`--port ${text} is for a service that is not started`, "up");
    }
    return [service, number];
  });
  return Object.fromEntries(ports);
}

function show({ targets, env }: Lab, terminal: Terminal): void {
  const { bold, dim } = terminal.color;
  for (const { service, emulator, version, endpoint } of targets) {
    terminal.say(
      `${bold(service.padEnd(12))} ${endpoint}  ${dim([emulator, version].filter(Boolean).join(" "))}`,
    );
  }
  terminal.say();
  const rivals = rivalsOf(env);
  if (rivals.length > 0) terminal.say(`unset ${rivals.join(" ")}`);
  for (const [name, value] of Object.entries(env)) terminal.say(`export ${name}=${shellQuoted(value)}`);
  terminal.say();
  terminal.note(terminal.noteColor.dim("Ctrl-C stops everything"));
}

/** Variables that would lead AWS's SDKs past the emulator's credentials, to the user's own. */
function rivalsOf(env: Readonly<Record<string, string>>): string[] {
  return env["AWS_ACCESS_KEY_ID"] === undefined
    ? []
    : ["AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN"];
}

function shellQuoted(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Runs the user's command; its end is ours, and so is that of the emulators that it needs. */
async function runCommand(words: readonly string[], lab: Lab, interruption: Interruption): Promise<number> {
  const inherited = { ...process.env };
  for (const name of rivalsOf(lab.env)) delete inherited[name];
  const command = new ChildCommand(words, { ...inherited, ...lab.env });
  try {
    return await Promise.race([command.exitCode(interruption), lab.lost]);
  } catch (error) {
    await command.stop();
    throw error;
  }
}
