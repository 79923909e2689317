import { readRecording, type SequenceComparison, savingsOf } from "../hybrid/index.ts";
import { TouchstoneError } from "../model/index.ts";
import { savingsTable } from "../report/index.ts";
import type { Command } from "./command.ts";

const comparisons = ["exact", "set"] as const;

export const savings: Command = {
  name: "savings",
  summary: "what each policy would have saved on recorded sequences",
  args: [{ name: "FILE…", summary: "recorded sequences, gzipped or not; - is standard input" }],
  flags: [
    {
      name: "sequence",
      value: "HOW",
      summary: "what makes two sequences the same: exact (all requests, in order; the default) or set",
      choices: comparisons,
    },
  ],
  notes: [
    "The first commit fills the safe list; percents are of the requests of all later ones. A test whose outcomes differ",
    "between emulator and cloud is always charged. The table has both comparisons, each against the commit before (as in",
    "the paper) and against a list that accumulates; --sequence says which one `policies` of --json holds.",
    "With --json one file gives {project, policies: {api, monitor, combined}, …}, several give an array of these.",
  ],
  examples: [
    "touchstone savings insights.json.gz",
    "touchstone savings --sequence set --json insights.json.gz",
  ],
  async run({ positionals, flags, terminal }) {
    const sequence = comparisonNamed(flags.text("sequence") ?? "exact");
    const recordings = [];
    for (const file of positionals) recordings.push(await readRecording(file));
    const all = recordings.map((recording) => savingsOf(recording, sequence));
    if (terminal.json) terminal.document(all.length === 1 ? all[0] : all);
    else terminal.say(all.map(savingsTable).join("\n\n"));
    return 0;
  },
};

function comparisonNamed(text: string): SequenceComparison {
  const found = comparisons.find((comparison) => comparison === text);
  if (found !== undefined) return found;
  throw new TouchstoneError("TS_USAGE", `--sequence is exact or set, not ${text}`);
}
