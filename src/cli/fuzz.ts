import { writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { isServiceName, type ServiceName, serviceNames } from "../clouds/index.ts";
import {
  catalogueFile,
  claimsOf,
  type FuzzOptions,
  type FuzzResult,
  fuzz as fuzzSides,
  openCatalogue,
  openSide,
  outcomeText,
  recordRun,
  writtenSequence,
} from "../fidelity/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import { emulators, type LabEvent } from "../lab/index.ts";
import { catalogueMarkdown, type FuzzReportOptions, fuzzReport } from "../report/index.ts";
import type { Command, Invocation, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";

const targets = [...emulators.map(({ name }) => name), "contracts", "cloud"];

/** Calls that are generated where nothing else is said. */
const usualCalls = 3000;

export const fuzz: Command = {
  name: "fuzz",
  summary: "find where an emulator answers otherwise than a reference does",
  args: [{ name: "SERVICE", summary: "the service", choices: serviceNames }],
  flags: [
    {
      name: "emulator",
      value: "TARGET",
      summary: "an emulator, also NAME@VERSION, or a URL",
      choices: targets,
    },
    {
      name: "reference",
      value: "TARGET",
      summary: "another emulator or version, contracts, cloud, or a recording; contracts otherwise",
      choices: targets,
    },
    {
      name: "calls",
      value: "COUNT",
      summary: `generate so many calls; ${usualCalls} if there is no other limit`,
    },
    { name: "budget", value: "TIME", summary: "begin nothing new after this time: 90s, 5m, 1h" },
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
    "Calls go through the vendor's JavaScript SDK to both targets, one sequence after the other on clean state. Where they",
    "part, the sequence is made as short and plain as it can be, and counts if it shows again three times. The exit code is",
    "1 if there are findings.",
  ],
  examples: [
    "touchstone fuzz azure-blob --emulator azurite@3.21.0 --reference azurite --budget 5m",
    "touchstone fuzz s3 --emulator s3rver --reference contracts --until-quiet",
    "touchstone fuzz dynamodb --emulator dynalite --reference dynamodb-local --calls 2000 --seed 7 --json",
  ],
  async run(invocation) {
    const { flags, terminal, cwd } = invocation;
    const { config } = await loadConfig(cwd, flags.text("config"));
    const settings = settingsOf(invocation, config);
    const file = catalogueFile({ catalogue: flags.text("catalogue") ?? config.catalogue }, cwd);
    // One that cannot be read is told before anything is done for it.
    await openCatalogue(file);
    using interruption = new Interruption();
    const result = await performed(settings, config, interruption, invocation).catch((error: unknown) => {
      if (interruption.happened) return undefined;
      throw error;
    });
    terminal.status("");
    if (result === undefined) return interruption.exitCode;
    await recordRun(file, { ...result, findings: [...result.findings, ...result.timeDependent] });
    const markdown = flags.text("markdown");
    if (markdown !== undefined) {
      await writeFile(resolve(cwd, markdown), catalogueMarkdown(await openCatalogue(file)));
    }
    if (terminal.json) terminal.document(documentOf(result));
    else terminal.say(fuzzReport(result, reportOptions(file, invocation)));
    if (interruption.happened) return interruption.exitCode;
    return result.findings.length > 0 ? 1 : 0;
  },
};

async function performed(
  { service, emulator: named, reference: against, seed, limits }: Settings,
  config: Config,
  { signal }: Interruption,
  { terminal, cwd }: Invocation,
): Promise<FuzzResult> {
  const options = { cwd, config, signal, onEvent: (event: LabEvent) => showLabEvent(event, terminal) };
  await using emulator = await openSide(service, named, options);
  await using reference = await openSide(service, against, { ...options, behind: named });
  const { dim, red } = terminal.noteColor;
  return await fuzzSides({
    emulator,
    reference,
    seed,
    ...limits,
    ...(emulator.folder !== undefined && { claims: claimsOf(service, emulator.folder) }),
    signal,
    onFinding: ({ id, emulator: here, reference: there }) =>
      terminal.note(`${red("✗")} ${id} ${dim(`${outcomeText(here)} here, ${outcomeText(there)} there`)}`),
    onProgress: ({ calls, reached, findings, seconds }) =>
      terminal.status(
        `${calls} calls · ${reached} operations · ${findings} findings · ${Math.round(seconds)} s`,
      ),
  });
}

function reportOptions(file: string, { flags, terminal, cwd }: Invocation): FuzzReportOptions {
  const width = Math.max(60, Math.min(process.stdout.columns ?? 80, 120));
  return { paint: terminal.color, width, file: relative(cwd, file), hasCoverage: flags.on("coverage") };
}

/** What `--json` prints: sequences in the form of the catalogue. */
function documentOf({ coverage, ...result }: FuzzResult): unknown {
  const written = (findings: FuzzResult["findings"]) =>
    findings.map((finding) => ({ ...finding, sequence: writtenSequence(finding.sequence) }));
  return {
    ...result,
    findings: written(result.findings),
    timeDependent: written(result.timeDependent),
    coverage: Object.fromEntries([...coverage].map(([name, ends]) => [name, Object.fromEntries(ends)])),
  };
}

interface Settings {
  readonly service: ServiceName;
  readonly emulator: string;
  readonly reference: string;
  readonly seed: number;
  readonly limits: Pick<FuzzOptions, "calls" | "budget" | "untilQuiet">;
}

function settingsOf({ positionals: [service, ...more], flags }: Invocation, config: Config): Settings {
  if (service === undefined) throw usage("it is not said which service: SERVICE", "fuzz");
  if (!isServiceName(service)) throw usage(`${service} is no service: ${serviceNames.join(", ")}`, "fuzz");
  if (more.length > 0) throw usage(`one service at a time: ${[service, ...more].join(" ")}`, "fuzz");
  const emulator = flags.text("emulator") ?? config.services[service]?.emulator;
  if (emulator === undefined) throw usage("it is not said what is fuzzed: --emulator TARGET", "fuzz");
  return {
    service,
    emulator,
    reference: flags.text("reference") ?? "contracts",
    seed: wholeNumber(flags, "seed") ?? 1,
    limits: limitsOf(flags),
  };
}

function limitsOf(flags: ParsedFlags): Settings["limits"] {
  const calls = wholeNumber(flags, "calls");
  const budget = time(flags);
  const untilQuiet = flags.on("until-quiet");
  const hasLimit = calls !== undefined || budget !== undefined || untilQuiet;
  return {
    ...(calls !== undefined && { calls }),
    ...(budget !== undefined && { budget }),
    ...(untilQuiet && { untilQuiet }),
    ...(!hasLimit && { calls: usualCalls }),
  };
}

function wholeNumber(flags: ParsedFlags, name: string): number | undefined {
  const text = flags.text(name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw usage(`--${name} ${text} is no whole number`, "fuzz");
  return Number(text);
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

function time(flags: ParsedFlags): number | undefined {
  const text = flags.text("budget");
  if (text === undefined) return undefined;
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  if (number === undefined) throw usage(`--budget ${text} is no time, such as 90s, 5m or 1h`, "fuzz");
  return Number(number) * units[unit as keyof typeof units];
}
