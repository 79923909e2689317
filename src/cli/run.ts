import {
  type HybridEvent,
  type HybridReport,
  type HybridSettings,
  type HybridTest,
  hybrid,
  newRunFolder,
  policies,
} from "../hybrid/index.ts";
import { loadConfig } from "../lab/config/index.ts";
import { hasFailed, hybridLines, summariseHybrid } from "../report/index.ts";
import type { Command, ParsedFlags } from "./command.ts";
import { Interruption } from "./interruption.ts";
import { configFlag, labArguments, wantedTargets } from "./lab-command.ts";
import { showLabEvent } from "./lab-events.ts";
import { usage } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

const sequences = ["resources", "exact"] as const;
const moments = ["now", "defer"] as const;
const unreachable = ["fail", "list"] as const;

export const run: Command = {
  name: "run",
  summary: "run tests on emulators, and on the cloud only those whose results cannot be trusted there",
  args: labArguments,
  flags: [
    {
      name: "policy",
      value: "POLICY",
      summary: "what decides which tests need the cloud; combined otherwise",
      choices: policies,
    },
    {
      name: "sequence",
      value: "WAY",
      summary: "how traces are compared; by resources otherwise",
      choices: sequences,
    },
    { name: "store", value: "URL", summary: "the safe list: sqlite:PATH or postgres://…" },
    { name: "learn", summary: "put on the safe list what the cloud confirms, also in CI" },
    { name: "days", value: "DAYS", summary: "how long an entry of the safe list is trusted; 90 otherwise" },
    {
      name: "revalidate",
      value: "PERCENT",
      summary: "check so many of the kept tests on the cloud all the same",
    },
    { name: "max-cloud-requests", value: "COUNT", summary: "send no more requests than these" },
    { name: "max-cost", value: "DOLLARS", summary: "spend no more than this on the cloud" },
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
      summary:
        "what is done without an account or credentials: fail, or list what should be sent; fail otherwise",
      choices: unreachable,
    },
    { name: "dry-run", summary: "send nothing, and say what would be sent and what it would cost" },
    {
      name: "explain",
      value: "TEST",
      summary: "show how a test, by a part of its id, was seen and why it was decided so",
    },
    configFlag,
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
  ],
  async run({ positionals, flags, rest, terminal, cwd }) {
    if (rest.length === 0) throw usage("it is not said what to run: write a test command behind --", "run");
    const { config } = await loadConfig(cwd, flags.text("config"));
    const targets = wantedTargets(positionals, config, "run");
    const settings = settingsOf(flags);
    const folder = newRunFolder();
    using interruption = new Interruption();
    try {
      const report = await hybrid({
        ...settings,
        command: rest,
        cwd,
        targets,
        folder,
        ...configOf(flags),
        onEvent: (event) => showHybridEvent(event, terminal),
        onLabEvent: (event) => showLabEvent(event, terminal),
        signal: interruption.signal,
      });
      const explained = flags.text("explain");
      if (explained === undefined) show(report, folder, terminal);
      else explain(report, explained, terminal);
      return exitCodeOf(report, choiceOf(flags, "no-cloud", unreachable) ?? "fail");
    } catch (error) {
      if (interruption.happened) return interruption.exitCode;
      throw error;
    }
  },
};

function configOf(flags: ParsedFlags): Pick<HybridSettings, "config"> {
  const config = flags.text("config");
  return config === undefined ? {} : { config };
}

function settingsOf(flags: ParsedFlags): HybridSettings {
  const requests = numberOf(flags, "max-cloud-requests");
  const dollars = numberOf(flags, "max-cost");
  const percent = numberOf(flags, "revalidate");
  return present({
    policy: choiceOf(flags, "policy", policies),
    sequence: choiceOf(flags, "sequence", sequences),
    safeList: flags.text("store"),
    daysTrusted: numberOf(flags, "days"),
    revalidate: percent === undefined ? undefined : percent / 100,
    cloud: flags.on("dry-run") ? "dry-run" : choiceOf(flags, "cloud", moments),
    scope: flags.on("deferred") ? "deferred" : undefined,
    learn: flags.on("learn") ? true : undefined,
    budget: present({ requests, dollars }),
  });
}

