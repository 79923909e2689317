const plain = /^[\w@%+=:,./-]+$/;

/** A word as a POSIX shell reads it; one with control characters as bash and zsh do. */
function shellWord(word: string): string {
  if (plain.test(word)) return word;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be written otherwise
  if (!/[\u0000-\u001f\u007f]/.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  const escaped = word.replace(/[\u0000-\u001f\u007f'\\]/g, escapedCharacter);
  return `$'${escaped}'`;
}

function escapedCharacter(character: string): string {
  if (character === "'" || character === "\\") return `\\${character}`;
  // Three octal digits: a digit that follows cannot be taken for a part of them.
  return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}

/** Words as one line for a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

/**
 * The line that runs one test on both targets again and compares them.
 *
 * @example
 * reproduction("a.test.ts > it's there", { command: ["npx", "vitest", "run"], settings: [] });
 * // touchstone run --policy always --only 'a.test.ts > it'\''s there' -- npx vitest run
 */
export function reproduction(
  test: string,
  { command, settings }: { readonly command: readonly string[]; readonly settings: readonly string[] },
): string {
  return shellLine([
    "touchstone",
    "run",
    ...settings,
    "--policy",
    "always",
    "--only",
    test,
    "--",
    ...command,
  ]);
}
