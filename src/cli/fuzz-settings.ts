import { resolve } from "node:path";
import { isServiceName, type ServiceName, serviceNames } from "../clouds/index.ts";
import { type FuzzOptions, readRecordings, requireSide } from "../fidelity/index.ts";
import type { Config } from "../lab/config/index.ts";
import { defaultEmulator, emulators } from "../lab/index.ts";
import { nearest, TouchstoneError } from "../model/index.ts";
import type { Invocation, ParsedFlags } from "./command.ts";
import { usage } from "./parse.ts";

/** What is fuzzed, against what, and how far. */
export interface FuzzSettings {
  readonly service: ServiceName;
  readonly emulator: string;
  readonly against: Against;
}

/** What calls are generated for. */
export interface Generated {
  readonly reference: string;
  readonly seed: number;
  readonly limits: Pick<FuzzOptions, "calls" | "budget" | "untilQuiet">;
}

/** Recordings, by their files, or something that answers. */
type Against = Generated | { readonly files: readonly string[] };

/** Calls that are generated where nothing else is said. */
export const usualCalls = 5000;

/** Reads what the command line says. */
export function fuzzSettings(
  { positionals: [service = ""], flags, cwd }: Invocation,
  config: Config,
): FuzzSettings {
  if (!isServiceName(service)) {
    throw usage(`${service} is not a service; the services are ${serviceNames.join(", ")}`, "fuzz");
  }
  const usual = defaultEmulator(service).name;
  const emulator = flags.text("emulator") ?? config.services[service]?.emulator ?? usual;
  if (otherTargets.includes(emulator)) {
    throw usage(
      `--emulator ${emulator} cannot be fuzzed: --emulator takes an emulator or a URL`,
      "fuzz",
      `Compare an emulator with it: --emulator ${usual} --reference ${emulator}`,
    );
  }
  const files = recordingFiles(flags);
  if (files.length > 0) {
    return { service, emulator, against: { files: files.map((file) => resolve(cwd, file)) } };
  }
  return {
    service,
    emulator,
    against: {
      reference: flags.text("reference") ?? "contracts",
      ...howFar(flags),
    },
  };
}

/** Fails where a side cannot be what it is said to be: before anything is started for the other. */
export async function requireTargets(
  { service, emulator, against }: FuzzSettings,
  options: { readonly config: Config; readonly signal: AbortSignal },
): Promise<void> {
  await requireSide(service, emulator, options);
  if ("files" in against) return requireRecordings(against.files);
  requireReference(against.reference);
  await requireSide(service, against.reference, { ...options, behind: emulator });
}

/** What is no emulator but has a name. */
const otherTargets: readonly string[] = ["cloud", "contracts", "contracts-inferred"];

function requireReference(named: string): void {
  const meant = nearest(named, [...otherTargets, ...emulators.map(({ name }) => name)]);
  if (meant === undefined || meant === named || !otherTargets.includes(meant)) return;
  throw usage(`--reference ${named} is not a target; did you mean ${meant}?`, "fuzz");
}

/** What is no recording shows at its beginning. */
async function requireRecordings(files: readonly string[]): Promise<void> {
  for (const file of files) {
    for await (const _ of readRecordings(file)) break;
  }
}

/** `recording:` before a name says so; otherwise its ending does. */
const recordingName = /^recording:|\.(?:jsonl|har)(?:\.gz)?$/i;

function recordingFiles(flags: ParsedFlags): readonly string[] {
  const named = flags
    .all("reference")
    .flatMap((value) => (/^https?:/i.test(value) ? [value] : value.split(",")));
  const files = named.filter((name) => recordingName.test(name));
  if (files.length === 0 && named.length > 1)
    throw usage(`--reference takes one target, but was given ${named.join(" and ")}`, "fuzz");
  if (files.length === 0) return [];
  if (files.length < named.length)
    throw usage("--reference takes either one target or recordings, not both", "fuzz");
  const limit = ["calls", "budget", "until-quiet", "seed"].find((name) => flags.on(name));
  if (limit !== undefined)
    throw usage(
      `--${limit} applies to generated calls only, not to recordings`,
      "fuzz",
      `Leave out --${limit}: all exchanges of a recording are performed.`,
    );
  return files.map((name) => name.replace(/^recording:/i, ""));
}

/** With all that is wrong told at once. */
function howFar(flags: ParsedFlags): Pick<Generated, "seed" | "limits"> {
  const mistakes: string[] = [];
  const read = <Value>(reader: () => Value): Value | undefined => {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof TouchstoneError)) throw error;
      mistakes.push(error.message);
      return undefined;
    }
  };
  const calls = read(() => callsOf(flags));
  const budget = read(() => time(flags));
  const seed = read(() => wholeNumber(flags, "seed")) ?? 1;
  if (mistakes.length > 0) throw usage(mistakes.join("; "), "fuzz");
  return { seed, limits: limitsOf(flags, calls, budget) };
}

function callsOf(flags: ParsedFlags): number | undefined {
  const calls = wholeNumber(flags, "calls");
  if (calls === 0) throw usage("--calls must be at least 1", "fuzz");
  return calls;
}

function limitsOf(
  flags: ParsedFlags,
  calls: number | undefined,
  budget: number | undefined,
): Generated["limits"] {
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
  if (!/^\d{1,9}$/.test(text))
    throw usage(`--${name} must be a whole number from 0 to 999999999, not ${text}`, "fuzz");
  return Number(text);
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

function time(flags: ParsedFlags): number | undefined {
  const text = flags.text("budget");
  if (text === undefined) return undefined;
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  if (number === undefined) throw usage(`--budget must be a time such as 90s, 5m or 1h, not ${text}`, "fuzz");
  if (Number(number) === 0) throw usage(`--budget must be longer than 0, not ${text}`, "fuzz");
  return Number(number) * units[unit as keyof typeof units];
}
