/**
 * The words of a script's commands, as a shell would split them: one list for each command that `&&`, `;` and the like
 * part. What a shell would fill in stays as it is.
 *
 * @example
 * splitWords("tsc && vitest run 'test/a b'"); // [["tsc"], ["vitest", "run", "test/a b"]]
 */
export function splitWords(script: string): string[][] {
  const commands: string[][] = [[]];
  const tokens = /(&&|\|\||[;&|\n])|((?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;&|"'\\])+)/g;
  for (const [, separator, word] of script.matchAll(tokens)) {
    if (separator !== undefined) commands.push([]);
    else if (word !== undefined) commands.at(-1)?.push(unquoted(word));
  }
  return commands.filter((words) => words.length > 0);
}

function unquoted(word: string): string {
  return word.replace(
    /"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)/g,
    (_, double?: string, single?: string, escaped?: string) =>
      double === undefined ? (single ?? escaped ?? "") : double.replace(/\\(["\\$`])/g, "$1"),
  );
}
