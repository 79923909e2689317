import type { Command } from "../command.ts";
import { firstFlags, valueFlags, wordsAfter } from "./words.ts";

/** Where nothing is offered, bash offers files by itself. */
export function bash(commands: readonly Command[]): string {
  const names = commands.map(({ name }) => name).join(" ");
  const values = valueFlags(commands).map(
    ({ command, flag }) => `    ${command}:--${flag.name}) words="${flag.choices?.join(" ") ?? ""}" ;;`,
  );
  return [
    "_touchstone() {",
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" word words=""`,
    // Bash takes `--flag=value` for three words.
    '  if [ "$current" = "=" ]; then current=""; fi',
    `  if [ "$previous" = "=" ]; then previous="\${COMP_WORDS[COMP_CWORD-2]}"; fi`,
    "  COMPREPLY=()",
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    '    case "$word" in',
    "      --)",
    '        if [ "$previous" = "--" ]; then COMPREPLY=($(compgen -c -- "$current")); fi',
    "        return ;;",
    "      -*) ;;",
    '      *) if [ -z "$command" ]; then command="$word"; fi ;;',
    "    esac",
    "  done",
    '  case "$command:$previous" in',
    `    :*) words="${names} ${firstFlags()}" ;;`,
    ...values,
    ...commands.map((command) => `    ${command.name}:*) words="${wordsAfter(command)}" ;;`),
    "  esac",
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    "}",
    "complete -o default -F _touchstone touchstone",
  ].join("\n");
}
