import { type Command, type Flag, globalFlags } from "./command.ts";
import { usage } from "./parse.ts";

const shells = ["bash", "zsh", "fish"] as const;

export const completion: Command = {
  name: "completion",
  summary: "print a completion script for a shell",
  args: [{ name: "SHELL", summary: "one of", choices: shells }],
  flags: [],
  examples: [
    "touchstone completion bash >> ~/.bashrc",
    "touchstone completion zsh > ~/.zfunc/_touchstone",
    "touchstone completion fish > ~/.config/fish/completions/touchstone.fish",
  ],
  async run({ positionals: [shell], terminal }) {
    // The table imports this file, so it can be asked for only when it is whole.
    const { commands } = await import("./commands.ts");
    const known = shells.find((name) => name === shell);
    if (known === undefined) throw usage(`there is no completion for ${shell}`, "completion");
    const script = scripts[known](commands);
    if (terminal.json) terminal.document({ shell, script });
    else terminal.say(script);
    return 0;
  },
};

const scripts = { bash, zsh, fish };

function flagWords({ flags }: Pick<Command, "flags">): string[] {
  return [...flags, ...globalFlags].map(({ name }) => `--${name}`);
}

function words(command: Command): string {
  const arguments_ = command.args.flatMap(({ choices }) => choices ?? []);
  return [...arguments_, ...flagWords(command)].join(" ");
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${words(command)}" ;;`);
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter(({ choices }) => choices !== undefined)
      .map((flag) => `    ${name}:--${flag.name}) words="${flag.choices?.join(" ")}" ;;`),
  );
  return [
    "_touchstone() {",
    `  local current="\${COMP_WORDS[COMP_CWORD]}" words`,
    `  case "\${COMP_WORDS[1]}" in`,
    ...cases,
    `    *) words="${commands.map(({ name }) => name).join(" ")} --help --version" ;;`,
    "  esac",
    `  [ "$COMP_CWORD" -eq 1 ] && words="${commands.map(({ name }) => name).join(" ")} --help --version"`,
    `  case "\${COMP_WORDS[1]}:\${COMP_WORDS[COMP_CWORD-1]}" in`,
    ...values,
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _touchstone touchstone",
  ].join("\n");
}

function zsh(commands: readonly Command[]): string {
  const described = commands.map(({ name, summary }) => `    '${name}:${quoteless(summary)}'`);
  const cases = commands.map((command) => `    ${command.name}) compadd -- ${words(command)} ;;`);
  return [
    "#compdef touchstone",
    "_touchstone() {",
    "  local -a names",
    "  names=(",
    ...described,
    "  )",
    "  if (( CURRENT == 2 )); then _describe command names; return; fi",
    '  case "$words[2]" in',
    ...cases,
    "  esac",
    "  _files",
    "}",
    'if [ "$funcstack[1]" = "_touchstone" ]; then _touchstone; else compdef _touchstone touchstone; fi',
  ].join("\n");
}

function fish(commands: readonly Command[]): string {
  const ofFlag = (name: string, flag: Flag) =>
    `complete -c touchstone -n '__fish_seen_subcommand_from ${name}' -l ${flag.name}${fishValue(flag)} -d '${quoteless(flag.summary)}'`;
  return commands
    .flatMap((command) => [
      `complete -c touchstone -n __fish_use_subcommand -a ${command.name} -d '${quoteless(command.summary)}'`,
      ...command.args
        .filter(({ choices }) => choices !== undefined)
        .map(
          ({ choices }) =>
            `complete -c touchstone -n '__fish_seen_subcommand_from ${command.name}' -a '${choices?.join(" ")}'`,
        ),
      ...[...command.flags, ...globalFlags].map((flag) => ofFlag(command.name, flag)),
    ])
    .join("\n");
}

function fishValue({ value, choices }: Flag): string {
  if (value === undefined) return "";
  return choices === undefined ? " -r" : ` -x -a '${choices.join(" ")}'`;
}

function quoteless(text: string): string {
  return text.replace(/['`:]/g, "");
}
