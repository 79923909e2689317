import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  catalogueFile,
  compare as compareOn,
  type Finding,
  isChanged,
  isNothing,
  readFindings,
} from "../fidelity/index.ts";
import { defaultSafeList, openSafeList, type SafeListEntry } from "../hybrid/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import { emulators } from "../lab/index.ts";
import { TouchstoneError } from "../model/index.ts";
import { compareReport } from "../report/index.ts";
import type { Command } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { RecordingFiles, targetsNamed } from "./recordings.ts";

/** Where `record` puts traces. */
const usualTraces = join(".touchstone", "traces");

const names = emulators.map(({ name }) => name);

export const compare: Command = {
  name: "compare",
  summary: "what another emulator, or another version of it, changes for this team",
  args: [
    {
      name: "A",
      summary: "what the team uses: an emulator, with @VERSION if you like, a URL or SERVICE=URL",
      choices: names,
      isOpen: true,
    },
    { name: "B", summary: "what it would use instead", choices: names, isOpen: true },
  ],
  flags: [
    {
      name: "traces",
      value: "DIR|FILE",
      repeats: true,
      summary: `recordings, or folders of them; ${usualTraces} otherwise`,
    },
    {
      name: "catalogue",
      value: "FILE",
      summary: "findings to look at again; the config's, or touchstone-catalogue.json otherwise",
    },
    configFlag,
  ],
  notes: [
    "The traces are replayed on both, each on clean state, and what differs once more; so are the findings of the catalogue",
    "for services that both have. Told are tests that are answered otherwise, findings that went away or appeared, and",
    "entries of the safe list that were measured on A and are not good for B; nothing is changed. The exit code is 1 if",
    "there is any of these.",
  ],
  examples: [
    "touchstone compare azurite@3.36.0 azurite@3.37.0",
    "touchstone compare azurite azure-blob=http://127.0.0.1:10000/devstoreaccount1 --traces cloud.jsonl.gz --json",
  ],
  async run({ positionals: [a = "", b = ""], flags, terminal, cwd }) {
    const { config } = await loadConfig(cwd, flags.text("config"));
    const findings = await readFindings(
      catalogueFile({ catalogue: flags.text("catalogue") ?? config.catalogue }, cwd),
    );
    const traces = new RecordingFiles(await traceFiles(flags.all("traces"), cwd, findings));
    const services = findings.map(({ service }) => service);
    const targets = [
      await targetsNamed(a, traces, "compare", services),
      await targetsNamed(b, traces, "compare", services),
    ] as const;
    using interruption = new Interruption();
    let [done, shown] = [0, 0];
    const result = await compareOn(traces.all(), ...targets, {
      cwd,
      config,
      signal: interruption.signal,
      findings,
      entries: await entriesOf(config, cwd),
      onEvent: (event) => showLabEvent(event, terminal),
      onRecording: (name) => terminal.status(`${++done} recordings · ${name}`),
      onFinding: (id) => terminal.status(`${++shown} findings · ${id}`),
    }).catch((error: unknown) => {
      if (interruption.happened) return undefined;
      throw error;
    });
    terminal.status("");
    if (result === undefined || interruption.happened) {
      const { yellow } = terminal.noteColor;
      const seen = `${done} recordings and ${shown} findings`;
      terminal.note(`${yellow("!")} stopped after ${seen}: no partial report is written`);
      return interruption.exitCode;
    }
    if (terminal.json) terminal.document({ targets: { a, b }, ...result });
    else terminal.say(compareReport(result, a, b));
    return isNothing(result) ? 2 : isChanged(result) ? 1 : 0;
  },
};

/** Where there are none, findings alone will do, unless somebody names some. */
async function traceFiles(
  given: readonly string[],
  cwd: string,
  findings: readonly Finding[],
): Promise<string[]> {
  const named = (given.length === 0 ? [usualTraces] : given).map((name) => resolve(cwd, name));
  const files = (await Promise.all(named.map(filesAt))).flat();
  if (files.length > 0 || (given.length === 0 && findings.length > 0)) return files;
  throw new TouchstoneError("TS_NO_FILE", `there are no traces in ${given.join(", ") || usualTraces}`, {
    hint: "Run touchstone record, which writes some, or name others by --traces.",
  });
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  if (!found.isDirectory()) return [path];
  const names = await readdir(path);
  return names
    .filter((name) => /\.(?:jsonl|har)(?:\.gz)?$/.test(name))
    .toSorted()
    .map((name) => join(path, name));
}

/** A list that is not there has no entries: nothing is made. */
async function entriesOf(
  { safeList = defaultSafeList }: Config,
  cwd: string,
): Promise<readonly SafeListEntry[]> {
  const [, path] = /^sqlite:(.+)$/i.exec(safeList) ?? [];
  if (path !== undefined && !existsSync(resolve(cwd, path))) return [];
  await using store = await openSafeList(safeList, cwd, { create: false });
  return await store.entries();
}
