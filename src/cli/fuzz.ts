import { basename, relative, resolve } from "node:path";
import { serviceNames } from "../clouds/index.ts";
import {
  catalogueFile,
  claimsOf,
  type Finding,
  type FuzzProgress,
  type FuzzResult,
  findingsFromRecordings,
  fuzz as fuzzSides,
  openCatalogue,
  openSide,
  type RecordedRun,
  recordRun,
  writtenSequence,
  writtenValue,
} from "../fidelity/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import { emulators, type LabEvent, parseTarget, type ServiceTarget, serviceTarget } from "../lab/index.ts";
import { TouchstoneError } from "../model/index.ts";
import {
  catalogueMarkdown,
  type FuzzReportOptions,
  fuzzReport,
  outcomesHereAndThere,
  showsNothing,
  type ToldRun,
} from "../report/index.ts";
import type { Command, Invocation } from "./command.ts";
import {
  type FuzzSettings,
  fuzzSettings,
  type Generated,
  requireTargets,
  usualCalls,
} from "./fuzz-settings.ts";
import { Interruption } from "./interruption.ts";
import { keeping } from "./keep-findings.ts";
import { configFlag } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { allRecordings } from "./recordings.ts";
import type { Terminal } from "./terminal.ts";
import { requireWritable, writeWhole } from "./writable.ts";

const names = emulators.map(({ name }) => name);

export const fuzz: Command = {
  name: "fuzz",
  summary: "find where an emulator answers otherwise than a reference does",
  args: [{ name: "SERVICE", summary: "the service", choices: serviceNames }],
  flags: [
    {
      name: "emulator",
      value: "TARGET",
      summary: "an emulator, also NAME@VERSION, or a URL; otherwise the config's, or the service's usual one",
      choices: names,
    },
    {
      name: "reference",
      value: "TARGET|FILE",
      repeats: true,
      summary: "another emulator or version, contracts, cloud, or recordings; contracts otherwise",
      choices: [...names, "contracts", "cloud"],
    },
    {
      name: "calls",
      value: "COUNT",
      summary: `generate at least so many calls; ${usualCalls} if there is no other limit`,
    },
    { name: "budget", value: "TIME", summary: "begin nothing new after this time: 90s, or 90 alone, 5m, 1h" },
    { name: "until-quiet", summary: "go on until nothing new appears" },
    {
      name: "seed",
      value: "NUMBER",
      summary: "the same seed and number of calls give the same sequences; 1 otherwise",
    },
    {
      name: "catalogue",
      value: "FILE",
      summary: "where findings are kept; touchstone-catalogue.json otherwise",
    },
    { name: "markdown", value: "FILE", summary: "write the catalogue there for people to read" },
    { name: "coverage", summary: "print which operations ended how" },
    configFlag,
  ],
  notes: [
    "Calls go through the vendor's JavaScript SDK to both targets, each sequence on clean state. Where they",
    "part, the sequence is made as short and plain as it can be, and counts if it shows again three times. The exit code is",
    "1 if there are findings.",
    "A FILE is what `touchstone replay` takes, .jsonl or .har, gzipped or not, also several: nothing is generated then, the",
    "recorded exchanges are performed on the emulator, and the findings are of the same kind. A stand-in recording is one of",
    "which not every exchange was with a cloud.",
    "Calls that are not sent (masked) are those that the SDK refuses to send, and those that would change or remove what the",
    "run has not made.",
  ],
  examples: [
    "touchstone fuzz azure-blob --emulator azurite@3.21.0 --reference azurite --budget 5m",
    "touchstone fuzz s3 --emulator s3rver --reference contracts --until-quiet",
    "touchstone fuzz azure-queue --emulator azurite --reference cloud.jsonl.gz",
    "touchstone fuzz dynamodb --emulator dynalite --reference dynamodb-local --calls 2000 --seed 7 --json",
  ],
  async run(invocation) {
    const { flags, terminal, cwd } = invocation;
    const { config } = await loadConfig(cwd, flags.text("config"));
    const settings = fuzzSettings(invocation, config);
    const file = catalogueFile({ catalogue: flags.text("catalogue") ?? config.catalogue }, cwd);
    const markdown = flags.text("markdown");
    // What cannot be read or written is told before anything is done for it.
    await openCatalogue(file);
    requireWritable(file);
    if (markdown !== undefined) requireWritable(resolve(cwd, markdown));
    using interruption = new Interruption();
    await requireTargets(settings, { config, signal: interruption.signal });
    const keep = keeping(file, terminal);
    const onFinding = (finding: Finding) => {
      keep(finding);
      tell(finding, terminal);
    };
    const running = { cwd, config, signal: interruption.signal, onFinding };
    const result = await performed(settings, running, terminal).catch((error: unknown) => {
      if (interruption.happened) return undefined;
      throw error;
    });
    terminal.status("");
    if (result === undefined) {
      if (terminal.json) terminal.document({ interrupted: true });
      return interruption.exitCode;
    }
    const told: ToldRun = interruption.happened ? { ...result, interrupted: true } : result;
    // What was found is told, whether or not it can be kept.
    if (terminal.json) terminal.document(documentOf(told));
    else terminal.say(fuzzReport(told, reportOptions(invocation)));
    await recordRun(file, { ...result, findings: [...result.findings, ...result.timeDependent] });
    if (!terminal.json) terminal.say(terminal.color.dim(`kept in ${relative(cwd, file)}`));
    if (markdown !== undefined) {
      writeWhole(resolve(cwd, markdown), catalogueMarkdown(await openCatalogue(file)));
    }
    if (interruption.happened) return interruption.exitCode;
    if ("lost" in result || showsNothing(result)) return 2;
    return result.findings.length + result.timeDependent.length > 0 ? 1 : 0;
  },
};

