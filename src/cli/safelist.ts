import { rename, rm, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import {
  type Choice,
  chooser,
  defaultSafeList,
  exportSafeList,
  importSafeList,
  openSafeList,
  prune,
  type SafeListEntry,
  type SafeListStore,
} from "../hybrid/index.ts";
import { nearest, TouchstoneError } from "../model/index.ts";
import { openInput, readLines } from "../wire/index.ts";
import type { Command, ParsedFlags } from "./command.ts";
import { usage } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/** What an action works with. */
interface Work {
  readonly store: SafeListStore;
  /** What import was given. */
  readonly text: GivenText | undefined;
  readonly choice: Choice;
  readonly flags: ParsedFlags;
  readonly terminal: Terminal;
  readonly cwd: string;
}

interface GivenText {
  readonly name: string;
  readonly lines: readonly string[];
}

interface Action {
  /** Its own flags; those of all actions beside them. */
  readonly flags: readonly string[];
  /** It reads a text, and may be the first to use a list. */
  readonly takesFile?: true;
  /** It must be said which entries are meant. */
  readonly needsChoice?: true;
  readonly run: (work: Work) => Promise<void>;
}

const actions: Readonly<Record<string, Action>> = {
  list: { flags: ["test", "older-than", "not-measured-on"], run: list },
  export: { flags: ["out"], run: exportTo },
  import: { flags: [], takesFile: true, run: importFrom },
  prune: { flags: ["test", "older-than", "not-measured-on"], needsChoice: true, run: pruneList },
};

export const safelist: Command = {
  name: "safelist",
  summary: "care for the safe list: which behaviours of which tests a cloud run has confirmed",
  args: [
    { name: "ACTION", summary: "one of", choices: Object.keys(actions) },
    {
      name: "[FILE]",
      summary: "for import: what export wrote, gzipped or not; - or nothing is standard input",
    },
  ],
  flags: [
    { name: "store", value: "URL", summary: `sqlite:PATH or postgres://…; ${defaultSafeList} otherwise` },
    { name: "out", value: "FILE", summary: "export: write the text there, whole or not at all" },
    {
      name: "test",
      value: "PATTERN",
      repeats: true,
      summary: "list, prune: only these tests; * stands for anything (several may be given)",
    },
    {
      name: "older-than",
      value: "AGE",
      summary: "list, prune: only what was learned longer ago: 90d, 12h, 6w",
    },
    {
      name: "not-measured-on",
      value: "EMULATOR",
      repeats: true,
      summary: "list, prune: only what was measured on other emulators than these: 'azurite 3.37.0'",
    },
  ],
  notes: [
    "What export writes is sorted, one entry a line, and the same for the same list: fit for git and for caches. Import",
    "adds it to the list; of an entry that is there already the newer stays. Prune removes what all its flags apply to.",
  ],
  examples: [
    "touchstone safelist list --test 'album.test.ts > *'",
    "touchstone safelist export --out safelist.txt",
    "touchstone safelist import safelist.txt",
    "touchstone safelist prune --older-than 90d",
    "touchstone safelist list --store postgres://ci@db.example.com/touchstone",
  ],
  async run({ positionals: [name = "", file], flags, terminal, cwd }) {
    const action = actionNamed(name);
    requireFlags(name, action, flags);
    if (file !== undefined && !action.takesFile) throw usage(`safelist ${name} takes no file`, "safelist");
    const choice = choiceOf(flags);
    if (action.needsChoice && Object.keys(choice).length === 0) {
      throw usage(`safelist ${name} needs --older-than, --test or --not-measured-on`, "safelist");
    }
    const text = action.takesFile ? await readText(file, cwd) : undefined;
    await using store = await openSafeList(flags.text("store") ?? defaultSafeList, cwd, {
      create: action.takesFile === true,
    });
    await action.run({ store, text, choice, flags, terminal, cwd });
    return 0;
  },
};

function actionNamed(name: string): Action {
  const names = Object.keys(actions);
  const found = names.includes(name) ? actions[name] : undefined;
  if (found !== undefined) return found;
  const meant = nearest(name, names);
  const ask = meant === undefined ? `it can ${names.join(", ")}` : `did you mean ${meant}?`;
  throw usage(`safelist cannot ${name}; ${ask}`, "safelist");
}

function requireFlags(name: string, action: Action, flags: ParsedFlags): void {
  const own = safelist.flags.map((flag) => flag.name).filter((flag) => flag !== "store");
  const stray = own.find((flag) => flags.on(flag) && !action.flags.includes(flag));
  if (stray !== undefined) throw usage(`safelist ${name} takes no --${stray}`, "safelist");
}

async function list({ store, choice, terminal }: Work): Promise<void> {
  const chosen = chooser(choice);
  const entries = (await store.entries())
    .filter(chosen)
    .toSorted((a, b) => compare(a.test, b.test) || compare(a.learned, b.learned));
  const deferred = await store.deferred();
  if (terminal.json) {
    terminal.document({ entries, noise: (await store.noise()).filter(chosen), deferred });
    return;
  }
  for (const entry of entries) terminal.say(entryRow(entry, terminal));
  const tests = new Set(entries.map(({ test }) => test)).size;
  terminal.note(`${counted(entries.length, "entry", "entries")} of ${counted(tests, "test", "tests")}`);
  if (deferred.length > 0)
    terminal.note(`${counted(deferred.length, "test waits", "tests wait")} for the cloud`);
}

function entryRow(entry: SafeListEntry, { color }: Terminal): string {
  const { test, fingerprint, measured, outcome, tolerated, requests, learned } = entry;
  const facts = [
    fingerprint.slice(0, 8),
    outcome,
    learned.slice(0, 10),
    counted(requests, "request", "requests"),
    ...measured.emulators,
    ...(tolerated.length === 0
      ? []
      : [`${counted(tolerated.length, "difference", "differences")} tolerated`]),
  ];
  return `${test.replace(/\s+/g, " ")}\n  ${color.dim(facts.join(" · "))}`;
}

async function exportTo({ store, flags, terminal, cwd }: Work): Promise<void> {
  const out = flags.text("out");
  const lines = await Array.fromAsync(exportSafeList(store));
  const exported = lines.length - 1;
  if (out !== undefined) {
    await writeWhole(resolve(cwd, out), `${lines.join("\n")}\n`, out);
    terminal.note(`${counted(exported, "line", "lines")} in ${out}`);
  }
  if (terminal.json) terminal.document(out === undefined ? { lines } : { file: out, lines: lines.length });
  else if (out === undefined) terminal.say(lines.join("\n"));
}

/** A reader never finds half a list. */
async function writeWhole(file: string, text: string, name: string): Promise<void> {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(beside, text);
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true });
    throw new TouchstoneError("TS_UNWRITABLE", `${name} cannot be written: ${(cause as Error).message}`, {
      hint: "See whether the folder is there, may be written, and has space left.",
      cause,
    });
  }
}

