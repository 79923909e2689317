import type { Declaration } from "./declaration.ts";

/** The user's command: the program, with what makes it run tests, and its arguments. */
export interface CommandParts {
  readonly program: readonly string[];
  readonly arguments: readonly string[];
}

/** What stands for `{name}` and so on inside of words. */
export type Placeholders = Readonly<Partial<Record<"name" | "file" | "results" | "folder", string>>>;

/** A declared command with its placeholders filled in. */
export function commandWords(
  template: readonly string[],
  parts: CommandParts,
  declaration: Pick<Declaration, "replacedOptions" | "valueOptions">,
  placeholders: Placeholders = {},
): string[] {
  const whole: Record<string, () => readonly string[]> = {
    "{command}": () => [...parts.program, ...parts.arguments],
    "{program}": () => parts.program,
    "{interpreter}": () => parts.program.slice(0, parts.program.indexOf("-m")),
    "{arguments}": () => parts.arguments,
    "{kept}": () => keptOptions(parts.arguments, declaration, { filters: true }),
    "{options}": () => keptOptions(parts.arguments, declaration, { filters: false }),
  };
  return template.flatMap((word) => whole[word]?.() ?? [filled(word, placeholders)]);
}

function filled(word: string, placeholders: Placeholders): string {
  return word.replace(
    /\{(name|file|results|folder)(:regex)?\}/g,
    (all, key: keyof Placeholders, escaped?: string) => {
      const value = placeholders[key];
      if (value === undefined) return all;
      return escaped === undefined ? value : value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    },
  );
}

/** The user's arguments without those that we set ourselves, with or without filters. */
function keptOptions(
  words: readonly string[],
  { replacedOptions, valueOptions }: Pick<Declaration, "replacedOptions" | "valueOptions">,
  { filters }: { filters: boolean },
): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const [option = ""] = word.split("=", 1);
    const isAlone = option === word;
    if (replacedOptions.includes(option)) at += isAlone ? 1 : 0;
    else if (word.startsWith("-")) {
      kept.push(word);
      if (isAlone && valueOptions.includes(option)) kept.push(...words.slice(++at, at + 1));
    } else if (filters) kept.push(word);
  }
  return kept;
}
