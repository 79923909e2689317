import {
  catalogueFile,
  curlOf,
  type Finding,
  findingNamed,
  issueText,
  openSide,
  readFindings,
  reproduce,
  type Side,
  scriptOf,
  targetOf,
  type Verdict,
} from "../fidelity/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import { emulators } from "../lab/index.ts";
import { reproReport } from "../report/index.ts";
import type { Command, Invocation, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";

/** 1 where the finding shows again, 0 where it does not any more, 2 where nobody knows what that is. */
const exitCodes: Readonly<Record<Verdict, number>> = { emulator: 1, reference: 0, other: 2 };

const forms = ["script", "curl", "issue"] as const;

type Form = (typeof forms)[number];

export const repro: Command = {
  name: "repro",
  summary: "show one finding again: perform it, or write it down for others to run",
  args: [{ name: "ID", summary: "the finding's id, or its beginning" }],
  flags: [
    {
      name: "on",
      value: "TARGET",
      summary: "where; the emulator that it was found on otherwise",
      choices: [...emulators.map(({ name }) => name), "cloud", "contracts"],
    },
    { name: "script", summary: "as a program with the vendor's SDK" },
    { name: "curl", summary: "as lines for a shell" },
    { name: "issue", summary: "as the text of an issue, to be reported to those who make the emulator" },
    { name: "catalogue", value: "FILE", summary: "the config's, or touchstone-catalogue.json otherwise" },
    configFlag,
  ],
  notes: [
    "Without a form it is performed, on clean state. The exit code is 1 if the emulator's answer shows again, 0 if the answer",
    "is the reference's, and 2 if it is neither's.",
    "What is written stands alone, and has no credentials in it but those that every emulator has.",
  ],
  examples: [
    "touchstone repro Blob_SetTags-3f9a12",
    "touchstone repro Blob_SetTags --on azurite@3.37.0",
    "touchstone repro Blob_SetTags-3f9a12 --script > repro.mjs",
  ],
  async run(invocation) {
    const { positionals, flags, terminal, cwd } = invocation;
    const form = chosenForm(flags);
    const { config } = await loadConfig(cwd, flags.text("config"));
    const file = catalogueFile({ catalogue: flags.text("catalogue") ?? config.catalogue }, cwd);
    const on = flags.text("on");
    const finding = findingNamed(await readFindings(file), positionals[0] ?? "", on?.replace("@", " "));
    if (form === undefined) return performAgain(finding, config, invocation);
    const text = await writtenAs(form, finding, { on, cwd });
    if (terminal.json) terminal.document({ id: finding.id, form, text });
    else process.stdout.write(text);
    return 0;
  },
};

function chosenForm(flags: ParsedFlags): Form | undefined {
  const chosen = forms.filter((form) => flags.on(form));
  if (chosen.length > 1) throw usage(`--${chosen.join(" and --")} exclude each other`, "repro");
  return chosen[0];
}

function writtenAs(
  form: Form,
  finding: Finding,
  { on, cwd }: { on: string | undefined; cwd: string },
): Promise<string> {
  switch (form) {
    case "script":
      return scriptOf(finding, { cwd });
    case "curl":
      return curlOf(finding, { cwd, aim: on === "cloud" ? "cloud" : "emulator" });
    case "issue":
      return issueText(finding, { cwd });
  }
}

async function performAgain(
  finding: Finding,
  config: Config,
  { flags, terminal, cwd }: Invocation,
): Promise<number> {
  using interruption = new Interruption();
  const open = ({ named, behind }: ReturnType<typeof targetOf>): Promise<Side> =>
    openSide(finding.service, named, {
      cwd,
      config,
      signal: interruption.signal,
      onEvent: (event) => showLabEvent(event, terminal),
      ...(behind !== undefined && { behind }),
    });
  const on = flags.text("on");
  const target = on === undefined ? targetOf(finding.emulator.label) : { named: on };
  try {
    await using side = await open(target);
    const reference = () => open(targetOf(finding.reference.label));
    const prefix = side.kind === "emulator" ? "rp" : freshPrefix();
    const again = await reproduce(finding, side, { prefix, reference });
    if (terminal.json) terminal.document({ id: finding.id, ...again });
    else terminal.say(reproReport(finding, again));
    return exitCodes[again.verdict];
  } catch (error) {
    if (interruption.happened) return interruption.exitCode;
    throw error;
  }
}

/** Where others may have been before, names must be new in each run. */
function freshPrefix(): string {
  return `r${(Date.now() % 36 ** 3).toString(36).padStart(3, "0")}`;
}
