import { loadConfig } from "../lab/config/index.ts";
import { configuredPorts, type Lab, rivalsOf } from "../lab/index.ts";
import type { Command } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag, labArguments, portFlags, runCommand, startLab, wantedTargets } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import type { Terminal } from "./terminal.ts";

export const up: Command = {
  name: "up",
  summary: "start emulators and print how to reach them, or run a command with them",
  args: labArguments,
  flags: [
    {
      name: "port",
      value: "SERVICE=PORT",
      repeats: true,
      summary: "a fixed port for a service; a free one otherwise",
    },
    configFlag,
  ],
  takesCommand: "with its output",
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
    const wanted = wantedTargets(positionals, config, "up");
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
    if (rest.length > 0) return await runCommand(rest, { env: lab.env, lost: lab.lost, interruption });
    if (terminal.json) terminal.document({ targets: lab.targets });
    else show(lab, terminal);
    await Promise.race([interruption.wait(), lab.lost]);
    return interruption.exitCode;
  },
};

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

function shellQuoted(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
