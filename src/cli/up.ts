import { loadConfig } from "../lab/config/index.ts";
import { configuredPorts, rivalsOf, StrictFront, type Target } from "../lab/index.ts";
import type { Command } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag, labArguments, portFlags, runCommand, startLab, wantedTargets } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { strictFlags, strictOptions } from "./strict.ts";
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
    ...strictFlags,
    configFlag,
  ],
  takesCommand: "with its output",
  notes: [
    "A target is an emulator (azurite, azurite@3.21.0, dynalite, dynamodb-local, s3rver) or the URL of anything that",
    "runs already. Without any service, those of the config are started. Ctrl-C stops everything. A command behind --",
    "gets the variables in its environment, and its exit code is ours. With --strict, a proxy before the emulators gives",
    "the cloud's answer where a contract says that theirs is another: see docs/guide/strict.md.",
  ],
  examples: [
    "touchstone up azure-blob s3",
    "touchstone up azurite@3.21.0 --port azure-blob=10000",
    "touchstone up dynamodb=dynamodb-local -- node app.js",
    "touchstone up s3=http://127.0.0.1:9000 dynamodb --json",
    "touchstone up azure-blob --strict -- npm test",
  ],
  async run({ positionals, flags, rest, terminal, cwd }) {
    const { config } = await loadConfig(cwd, flags.text("config"));
    const wanted = wantedTargets(positionals, config, "up");
    const ports = { ...configuredPorts(config, wanted), ...portFlags(flags, wanted) };
    using interruption = new Interruption();
    let opened: StrictFront | undefined;
    const strict = await strictOptions(flags, config, { cwd, terminal, command: "up" });
    const lab = await startLab(wanted, {
      cwd,
      // In strict mode the ports are those of the proxies.
      ports: strict === undefined ? ports : {},
      allowHosts: config.allowHosts,
      onEvent: (event) => {
        showLabEvent(event, terminal);
        if (event.type === "restarted") opened?.forget();
      },
      signal: interruption.signal,
    });
    if (lab === undefined) return interruption.exitCode;
    await using _stopped = lab;
    await using front = strict === undefined ? undefined : await StrictFront.open(lab, { ...strict, ports });
    opened = front;
    const { targets, env } = front ?? lab;
    // Awaited here: the lab must not be stopped before the command has ended.
    if (rest.length > 0) return await runCommand(rest, { env, lost: lab.lost, interruption });
    if (terminal.json) terminal.document({ targets });
    else show(targets, env, terminal);
    await Promise.race([interruption.wait(), lab.lost]);
    return interruption.exitCode;
  },
};

function show(targets: readonly Target[], env: Readonly<Record<string, string>>, terminal: Terminal): void {
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
