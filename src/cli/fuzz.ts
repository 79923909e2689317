import { isServiceName, serviceNames } from "../clouds/index.ts";
import { type FuzzResult, fuzz as fuzzSides, openSide, recordRun } from "../fidelity/index.ts";
import { type Config, loadConfig } from "../lab/config/index.ts";
import { emulators } from "../lab/index.ts";
import { coverageTable, findingsText } from "../report/index.ts";
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
    { name: "emulator", value: "TARGET", summary: "an emulator, also NAME@VERSION, or a URL", choices: targets },
    {
      name: "reference",
      value: "TARGET",
      summary: "another emulator or version, contracts, cloud, or a recording; contracts otherwise",
      choices: targets,
    },
    { name: "calls", value: "COUNT", summary: `generate so many calls; ${usualCalls} if there is no other limit` },
    { name: "budget", value: "TIME", summary: "begin nothing new after this time: 90s, 5m, 1h" },
    { name: "until-quiet", summary: "go on until nothing new appears" },
    { name: "seed", value: "NUMBER", summary: "the same seed and number of calls give the same sequences; 1 otherwise" },
    { name: "catalogue", value: "FILE", summary: "where findings are kept; touchstone-catalogue.json otherwise" },
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
    const settings = settingsOf(invocation);
    const { config } = await loadConfig(cwd, flags.text("config"));
    using interruption = new Interruption();
    const result = await performed(settings, config, interruption, invocation).catch((error: unknown) => {
      if (interruption.happened) return undefined;
      throw error;
    });
    terminal.status("");
    if (result === undefined) return interruption.exitCode;
    await recordRun(catalogueFile(flags, config, cwd), result);
    if (terminal.json) terminal.document(asDocument(result));
    else show(result, invocation);
    if (interruption.happened) return interruption.exitCode;
    return result.findings.length > 0 ? 1 : 0;
  },
};
