import { readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { loadConfig } from "../lab/config/index.ts";
import {
  CloudAccounts,
  configSecrets,
  configuredPorts,
  knownOperations,
  Recorder,
  secretsIn,
  type Tally,
} from "../lab/index.ts";
import { TouchstoneError } from "../model/index.ts";
import { type FaultPlan, makeFolder, openTrace, parseFaultPlan, preloadEnvironment } from "../wire/index.ts";
import type { Command } from "./command.ts";
import { writeHar } from "./har.ts";
import { Interruption } from "./interruption.ts";
import { configFlag, labArguments, runCommand, servicesOf, startLab, wantedTargets } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

export const record: Command = {
  name: "record",
  summary: "run a command with emulators behind a recording proxy, and keep every exchange in a trace",
  args: labArguments,
  flags: [
    {
      name: "out",
      value: "FILE",
      summary: "the trace; one by the time of day in .touchstone/traces otherwise",
    },
    { name: "force", summary: "replace the trace that is in that file already" },
    {
      name: "har",
      value: "FILE",
      summary: "also write the exchanges as HAR, for browsers and other viewers",
    },
    { name: "faults", value: "FILE", summary: "answer chosen operations with faults, as this plan says" },
    { name: "cloud", summary: "send the requests to the accounts of the config instead of the emulators" },
    { name: "body-limit", value: "BYTES", summary: "how much of each body is kept; 65536 otherwise" },
    configFlag,
  ],
  takesCommand: "with a result of our own",
  notes: [
    "Requests pass as they are; beside them each is named, attributed to its test, freed of secrets and written down",
    "before its answer is over. Tests of Vitest, Jest, node:test and Mocha are told apart by themselves. The exit code",
    "is the command's; 2 if something could not be recorded.",
  ],
  examples: [
    "touchstone record azure-blob -- npx vitest run",
    "touchstone record s3 dynamodb --out trace.jsonl --har trace.har -- npm test",
    "touchstone record s3 --faults faults.json -- npm test",
  ],
  async run({ positionals, flags, rest, terminal, cwd }) {
    if (rest.length === 0) throw usage("there is nothing to record: write a command after --", "record");
    const { config } = await loadConfig(cwd, flags.text("config"));
    const wanted = wantedTargets(positionals, config, "record");
    const bodyLimit = sizeOf(flags.text("body-limit"));
    const faults = await readFaults(flags.text("faults"), cwd);
    const cloud = flags.on("cloud") ? new CloudAccounts(config, servicesOf(wanted)) : undefined;
    const file = resolve(cwd, flags.text("out") ?? join(".touchstone", "traces", `${timeOfDay()}.jsonl`));
    const har = flags.text("har");
    if (har !== undefined && file === resolve(cwd, har)) {
      throw usage("--out and --har are the same file", "record");
    }
    await requireOwnFile(file, relative(cwd, file), flags.on("force"));
    await makeFolder(dirname(file)).catch((cause: Error) => {
      throw new TouchstoneError("TS_TRACE_UNWRITABLE", `${file} cannot be written: ${cause.message}`, {
        cause,
      });
    });
    using interruption = new Interruption();
    const lab = await startLab(wanted, {
      cwd,
      ports: configuredPorts(config, wanted),
      allowHosts: config.allowHosts,
      onEvent: (event) => showLabEvent(event, terminal),
      signal: interruption.signal,
    });
    if (lab === undefined) return interruption.exitCode;
    await using _stopped = lab;
    let failure: unknown;
    const recorder = await Recorder.start(lab, {
      file,
      command: rest,
      secrets: [...secretsIn(process.env), ...configSecrets(config), ...(cloud?.secrets ?? [])],
      ...(bodyLimit !== undefined && { bodyLimit }),
      ...(faults !== undefined && { faults }),
      ...(cloud === undefined ? { tellsBesides: true } : { rewriters: cloud.rewriters }),
      onFailure: (error) => {
        failure ??= error;
      },
      onNote: (note) => terminal.note(`${terminal.noteColor.yellow("!")} ${note}`),
    });
    cloud?.onSecret((secret) => recorder.learn(secret));
    const code = await recordCommand(recorder, async () =>
      runCommand(rest, {
        env: await preloadedEnvironment(recorder, cwd),
        lost: lab.lost,
        interruption,
        ...(terminal.json && { stdout: "stderr" as const }),
      }),
    );
    if (cloud !== undefined) tellNames(cloud, terminal);
    if (failure !== undefined) throw failure;
    if (har !== undefined) await writeHar(file, resolve(cwd, har));
    summarise(recorder.tally, relative(cwd, file), code, terminal);
    return code;
  },
};

/** What the command has named on the accounts may still be there: nothing is deleted that it did not delete itself. */
function tellNames({ named }: CloudAccounts, terminal: Terminal): void {
  if (named.length === 0) return;
  terminal.note(terminal.noteColor.dim("names on the accounts, in case something was left there:"));
  for (const { own, there } of named) terminal.note(`  ${own} ${terminal.noteColor.dim("→")} ${there}`);
}

/** The variables of the whole command, its Node processes told to mark whose requests they send. */
async function preloadedEnvironment(recorder: Recorder, cwd: string): Promise<Record<string, string>> {
  const { env, origins, redirects } = await recorder.open({ tier: 4 });
  return { ...env, ...preloadEnvironment({ origins, redirects, root: cwd, env: process.env }) };
}

/** What was recorded before may have cost something: it is replaced only where that is asked for, and what is no trace never. */
async function requireOwnFile(file: string, named: string, isForced: boolean): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size === 0) return;
  const isTrace = await openTrace(file).then(
    (trace) => trace[Symbol.asyncDispose]().then(() => true),
    () => false,
  );
  if (!isTrace) throw usage(`${named} is there already, and is no trace: it is left as it is`, "record");
  if (isForced) return;
  throw new TouchstoneError("TS_TRACE_EXISTS", `the trace ${named} is there already: it is left as it is`, {
    hint: "Name another file, or replace it: --force.",
  });
}

