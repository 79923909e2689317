import type { Recognised } from "../recognising/recognise.ts";

const longest = 100_000;

/**
 * The command with only these files, where its runner can be told on the command line. That is for speed alone: what
 * is loaded nevertheless is left out by the preload.
 */
export function narrowedCommand(recognised: Recognised, files: readonly string[]): readonly string[] {
  const { words, script } = recognised;
  const filters = files.map((file) => filterFor(recognised, file)).filter((filter) => filter !== undefined);
  if (filters.length < files.length || filters.join("").length > longest) return words;
  if (script === undefined)
    return [...words.slice(0, recognised.arguments), ...filters, ...ownOptions(recognised)];
  if (!script.isPlain) return words;
  const isNpm = /(?:^|[\\/])npm(?:\.cmd)?$/.test(words[0] ?? "") && !words.includes("--");
  return [...words, ...(isNpm ? ["--"] : []), ...filters];
}

/** Without the user's own filters, as far as they surely are filters: those before the first option. */
function ownOptions({ words, arguments: from }: Recognised): readonly string[] {
  const own = words.slice(from);
  const first = own.findIndex((word) => word.startsWith("-"));
  return first < 0 ? [] : own.slice(first);
}

function filterFor({ runner, words }: Recognised, file: string): string | undefined {
  const name = file.replace(/^(?:\.\.\/)+/, "");
  if (runner === "vitest") return name;
  if (runner !== "jest") return undefined;
  return words.includes("--runTestsByPath") ? file : name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
