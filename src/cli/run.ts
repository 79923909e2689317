import type { HybridReport } from "../hybrid/index.ts";
import { runHasFailed } from "../report/index.ts";
import type { Command } from "./command.ts";
import { choiceOf, hybridFlags, numberOf, runHybrid } from "./hybrid-command.ts";
import { labArguments } from "./lab-command.ts";
import { usage } from "./parse.ts";

const moments = ["now", "defer"] as const;
const unreachable = ["fail", "list"] as const;

export const run: Command = {
  name: "run",
  summary: "run tests on emulators, and on the cloud only those whose results cannot be trusted there",
  args: labArguments,
  flags: [
    {
      name: "revalidate",
      value: "PERCENT",
      summary: "check so many of the kept tests on the cloud all the same",
    },
    {
      name: "cloud",
      value: "WHEN",
      summary: "send what needs the cloud now, or put it off until --deferred; now otherwise",
      choices: moments,
    },
    { name: "deferred", summary: "run only the tests that were put off" },
    {
      name: "no-cloud",
      value: "WAY",
      summary: "without an account or credentials fail, or only list what should be sent; fail otherwise",
      choices: unreachable,
    },
    { name: "dry-run", summary: "send nothing, and say what would be sent and what it would cost" },
    ...hybridFlags,
  ],
  takesCommand: "with a result of our own",
  notes: [
    "Tests run on the emulators of the config first. A test is trusted there if every operation that it used is known",
    "to agree, or if the cloud has confirmed the very same behaviour before; all others run again on the accounts of the",
    "config. The exit code is 1 if a test fails where it counts, or if one that should have been sent was not.",
  ],
  examples: [
    "touchstone run -- npx vitest run",
    "touchstone run --policy monitor --dry-run -- npx vitest run",
    "touchstone run --learn --revalidate 5% -- npm test",
    "touchstone run --cloud defer -- npx vitest run && touchstone run --deferred -- npx vitest run",
  ],
  async run(input) {
    const { flags } = input;
    const percent = numberOf(flags, "revalidate", "run") ?? 0;
    if (percent > 100) throw usage(`--revalidate is at most 100%, not ${percent}`, "run");
    const cloud = flags.on("dry-run") ? "dry-run" : (choiceOf(flags, "cloud", moments, "run") ?? "now");
    const scope = flags.on("deferred") ? "deferred" : "all";
    if (scope === "deferred" && cloud === "defer") {
      throw usage("--deferred runs what was put off, and --cloud defer puts it off: take one of them", "run");
    }
    const noCloud = choiceOf(flags, "no-cloud", unreachable, "run") ?? "fail";
    const settings = { revalidate: percent / 100, cloud, scope } as const;
    return await runHybrid(input, "run", settings, (report) => exitCodeOf(report, noCloud));
  },
};

function exitCodeOf(report: HybridReport, noCloud: (typeof unreachable)[number]): number {
  const { access, scope, tests } = report;
  // Nothing has waited.
  if (scope === "deferred" && tests.length === 0) return 0;
  if (runHasFailed(report)) return 1;
  const mayBeUnsent =
    access === "dry run" || access === "deferred" || (access === "unreachable" && noCloud === "list");
  return !mayBeUnsent && tests.some(({ unsent }) => unsent !== undefined) ? 1 : 0;
}
