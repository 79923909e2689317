import { nearest, TouchstoneError } from "../model/index.ts";
import { type Command, type Flag, globalFlags, ParsedFlags } from "./command.ts";

/** A command line, taken apart by a command's own table. */
export interface ParsedLine {
  readonly positionals: readonly string[];
  readonly flags: ParsedFlags;
  readonly rest: readonly string[];
}

/** Finds the command by the first word that is no flag; `undefined` if there is none. */
export function commandName(argv: readonly string[]): string | undefined {
  return ownWords(argv).find((word) => !word.startsWith("-"));
}

/** What stands before `--`; what stands behind it is the user's. */
export function ownWords(argv: readonly string[]): readonly string[] {
  return argv.slice(0, endOfOwn(argv));
}

function endOfOwn(argv: readonly string[]): number {
  const dashes = argv.indexOf("--");
  return dashes < 0 ? argv.length : dashes;
}

/** Reads what stands after the command's name. */
export function parseLine(
  argv: readonly string[],
  command: Pick<Command, "name" | "flags" | "args" | "takesCommand">,
): ParsedLine {
  const known = [...command.flags, ...globalFlags];
  const end = endOfOwn(argv);
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (let index = 0; index < end; index++) {
    const word = argv[index] ?? "";
    if (!word.startsWith("-") || word === "-") {
      positionals.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const flag = flagNamed(equals < 0 ? word : word.slice(0, equals), known, command.name);
    const inline = equals < 0 ? undefined : word.slice(equals + 1);
    const value = flag.value === undefined ? noValue(flag, inline, command.name) : (inline ?? argv[++index]);
    if (value === undefined || (inline === undefined && flag.value !== undefined && index >= end)) {
      throw usage(`--${flag.name} needs a value: --${flag.name} ${flag.value}`, command.name);
    }
    values.set(flag.name, flag.repeats ? [...(values.get(flag.name) ?? []), value] : [value]);
  }
  const rest = argv.slice(end + 1);
  if (end < argv.length && command.takesCommand && (rest[0] ?? "") === "") {
    throw usage(`there is no command after --`, command.name);
  }
  if (end < argv.length && !command.takesCommand)
    throw usage(`${command.name} takes nothing after --`, command.name);
  if (rest.length > 0 && values.has("json") && command.takesCommand === "with its output") {
    throw usage("--json cannot be used with a command after --, whose output takes its place", command.name);
  }
  requireArguments(positionals, command, values.has("help"));
  return { positionals, flags: new ParsedFlags(values), rest };
}

/** As many words as the command has places for; those in brackets may be left out, those with dots repeated. */
function requireArguments(
  given: readonly string[],
  { name, args }: Pick<Command, "name" | "args">,
  onlyHelp: boolean,
): void {
  const surplus = given[args.length];
  if (surplus !== undefined && !args.some((argument) => argument.name.includes("…"))) {
    throw usage(`${name} does not take the argument ${surplus}`, name);
  }
  const missing = args.find(
    (argument, index) => !argument.name.startsWith("[") && given[index] === undefined,
  );
  if (missing === undefined || onlyHelp) return;
  const { choices, isOpen } = missing;
  const told = choices === undefined ? "" : `; ${isOpen ? "such as" : "one of"} ${choices.join(", ")}`;
  throw usage(`${missing.name} is missing${told}`, name);
}

function noValue(flag: Flag, inline: string | undefined, command: string): string {
  if (inline === undefined || inline === flag.mayBe) return inline ?? "";
  if (flag.mayBe !== undefined) {
    throw usage(
      `--${flag.name} is written alone or as --${flag.name}=${flag.mayBe}, not with ${inline}`,
      command,
    );
  }
  throw usage(`--${flag.name} takes no value, but was given ${inline}`, command);
}

function flagNamed(word: string, known: readonly Flag[], command: string): Flag {
  const found = known.find(({ name, short }) => word === `--${name}` || word === `-${short ?? ""}`);
  if (found !== undefined) return found;
  const meant = nearest(
    word.replace(/^-+/, ""),
    known.map(({ name }) => name),
  );
  throw usage(
    meant === undefined ? `there is no flag ${word}` : `there is no flag ${word}; did you mean --${meant}?`,
    command,
  );
}

/** An error of the command line, with what to do: where to look, if nothing better is known. */
export function usage(message: string, command?: string, hint?: string): TouchstoneError {
  const where =
    command === undefined || command === "" ? "touchstone --help" : `touchstone ${command} --help`;
  return new TouchstoneError("TS_USAGE", message, { hint: hint ?? `See ${where}` });
}
