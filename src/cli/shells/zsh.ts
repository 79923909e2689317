import type { Command, Flag } from "../command.ts";
import { firstFlags, quotable, takesFiles, valueFlags, wordsAfter } from "./words.ts";

export function zsh(commands: readonly Command[]): string {
  const described = commands.map(({ name, summary }) => `    '${name}:${quotable(summary)}'`);
  const values = valueFlags(commands).map(
    ({ command, flag }) => `    ${command}:--${flag.name}) ${offerOf(flag)} ;;`,
  );
  const others = commands.map((command) => {
    const files = takesFiles(command) ? "; _files" : "";
    return `    ${command.name}:*) compadd -- ${wordsAfter(command)}${files} ;;`;
  });
  return [
    "#compdef touchstone",
    "_touchstone() {",
    '  local command="" previous="$words[CURRENT-1]" i',
    "  local -a names",
    "  names=(",
    ...described,
    "  )",
    "  for (( i = 2; i < CURRENT; i++ )); do",
    '    case "$words[i]" in',
    `      --) words=("\${(@)words[i+1,-1]}"); (( CURRENT -= i )); _normal; return ;;`,
    "      -*) ;;",
    '      *) if [[ -z "$command" ]]; then command="$words[i]"; fi ;;',
    "    esac",
    "  done",
    `  if compset -P '--*='; then previous="\${IPREFIX%=}"; fi`,
    '  case "$command:$previous" in',
    `    :*) _describe command names; compadd -- ${firstFlags()} ;;`,
    ...values,
    ...others,
    "  esac",
    "}",
    'if [ "$funcstack[1]" = "_touchstone" ]; then _touchstone; else compdef _touchstone touchstone; fi',
  ].join("\n");
}

function offerOf({ value, choices }: Flag): string {
  if (choices !== undefined) return `compadd -- ${choices.join(" ")}`;
  return value === "FILE" ? "_files" : `_message ${value}`;
}