type Present<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** What is there of these. */
function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<Fields>;
}

function choiceOf<Choice extends string>(
  flags: ParsedFlags,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = flags.text(name);
  const found = choices.find((choice) => choice === text);
  if (text !== undefined && found === undefined) {
    throw usage(`--${name} is one of ${choices.join(", ")}, not ${text}`, "run");
  }
  return found;
}

function numberOf(flags: ParsedFlags, name: string): number | undefined {
  const text = flags.text(name)?.replace(/%$/, "");
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text);
  throw usage(`--${name} is a number, not ${text}`, "run");
}

const phases = {
  emulator: "on the emulators",
  noise: "once more on the emulators",
  cloud: "on the cloud",
} as const;

function showHybridEvent(event: HybridEvent, terminal: Terminal): void {
  if (event.type === "output") process.stderr.write(event.text);
  else if (event.type === "phase") {
    const count =
      event.tests === undefined ? "tests" : `${event.tests} ${event.tests === 1 ? "test" : "tests"}`;
    terminal.note(terminal.noteColor.bold(`${count} ${phases[event.phase]}`));
  }
}

function show(report: HybridReport, folder: string, terminal: Terminal): void {
  if (terminal.json) {
    terminal.document({
      ...summariseHybrid(report),
      run: report.run,
      traces: folder,
      tests: report.tests.map(asJson),
    });
    return;
  }
  for (const line of hybridLines(report)) terminal.say(line);
  terminal.note(terminal.noteColor.dim(`traces: ${folder}`));
}

function asJson({ test, decision, emulator, judgement, unsent, observation, trace }: HybridTest) {
  return {
    id: test.id,
    decision: { target: decision.target, kind: decision.kind, reason: decision.reason },
    emulator: emulator.status,
    ...(judgement !== undefined && {
      cloud: judgement.cloud?.status ?? null,
      verdict: judgement.verdict,
      ...(judgement.difference !== undefined && { difference: judgement.difference }),
      ...(judgement.cause !== undefined && { cause: judgement.cause }),
    }),
    ...(unsent !== undefined && { unsent }),
    requests: observation.requests,
    operations: observation.operations,
    fingerprint: trace.fingerprint,
  };
}

function explain(report: HybridReport, part: string, terminal: Terminal): void {
  const found = report.tests.filter(({ test }) => test.id.includes(part));
  if (found.length === 0) terminal.note(`no test has ${JSON.stringify(part)} in its id`);
  const { bold, dim } = terminal.color;
  for (const { test, decision, trace, judgement } of found) {
    terminal.say(bold(test.id));
    terminal.say(`  ${decision.target}: ${decision.reason}`);
    for (const { service, operation, fields, exchanges } of trace.steps) {
      terminal.say(`  ${service} ${operation} ${dim(`exchange ${exchanges.join(", ")}`)}`);
      for (const { place, value } of fields) terminal.say(`    ${place} ${dim("=")} ${value}`);
    }
    for (const { place, why } of trace.masked) terminal.say(dim(`  masked ${place}: ${why}`));
    const difference = judgement?.difference;
    if (difference !== undefined) {
      terminal.say(
        `  differs at ${difference.operation} ${difference.place}: emulator ${difference.emulator} · cloud ${difference.cloud}`,
      );
    }
  }
}

function exitCodeOf({ tests, broken, access }: HybridReport, noCloud: (typeof unreachable)[number]): number {
  if (broken.length > 0 || tests.some(hasFailed)) return 1;
  const isFine =
    access === "dry run" || access === "deferred" || (access === "unreachable" && noCloud === "list");
  return !isFine && tests.some(({ unsent }) => unsent !== undefined) ? 1 : 0;
}
