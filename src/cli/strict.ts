import { defaultWindows } from "../clouds/index.ts";
import type { Config } from "../lab/config/index.ts";
import { configuredContracts, type Enforcement, type StrictOptions } from "../lab/index.ts";
import type { Windows } from "../model/index.ts";
import type { Flag, ParsedFlags } from "./command.ts";
import { usage } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/** What commands take that start emulators behind contracts. */
export const strictFlags: readonly Flag[] = [
  {
    name: "strict",
    mayBe: "warn",
    summary: "answer as the cloud does where contracts say so; with =warn only tell of it",
  },
  { name: "inferred", summary: "with --strict, enforce also contracts that are no more than inferred" },
  {
    name: "window",
    value: "NAME=SECONDS",
    repeats: true,
    summary: `with --strict, how long a deletion goes on: ${Object.keys(defaultWindows).join(", ")}`,
  },
];

/** How strict the emulators are to be; `undefined` if not at all. */
export async function strictOptions(
  flags: ParsedFlags,
  config: Config,
  {
    cwd,
    terminal,
    command,
    tell = (line) => terminal.note(line),
  }: {
    readonly cwd: string;
    readonly terminal: Terminal;
    readonly command: string;
    /** Told of each contract that was not kept. */
    readonly tell?: (line: string) => void;
  },
): Promise<Omit<StrictOptions, "ports"> | undefined> {
  if (!flags.on("strict")) {
    const idle = ["inferred", "window"].find((name) => flags.on(name));
    if (idle !== undefined) throw usage(`--${idle} needs --strict`, command);
    return undefined;
  }
  const onNote = (note: string) => terminal.note(`strict: ${note}`);
  const inferred = flags.on("inferred");
  const { contracts, windows } = await configuredContracts(config, { cwd, inferred, onNote });
  return {
    contracts,
    windows: { ...windows, ...windowFlags(flags, command) },
    isWarning: flags.text("strict") === "warn",
    onEnforced: (enforcement) => {
      if (!enforcement.isRepeated) tell(told(enforcement));
    },
    onNote,
  };
}

function windowFlags(flags: ParsedFlags, command: string): Windows {
  const given = flags.all("window").map((text): [string, number] => {
    const [, name = "", seconds = ""] = /^([a-z-]+)=(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (!Object.hasOwn(defaultWindows, name)) {
      throw usage(
        `--window must be NAME=SECONDS, not ${text}; the names are ${Object.keys(defaultWindows).join(", ")}`,
        command,
      );
    }
    return [name, Number(seconds) * 1000];
  });
  return Object.fromEntries(given);
}

function told({ service, operation, contract, expected, answered, isEnforced }: Enforcement): string {
  const verb = isEnforced ? "is answered" : "would be answered";
  return `strict: ${service} ${operation} ${verb} ${expected}${beside(expected, answered)} (${contract.id}: ${contract.says})`;
}

/** What the emulator answers instead, where it was asked: the status may be the same, and what is told another. */
function beside(expected: string, answered: string | undefined): string {
  if (answered === undefined) return "";
  return answered === expected
    ? ", with different content than the emulator's"
    : `, where the emulator answers ${answered}`;
}
