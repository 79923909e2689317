import { replay as replayOn } from "../fidelity/index.ts";
import { loadConfig } from "../lab/config/index.ts";
import { emulators } from "../lab/index.ts";
import { replayReport } from "../report/index.ts";
import type { Command } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import { allRecordings, targetsNamed } from "./recordings.ts";
import { strictFlags, strictOptions } from "./strict.ts";

export const replay: Command = {
  name: "replay",
  summary: "perform recorded exchanges anew on a target, and compare the answers",
  args: [{ name: "FILE…", summary: "traces, HTTP archives, or JSON lines of recordings, gzipped or not" }],
  flags: [
    {
      name: "on",
      value: "TARGET",
      summary: "where: an emulator, a URL, or SERVICE=URL",
      choices: emulators.map(({ name }) => name),
    },
    ...strictFlags,
    configFlag,
  ],
  notes: [
    "Each recording begins on clean state. Requests are signed for the target, and what the target made up (ETags, lease",
    "ids, receipts, continuation tokens) takes the place of what was made up when it was recorded. Status and error code",
    "are compared. What differs cites the contract that the target breaks, or a finding: the least of its recording in",
    "which it shows on clean state. The exit code is 1 if an answer differs.",
  ],
  examples: [
    "touchstone replay .touchstone/traces/*.jsonl --on azurite",
    "touchstone replay recorded.jsonl.gz --on azurite@3.21.0 --json",
  ],
  async run({ positionals, flags, terminal, cwd }) {
    const named = flags.text("on");
    if (named === undefined) throw usage("it is not said where to: --on TARGET", "replay");
    if (positionals.length === 0) throw usage("there is no FILE", "replay");
    const { config } = await loadConfig(cwd, flags.text("config"));
    const on = await targetsNamed(named, positionals, "replay");
    const strict = await strictOptions(flags, config, { cwd, terminal, command: "replay" });
    using interruption = new Interruption();
    let done = 0;
    const result = await replayOn(allRecordings(positionals), on, {
      cwd,
      allowHosts: config.allowHosts,
      signal: interruption.signal,
      onEvent: (event) => showLabEvent(event, terminal),
      onRecording: (name) => terminal.status(`${++done} recordings · ${name}`),
      onFinding: ({ id }) => terminal.status(`${done} recordings · finding ${id}`),
      ...(strict !== undefined && {
        strict: terminal.verbose ? strict : { ...strict, onEnforced: () => {} },
      }),
    }).catch((error: unknown) => {
      if (interruption.happened) return undefined;
      throw error;
    });
    terminal.status("");
    if (result === undefined) return interruption.exitCode;
    if (terminal.json) terminal.document({ target: named, ...result });
    else terminal.say(replayReport(result, named));
    return result.discrepancies.length > 0 ? 1 : 0;
  },
};
