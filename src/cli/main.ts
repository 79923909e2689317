import { getSystemErrorMessage } from "node:util";
import { nearest, TouchstoneError } from "../model/index.ts";
import { allCommands, commandNamed, commandNames } from "./commands.ts";
import { commandDocument, commandHelp, overview, overviewDocument } from "./help.ts";
import { commandName, ownWords, parseLine, usage } from "./parse.ts";
import { Terminal } from "./terminal.ts";
import { version } from "./version.ts";

/** Runs a command line and gives its exit code. The only place that turns errors into one. */
export async function main(argv: readonly string[]): Promise<number> {
  const own = ownWords(argv);
  const terminal = new Terminal({
    json: own.includes("--json"),
    verbose: own.includes("--verbose"),
    color: !own.includes("--no-color"),
  });
  process.stdout.on("error", (error) => leave(error, terminal));
  // Where nothing can be said any more, the work still goes on.
  process.stderr.on("error", () => {});
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    return report(error, terminal);
  }
}

async function dispatch(given: readonly string[], terminal: Terminal): Promise<number> {
  // `help fuzz` is `fuzz --help`.
  let argv = given;
  while (commandName(argv) === "help") argv = argv.with(argv.indexOf("help"), "--help");
  const name = commandName(argv);
  if (name === undefined) return withoutCommand(argv, terminal);
  const command = (await commandNamed(name)) ?? unknown(name);
  const index = argv.indexOf(name);
  const line = parseLine([...argv.slice(0, index), ...argv.slice(index + 1)], command);
  if (line.flags.on("help")) {
    if (terminal.json) terminal.document(commandDocument(command));
    else terminal.say(commandHelp(command));
    return 0;
  }
  return command.run({ ...line, terminal, cwd: process.cwd() });
}

async function withoutCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  if (argv.includes("--version")) {
    if (terminal.json) terminal.document({ version: version() });
    else terminal.say(version());
    return 0;
  }
  const { flags } = parseLine(argv, { name: "", flags: [], args: [] });
  const help = flags.on("help");
  if (terminal.json && !help) throw usage("the command to run is missing");
  const commands = await allCommands();
  if (terminal.json) terminal.document(overviewDocument(commands));
  else terminal.say(overview(commands, terminal));
  return help ? 0 : 2;
}

function unknown(name: string): never {
  const meant = nearest(name, commandNames);
  throw usage(
    meant === undefined
      ? `there is no command ${name}`
      : `there is no command ${name}; did you mean ${meant}?`,
  );
}

function report(error: unknown, terminal: Terminal): number {
  const { red, dim } = terminal.noteColor;
  const told = error instanceof TouchstoneError ? error : internal(error);
  if (terminal.json)
    terminal.document({ error: { code: told.code, message: told.message, hint: told.hint ?? null } });
  terminal.note(`${red("✗")} ${told.message}`);
  for (const line of told.hint?.split("\n") ?? []) terminal.note(`  ${line}`);
  if (terminal.verbose) terminal.note(dim(`  ${told.code}${causes(told)}`));
  return 2;
}

/** What nobody foresaw: a bug of ours, told with everything that helps to find it. */
function internal(error: unknown): TouchstoneError {
  const hint = error instanceof Error ? error.stack : String(error);
  return new TouchstoneError("TS_INTERNAL", "something went wrong inside touchstone", {
    hint: hint ?? "",
    cause: error,
  });
}

function causes(error: Error): string {
  return error.cause instanceof Error ? `\n  because: ${error.cause.stack}${causes(error.cause)}` : "";
}

/** Output that goes nowhere ends the command; quietly if its reader has seen enough: `touchstone operations | head`. */
function leave({ code, errno, message }: NodeJS.ErrnoException, terminal: Terminal): never {
  if (code === "EPIPE") process.exit(0);
  const why = errno === undefined ? message : `${getSystemErrorMessage(errno)} (${code})`;
  terminal.note(`${terminal.noteColor.red("✗")} the output cannot be written: ${why}`);
  process.exit(2);
}
