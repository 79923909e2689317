import { tidyText } from "./tidy-text.ts";

const longest = 200;

/** What differs from run to run in what a process says at its end, and what stands for it. */
const ownOfARun: readonly (readonly [RegExp, string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it
  [/\u001b\[[\d;]*m/g, ""],
  // What was installed is the same everywhere, wherever it lies.
  [/(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s'"()]*[\\/])?node_modules[\\/]/g, "node_modules/"],
  // Of what an emulator keeps, what is inside of our folder tells something.
  [/[^\s'"()]*[\\/]touchstone-[^\s'"()\\/]+[\\/](?:data[\\/])?/g, "…/"],
  [/(?:file:\/\/)?(?<![…\w.~:)\]}*>-])(?:[A-Za-z]:)?(?:[\\/][^\s'"()\\/:]+)+[\\/]/g, "…/"],
  [/\b0x[0-9a-f]{4,}\b/gi, "0x…"],
  [/\[\d+:0x…\]/g, "[…]"],
  [/==\d+==/g, "==…=="],
  [/\b(?=[a-f]*\d)[0-9a-f]{16,}\b/g, "<id>"],
  [/[A-Za-z0-9+=%]{40,}/g, "…"],
  [/\b(pid|port|process)\b(["']?[ :=#]+)\d+/gi, "$1$2…"],
];

/** The last words of a process as they are in each run: without ports, ids, folders and addresses of memory. */
export function tidyLastWords(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => ownOfARun.reduce((text, [own, ours]) => text.replace(own, ours), line))
    .map((line) => {
      const tidy = tidyText(line).trimEnd();
      return tidy.length > longest ? `${tidy.slice(0, longest - 1)}…` : tidy;
    })
    .filter((line) => line !== "");
}
