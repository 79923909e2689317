import { type Argument, type Command, type Flag, globalFlags, versionFlag } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** `touchstone up [SERVICE…] [--json] [-- CMD…]` */
function usageLine(command: Command): string {
  const args = command.args.map(({ name }) => name);
  return [
    "touchstone",
    command.name,
    ...args,
    "[flags]",
    ...(command.takesCommand ? ["[-- CMD…]"] : []),
  ].join(" ");
}

/** A flag as it is written: `-h, --help`, `--config FILE`. */
function flagUsage({ name, short, value, mayBe }: Flag): string {
  const alone = mayBe === undefined ? `--${name}` : `--${name}[=${mayBe}]`;
  const long = value === undefined ? alone : `--${name} ${value}`;
  return short === undefined ? long : `-${short}, ${long}`;
}

/** The page that `touchstone --help` shows. */
export function overview(commands: readonly Command[], { color }: Terminal): string {
  return [
    `${color.bold("touchstone")} tells what cloud tests on emulators are worth`,
    "",
    "usage: touchstone COMMAND [flags]",
    "",
    ...section(
      "commands",
      commands.map(({ name, summary }) => [name, summary]),
    ),
    ...section("flags", [...globalFlags, versionFlag].map(flagRow)),
    "touchstone COMMAND --help says more about each",
  ].join("\n");
}

/** The page of one command. */
export function commandHelp(command: Command): string {
  const args = command.args.map((argument): [string, string] => [argument.name, argumentSummary(argument)]);
  return [
    `${command.summary}`,
    "",
    `usage: ${usageLine(command)}`,
    "",
    ...section("arguments", args),
    ...section("flags", [...command.flags, ...globalFlags].map(flagRow)),
    ...(command.notes === undefined ? [] : [...command.notes, ""]),
    ...section(
      "examples",
      command.examples.map((example) => [example, ""]),
    ),
  ]
    .join("\n")
    .trimEnd();
}

/** What `touchstone --help --json` prints. */
export function overviewDocument(commands: readonly Command[]): object {
  return { commands: commands.map(describe), flags: [...globalFlags, versionFlag] };
}

/** What `touchstone COMMAND --help --json` prints: as the command stands in the table. */
export function commandDocument(command: Command): object {
  const own = describe(command);
  return { ...own, flags: [...own.flags, ...globalFlags] };
}

function describe(command: Command) {
  const { name, summary, args, flags, takesCommand, notes = [], examples } = command;
  return {
    name,
    summary,
    usage: usageLine(command),
    args,
    flags,
    takesCommand: takesCommand !== undefined,
    notes,
    examples,
  };
}

function flagRow(flag: Flag): [string, string] {
  return [flagUsage(flag), flag.summary];
}

function argumentSummary({ summary, choices }: Argument): string {
  return choices === undefined ? summary : `${summary}: ${choices.join(", ")}`;
}

function section(title: string, rows: readonly (readonly [string, string])[]): string[] {
  if (rows.length === 0) return [];
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  const lines = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
  return [`${title}:`, ...lines, ""];
}
