import { resolve } from "node:path";
import { isServiceName, type ServiceName, serviceNames } from "../clouds/index.ts";
import { type FuzzOptions, readRecordings, requireSide } from "../fidelity/index.ts";
import type { Config } from "../lab/config/index.ts";
import { emulators } from "../lab/index.ts";
import { nearest } from "../model/index.ts";
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
  { positionals: [service, ...more], flags, cwd }: Invocation,
  config: Config,
): FuzzSettings {
  if (service === undefined) throw usage("it is not said which service: SERVICE", "fuzz");
  if (!isServiceName(service)) throw usage(`${service} is no service: ${serviceNames.join(", ")}`, "fuzz");
  if (more.length > 0) throw usage(`one service at a time: ${[service, ...more].join(" ")}`, "fuzz");
  const emulator = flags.text("emulator") ?? config.services[service]?.emulator;
  if (emulator === undefined) throw usage("it is not said what is fuzzed: --emulator TARGET", "fuzz");
  const files = recordingFiles(flags, emulator);
  if (files.length > 0) {
    return { service, emulator, against: { files: files.map((file) => resolve(cwd, file)) } };
  }
  return {
    service,
    emulator,
    against: {
      reference: flags.text("reference") ?? "contracts",
      seed: wholeNumber(flags, "seed") ?? 1,
      limits: limitsOf(flags),
    },
  };
}

/** Fails where a side cannot be what it is said to be: before anything is started for the other. */
export async function requireTargets(
  { service, emulator, against }: FuzzSettings,
  options: { readonly config: Config; readonly signal: AbortSignal },
): Promise<void> {
  requireName("emulator", emulator);
  await requireSide(service, emulator, options);
  if ("files" in against) return requireRecordings(against.files);
  requireName("reference", against.reference);
  await requireSide(service, against.reference, { ...options, behind: emulator });
}

/** What is no emulator but has a name. */
const otherTargets: readonly string[] = ["cloud", "contracts", "contracts-inferred"];

function requireName(flag: "emulator" | "reference", named: string): void {
  const meant = nearest(named, [...otherTargets, ...emulators.map(({ name }) => name)]);
  if (meant === undefined || meant === named || !otherTargets.includes(meant)) return;
  throw usage(`--${flag} ${named} is no target; did you mean ${meant}?`, "fuzz");
}

/** What is no recording shows at its beginning. */
async function requireRecordings(files: readonly string[]): Promise<void> {
  for (const file of files) {
    for await (const _ of readRecordings(file)) break;
  }
}

/** `recording:` before a name says so; otherwise its ending does. */
const recordingName = /^recording:|\.(?:jsonl|har)(?:\.gz)?$/i;

function recordingFiles(flags: ParsedFlags, emulator: string): readonly string[] {
  const named = flags
    .all("reference")
    .flatMap((value) => (/^https?:/i.test(value) ? [value] : value.split(",")));
  const files = named.filter((name) => recordingName.test(name));
  if (files.length === 0 && named.length > 1) throw usage("--reference is one target, or recordings", "fuzz");
  if (files.length === 0) return [];
  if (files.length < named.length)
    throw usage("--reference is one target, or recordings, and not both", "fuzz");
  const limit = ["calls", "budget", "until-quiet", "seed"].find((name) => flags.on(name));
  if (limit !== undefined)
    throw usage(`--${limit} is for calls that are generated, and recordings have theirs`, "fuzz");
  if (/^(?:cloud|contracts(?:-inferred)?)$/.test(emulator))
    throw usage(`recordings are performed on emulators here; touchstone replay has other targets`, "fuzz");
  return files.map((name) => name.replace(/^recording:/i, ""));
}

function limitsOf(flags: ParsedFlags): Generated["limits"] {
  const calls = wholeNumber(flags, "calls");
  if (calls === 0) throw usage("--calls 0 leaves nothing to do: at least 1", "fuzz");
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
  if (!/^\d{1,9}$/.test(text))
    throw usage(`--${name} ${text} is no whole number from 0 to 999999999`, "fuzz");
  return Number(text);
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

function time(flags: ParsedFlags): number | undefined {
  const text = flags.text("budget");
  if (text === undefined) return undefined;
  const [, number, unit = "s"] = /^(\d+(?:\.\d+)?)([smh])?$/.exec(text) ?? [];
  if (number === undefined) throw usage(`--budget ${text} is no time, such as 90s, 5m or 1h`, "fuzz");
  if (Number(number) === 0) throw usage(`--budget ${text} leaves no time`, "fuzz");
  return Number(number) * units[unit as keyof typeof units];
}