/** Runs it, and closes the trace however it ends. */
async function recordCommand(recorder: Recorder, run: () => Promise<number>): Promise<number> {
  await using _closed = recorder;
  return await run();
}

function sizeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw usage(`--body-limit is a number of bytes, not ${text}`, "record");
}

async function readFaults(name: string | undefined, cwd: string): Promise<FaultPlan | undefined> {
  if (name === undefined) return undefined;
  const text = await readFile(resolve(cwd, name), "utf8").catch((cause: Error) => {
    throw new TouchstoneError("TS_NO_FILE", `${name} cannot be read: ${cause.message}`, { cause });
  });
  return parseFaultPlan(text, name, knownOperations());
}

/** `2026-11-15T22-03-04-005`: fit for a file's name, and in order. */
function timeOfDay(): string {
  return new Date().toISOString().slice(0, -1).replace(/[:.]/g, "-");
}

function summarise(tally: Tally, file: string, code: number, terminal: Terminal): void {
  const { exchanges, faults, operations, outcomes, tests, tiers } = tally;
  if (terminal.json) {
    terminal.document({
      trace: file,
      exitCode: code,
      exchanges,
      faults,
      tests: tests.size,
      operations: Object.fromEntries(operations),
      outcomes: Object.fromEntries(outcomes),
      tiers: Object.fromEntries(tiers),
    });
    return;
  }
  const { bold, dim, yellow } = terminal.noteColor;
  const sorted = [...operations].toSorted(([, a], [, b]) => b - a);
  for (const [operation, count] of sorted) terminal.note(`${String(count).padStart(7)}  ${operation}`);
  const parts = [
    bold(`${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"}`),
    `${operations.size} ${operations.size === 1 ? "operation" : "operations"}`,
    ...(tests.size > 0 ? [`${tests.size} ${tests.size === 1 ? "test" : "tests"}`] : []),
    ...(faults > 0 ? [yellow(`${faults} with a fault`)] : []),
    ...[...outcomes].flatMap(([outcome, count]) =>
      outcome === "complete" ? [] : [yellow(`${count} ${outcome}`)],
    ),
  ];
  terminal.note(`${parts.join(" · ")} ${dim("→")} ${file}`);
}
