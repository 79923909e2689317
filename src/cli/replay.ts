import { basename } from "node:path";
import { catalogueFile, readFindings, replayCloud, replay as replayOn } from "../fidelity/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import { CloudAccounts, emulators } from "../lab/index.ts";
import { replayReport } from "../report/index.ts";
import type { Command, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import { noService, RecordingFiles, targetsNamed } from "./recordings.ts";
import { strictFlags, strictOptions } from "./strict.ts";
import type { Terminal } from "./terminal.ts";

export const replay: Command = {
  name: "replay",
  summary: "perform recorded exchanges anew on a target, and compare the answers",
  args: [
    {
      name: "FILE…",
      summary:
        "traces, HTTP archives, or JSON lines of recordings, gzipped or not; - is lines on standard input",
    },
  ],
  flags: [
    {
      name: "on",
      value: "TARGET",
      summary: "where: an emulator, a URL, SERVICE=URL, or cloud for the accounts of the config",
      choices: [...emulators.map(({ name }) => name), "cloud"],
    },
    {
      name: "catalogue",
      value: "FILE",
      summary: "findings that are known already; the config's, or touchstone-catalogue.json otherwise",
    },
    ...strictFlags,
    configFlag,
  ],
  notes: [
    "Each recording begins on clean state. Requests are signed for the target, and what the target made up (ETags, lease",
    "ids, receipts, continuation tokens) takes the place of what was made up when it was recorded. Status and error code",
    "are compared. What differs cites the contract that the target breaks, or a finding: one of the catalogue, or the least",
    "of its recording in which it shows on clean state. The exit code is 1 if an answer differs.",
  ],
  examples: [
    "touchstone replay .touchstone/traces/*.jsonl --on azurite",
    "touchstone replay recorded.jsonl.gz --on azurite@3.21.0 --json",
  ],
  async run({ positionals, flags, terminal, cwd }) {
    const named = flags.text("on");
    if (named === undefined) throw usage("--on TARGET is missing", "replay");
    const { config } = await loadConfig(cwd, flags.text("config"));
    const recordings = new RecordingFiles(positionals);
    const cloud = named === "cloud" ? await cloudOf(config, recordings) : undefined;
    const on = cloud === undefined ? await targetsNamed(named, recordings, "replay") : [];
    const tell = contractTeller(flags, terminal);
    const strict = await strictOptions(flags, config, { cwd, terminal, command: "replay", tell });
    if (strict !== undefined && cloud !== undefined)
      throw usage("--strict applies to emulators only, not to --on cloud", "replay");
    const file = catalogueFile({ catalogue: flags.text("catalogue") ?? config.catalogue }, cwd);
    using interruption = new Interruption();
    let done = 0;
    const result = await replayOn(recordings.all(), on, {
      cwd,
      allowHosts: config.allowHosts,
      known: await readFindings(file),
      source: positionals.map((one) => basename(one)).join(", "),
      signal: interruption.signal,
      onEvent: (event) => showLabEvent(event, terminal),
      onRecording: (name) => terminal.status(`${++done} recordings · ${name}`),
      ...(cloud !== undefined && { cloud, onLeft: (left) => tellLeft(left, cloud.accounts, terminal) }),
      onFinding: ({ id }) => terminal.status(`${done} recordings · finding ${id}`),
      ...(strict !== undefined && { strict }),
    }).catch((error: unknown) => {
      if (interruption.happened) return undefined;
      throw error;
    });
    terminal.status("");
    if (result === undefined) {
      const { yellow } = terminal.noteColor;
      terminal.note(`${yellow("!")} stopped after ${done} recordings: no partial report is written`);
      return interruption.exitCode;
    }
    if (terminal.json) terminal.document({ target: named, ...result });
    else terminal.say(replayReport(result, named));
    if (result.skipped === result.exchanges) {
      const { yellow } = terminal.noteColor;
      const why = result.exchanges === 0 ? "the recordings have no exchanges" : "every exchange was skipped";
      terminal.note(`${yellow("!")} nothing was performed on ${named}: ${why}`);
      return 2;
    }
    return result.discrepancies.length > 0 ? 1 : 0;
  },
};

/**
 * Tells which contracts were not kept: where they change the answers the report is enough, unless somebody wants more. Every
 * recording begins anew, and so does what is told of it: the same line says nothing twice.
 */
function contractTeller(flags: ParsedFlags, terminal: Terminal): (line: string) => void {
  if (flags.text("strict") !== "warn" && !terminal.verbose) return () => {};
  const told = new Set<string>();
  return (line) => {
    if (!told.has(line)) terminal.note(line);
    told.add(line);
  };
}

/** The accounts for the services of the recordings; one that the config does not name is an error. */
async function cloudOf(config: Config, recordings: RecordingFiles) {
  const services = await recordings.services();
  if (services.length === 0)
    throw usage("the recordings have no request to a known service", "replay", noService);
  const accounts = new CloudAccounts(config, services);
  return { accounts, ...replayCloud(accounts, services, config.budget.requests) };
}

/** What could not be removed, as it is called on the account. */
function tellLeft(left: readonly string[], { named }: CloudAccounts, terminal: Terminal): void {
  const names = left.map((one) => named.findLast(({ own }) => one.endsWith(` ${own}`))?.there ?? one);
  terminal.note(
    `${terminal.noteColor.yellow("!")} could not be removed from the account: ${names.join(", ")}`,
  );
}
