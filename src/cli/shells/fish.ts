import { type Command, type Flag, globalFlags, versionFlag } from "../command.ts";
import { quotable, takesFiles } from "./words.ts";

const behindDashes = "contains -- -- (commandline -opc)";

export function fish(commands: readonly Command[]): string {
  return [
    complete("-f"),
    complete(`-n '${behindDashes}' -F`),
    ...commands.map(({ name, summary }) =>
      complete(`-n __fish_use_subcommand -a ${name} -d '${quotable(summary)}'`),
    ),
    ...globalFlags.map((flag) => complete(written(flag))),
    complete(`-n __fish_use_subcommand ${written(versionFlag)}`),
    ...commands.flatMap(afterCommand),
  ].join("\n");
}

function afterCommand(command: Command): string[] {
  const after = `-n 'not ${behindDashes}; and __fish_seen_subcommand_from ${command.name}'`;
  const choices = command.args.flatMap((argument) => argument.choices ?? []);
  return [
    ...(choices.length === 0 ? [] : [complete(`${after} -a '${choices.join(" ")}'`)]),
    ...(takesFiles(command) ? [complete(`${after} -F`)] : []),
    ...command.flags.map((flag) => complete(`${after} ${written(flag)}`)),
  ];
}

function complete(options: string): string {
  return `complete -c touchstone ${options}`;
}

function written({ name, short, value, choices, summary }: Flag): string {
  const letter = short === undefined ? "" : ` -s ${short}`;
  const wanted =
    value === undefined ? "" : value === "FILE" ? " -r -F" : ` -x -a '${choices?.join(" ") ?? ""}'`;
  return `-l ${name}${letter}${wanted} -d '${quotable(summary)}'`;
}
