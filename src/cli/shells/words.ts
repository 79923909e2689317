import { type Command, type Flag, globalFlags, versionFlag } from "../command.ts";

/** What a command can be followed by: what its arguments may be, and its flags. */
export function wordsAfter(command: Command): string {
  const given = command.args.flatMap(({ choices }) => choices ?? []);
  return [...given, ...dashed([...command.flags, ...globalFlags])].join(" ");
}

/** The flags that may stand where no command was named yet. */
export function firstFlags(): string {
  return dashed([...globalFlags, versionFlag]).join(" ");
}

function dashed(flags: readonly Flag[]): string[] {
  return flags.map(({ name }) => `--${name}`);
}

/** Its arguments are files. */
export function takesFiles({ args }: Command): boolean {
  return args.some(({ choices }) => choices === undefined);
}

/** Every flag that wants a value, with its command. */
export function valueFlags(commands: readonly Command[]): { command: string; flag: Flag }[] {
  return commands.flatMap(({ name, flags }) =>
    flags.filter(({ value }) => value !== undefined).map((flag) => ({ command: name, flag })),
  );
}

/** A description that can stand between single quotes in any shell. */
export function quotable(text: string): string {
  return text.replace(/['`:\\]/g, "");
}
