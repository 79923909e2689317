import { existsSync } from "node:fs";
import { relative } from "node:path";
import {
  catalogueFile,
  curlOf,
  type Finding,
  type FindingsCatalogue,
  findingNamed,
  issueText,
  openCatalogue,
  openSide,
  type Reproduction,
  reproduce,
  reproduceRecorded,
  scriptOf,
  targetOf,
  type Verdict,
  writtenSequence,
} from "../fidelity/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import { emulators } from "../lab/index.ts";
import { TouchstoneError } from "../model/index.ts";
import { catalogueMarkdown, catalogueText, reproReport } from "../report/index.ts";
import type { Command, Invocation, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import { type WrittenForm, writtenAim } from "./repro-aim.ts";

/** As the written programs end: 0 where the answer is what it should be, 1 where it is not, be it the same as before or another. */
const exitCodes: Readonly<Record<Verdict, number>> = { emulator: 1, reference: 0, other: 1 };

const forms = ["script", "curl", "issue", "markdown"] as const;

type Form = (typeof forms)[number];

export const repro: Command = {
  name: "repro",
  summary: "show one finding again: perform it, or write it down for others to run; list what there is",
  args: [{ name: "[ID]", summary: "the finding's id, or its beginning; without one all are listed" }],
  flags: [
    {
      name: "on",
      value: "TARGET",
      summary:
        "where it is performed, or where what is written goes; the emulator that it was found on otherwise",
      choices: [...emulators.map(({ name }) => name), "cloud", "contracts"],
    },
    { name: "script", summary: "as a program with the vendor's SDK" },
    { name: "curl", summary: "as lines for a shell" },
    { name: "issue", summary: "as the text of an issue, to be reported to those who make the emulator" },
    { name: "markdown", summary: "without an ID: the whole catalogue for people to read" },
    { name: "catalogue", value: "FILE", summary: "the config's, or touchstone-catalogue.json otherwise" },
    configFlag,
  ],
  notes: [
    "Without a form it is performed, on clean state. The exit code is 0 if the answer is the reference's, 1 if it is the",
    "emulator's again or neither's (--json tells which), and 2 if it could not be performed. What was found by a recording",
    "consists of requests, which are sent again as `touchstone replay` does.",
    "With --script and --curl, --on URL is where they go if they are given no endpoint, and with --curl, --on cloud takes the",
    "credentials from variables. With any form, --on NAME@VERSION writes the finding as it was found on that emulator.",
    "What is written stands alone, and has no credentials in it but those that every emulator has.",
  ],
  examples: [
    "touchstone repro",
    "touchstone repro Blob_SetTags-3f9a12",
    "touchstone repro Blob_SetTags --on azurite@3.37.0",
    "touchstone repro Blob_SetTags-3f9a12 --script > repro.mjs",
    "touchstone repro --markdown > catalogue.md",
  ],
  async run(invocation) {
    const { positionals, flags, terminal, cwd } = invocation;
    const [id] = positionals;
    const form = chosenForm(flags, id);
    const { config } = await loadConfig(cwd, flags.text("config"));
    const named = flags.text("catalogue");
    const file = catalogueFile({ catalogue: named ?? config.catalogue }, cwd);
    if (!existsSync(file)) throw noCatalogue(named ?? relative(cwd, file));
    const catalogue = await openCatalogue(file);
    if (id === undefined) return listAll(catalogue, form, file, invocation);
    const on = flags.text("on");
    const findings = [...catalogue.values()].flatMap((known) => known.findings);
    const finding = findingNamed(findings, id, on?.replace("@", " "));
    if (form === undefined || form === "markdown") return performAgain(finding, config, invocation);
    const text = await writtenAs(form, finding, { on, cwd });
    if (terminal.json) terminal.document({ id: finding.id, form, text });
    else process.stdout.write(text);
    return 0;
  },
};

function chosenForm(flags: ParsedFlags, id: string | undefined): Form | undefined {
  const chosen = forms.filter((form) => flags.on(form));
  if (chosen.length > 1)
    throw usage(`--${chosen.join(" and --")} cannot be used together`, "repro", "Name one of them.");
  const [form] = chosen;
  if (id !== undefined && form === "markdown")
    throw usage(
      "--markdown writes the whole catalogue, and takes no ID",
      "repro",
      "Leave out the ID, or use --issue to write one finding.",
    );
  if (id !== undefined || form === "markdown") return form;
  const lacking = form ?? (flags.on("on") ? "on" : undefined);
  if (lacking !== undefined)
    throw usage(
      `--${lacking} is for one finding, and the ID is missing`,
      "repro",
      "touchstone repro lists the IDs.",
    );
  return undefined;
}

function noCatalogue(name: string): TouchstoneError {
  return new TouchstoneError("TS_NO_FILE", `there is no catalogue ${name} yet`, {
    hint: "Run touchstone fuzz, which writes one, or name another by --catalogue FILE.",
  });
}

function listAll(
  catalogue: FindingsCatalogue,
  form: Form | undefined,
  file: string,
  { terminal, cwd }: Invocation,
): number {
  if (form === "markdown") {
    const text = catalogueMarkdown(catalogue);
    if (terminal.json) terminal.document({ form, text });
    else process.stdout.write(text);
  } else if (terminal.json) {
    const findings = [...catalogue.values()].flatMap((known) => known.findings);
    terminal.document({
      findings: findings.map((finding) => ({ ...finding, sequence: writtenSequence(finding.sequence) })),
    });
  } else {
    terminal.say(
      catalogueText(catalogue, { paint: terminal.color, width: terminal.room, file: relative(cwd, file) }),
    );
  }
  return 0;
}

async function writtenAs(
  form: WrittenForm,
  finding: Finding,
  { on, cwd }: { on: string | undefined; cwd: string },
): Promise<string> {
  const { aim, endpoint } = writtenAim(form, on, finding);
  const where = { cwd, ...(endpoint !== undefined && { endpoint }) };
  switch (form) {
    case "script":
      return scriptOf(finding, where);
    case "curl":
      return curlOf(finding, { ...where, aim });
    case "issue":
      return issueText(finding, { cwd });
  }
}

async function performAgain(finding: Finding, config: Config, invocation: Invocation): Promise<number> {
  const { flags, terminal } = invocation;
  using interruption = new Interruption();
  const on = flags.text("on");
  const target = on === undefined ? targetOf(finding.emulator.label) : { named: on };
  try {
    const again = await performedOn(target, finding, config, interruption.signal, invocation);
    // What was given up shows nothing, though nothing has failed.
    if (interruption.happened) return interruption.exitCode;
    if (terminal.json) terminal.document({ id: finding.id, ...again });
    else terminal.say(reproReport(finding, again));
    return exitCodes[again.verdict];
  } catch (error) {
    if (interruption.happened) return interruption.exitCode;
    throw error;
  }
}

type Named = ReturnType<typeof targetOf>;

async function performedOn(
  target: Named,
  finding: Finding,
  config: Config,
  signal: AbortSignal,
  { terminal, cwd }: Invocation,
): Promise<Reproduction> {
  const optionsFor = ({ behind }: Named) => ({
    cwd,
    config,
    signal,
    onEvent: (event: Parameters<typeof showLabEvent>[0]) => showLabEvent(event, terminal),
    ...(behind !== undefined && { behind }),
  });
  if (finding.exchanges !== undefined) return reproduceRecorded(finding, target.named, optionsFor(target));
  await using opened = new AsyncDisposableStack();
  const open = async (named: Named) =>
    opened.use(await openSide(finding.service, named.named, optionsFor(named)));
  return await reproduce(finding, await open(target), {
    reference: () => open(targetOf(finding.reference.label)),
  });
}