/** Read before a list is opened: a mistyped name makes none. */
async function readText(file = "-", cwd: string): Promise<GivenText> {
  const name = file === "-" ? "standard input" : file;
  const batches = readLines(openInput(file === "-" ? file : resolve(cwd, file)), name);
  return { name, lines: (await Array.fromAsync(batches)).flat() };
}

async function importFrom({ store, text, terminal }: Work): Promise<void> {
  const imported = await importSafeList(store, text?.lines ?? [], text?.name);
  if (terminal.json) terminal.document(imported);
  terminal.note(
    `${counted(imported.entries, "entry", "entries")} read, noise of ${counted(imported.noise, "test", "tests")}`,
  );
}

async function pruneList({ store, choice, terminal }: Work): Promise<void> {
  const removed = await prune(store, choice);
  if (terminal.json) terminal.document({ removed });
  terminal.note(`${counted(removed, "entry", "entries")} removed`);
}

function choiceOf(flags: ParsedFlags): Choice {
  const age = flags.text("older-than");
  const tests = flags.all("test");
  const emulators = flags.all("not-measured-on");
  return {
    ...(age !== undefined && { olderThan: new Date(Date.now() - milliseconds(age)) }),
    ...(tests.length > 0 && { tests }),
    ...(emulators.length > 0 && { measuredOtherThan: { emulators } }),
  };
}

const hour = 3_600_000;
const units: Readonly<Record<string, number>> = { h: hour, d: 24 * hour, w: 7 * 24 * hour };

function milliseconds(age: string): number {
  const [, number, unit = ""] = /^(\d{1,5})([hdw])$/.exec(age) ?? [];
  const length = units[unit];
  if (number !== undefined && length !== undefined) return Number(number) * length;
  throw usage(
    `--older-than is a number of hours, days or weeks such as 12h, 90d or 6w, not ${age}`,
    "safelist",
  );
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