function performed(
  { service, emulator, against }: FuzzSettings,
  running: Running,
  terminal: Terminal,
): Promise<FuzzResult | RecordedRun> {
  const options = { ...running, onEvent: (event: LabEvent) => showLabEvent(event, terminal) };
  return "files" in against
    ? onRecordings(against.files, serviceTarget(service, parseTarget(emulator)), options, terminal)
    : onSides({ service, emulator, ...against }, options, terminal);
}

interface Running {
  readonly cwd: string;
  readonly config: Config;
  readonly signal: AbortSignal;
  readonly onFinding: (finding: Finding) => void;
}

interface Watched extends Running {
  readonly onEvent: (event: LabEvent) => void;
}

async function onSides(
  {
    service,
    emulator: named,
    reference: against,
    seed,
    limits,
  }: Pick<FuzzSettings, "service" | "emulator"> & Generated,
  options: Watched,
  terminal: Terminal,
): Promise<FuzzResult> {
  await using emulator = await openSide(service, named, options);
  await using reference = await openSide(service, against, { ...options, behind: named });
  return await fuzzSides({
    emulator,
    reference,
    seed,
    ...limits,
    ...(emulator.folder !== undefined && { claims: claimsOf(service, emulator.folder) }),
    signal: options.signal,
    onFinding: options.onFinding,
    onProgress: (progress) => showProgress(progress, terminal),
  });
}

function showProgress({ calls, reached, findings, seconds }: FuzzProgress, terminal: Terminal): void {
  const counts = `${calls} calls · ${reached} operations · ${findings} findings`;
  terminal.status(`${counts} · ${Math.round(seconds)} s`);
}

async function onRecordings(
  files: readonly string[],
  on: ServiceTarget,
  { cwd, config, signal, onEvent, onFinding }: Watched,
  terminal: Terminal,
): Promise<RecordedRun> {
  let [recordings, exchanges] = [0, 0];
  const run = await findingsFromRecordings(allRecordings(files), on, {
    cwd,
    allowHosts: config.allowHosts,
    signal,
    onEvent,
    source: files.map((file) => basename(file)).join(", "),
    onFinding,
    onRecording: (_name, { answers }) => {
      exchanges += answers.size;
      terminal.status(`${++recordings} recordings · ${exchanges} exchanges`);
    },
  });
  if (run.calls > 0) return run;
  throw new TouchstoneError("TS_NOTHING_PERFORMED", `no exchange of ${on.service} could be performed`, {
    hint:
      run.skipped > 0
        ? "Run touchstone replay with the same files: it says why each exchange was skipped."
        : `There is no exchange of ${on.service} in ${files.map((file) => basename(file)).join(", ")}: name other files, or another service.`,
  });
}

function tell(finding: Finding, terminal: Terminal): void {
  const { dim, red } = terminal.noteColor;
  const room = Math.max(40, terminal.noteRoom - finding.id.length - 3);
  terminal.note(`${red("✗")} ${finding.id} ${dim(outcomesHereAndThere(finding, room))}`);
}

function reportOptions({ flags, terminal }: Invocation): FuzzReportOptions {
  return {
    paint: terminal.color,
    width: terminal.room,
    hasCoverage: flags.on("coverage"),
  };
}

/** What `--json` prints: sequences in the form of the catalogue. */
function documentOf({ coverage, ...result }: ToldRun): unknown {
  const underWay = "underWay" in result ? result.underWay : undefined;
  const written = (findings: readonly Finding[]) =>
    findings.map((finding) => ({ ...finding, sequence: writtenSequence(finding.sequence) }));
  return {
    ...result,
    findings: written(result.findings),
    timeDependent: written(result.timeDependent),
    ...(underWay !== undefined && { underWay: writtenValue(underWay) }),
    coverage: Object.fromEntries([...coverage].map(([name, ends]) => [name, Object.fromEntries(ends)])),
  };
}
