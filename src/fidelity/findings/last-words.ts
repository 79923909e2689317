import { Redactor } from "../../wire/index.ts";
import { cutText } from "../cut-text.ts";
import { tidyText } from "./tidy-text.ts";

const redactor = new Redactor();

const longest = 200;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it
const colours = /\u001b\[[\d;]*m/g;

/** What differs from run to run in what a process says at its end, and what stands for it. */
const ownOfARun: readonly (readonly [RegExp, string])[] = [
  // A signature may have slashes in it, and is no path: it ends as base64 does.
  [/[A-Za-z0-9+/]{40,}={1,2}(?![\w=])/g, "…"],
  // What was installed is the same everywhere, wherever it lies.
  [/(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s'"()]*[\\/])?node_modules[\\/]/g, "node_modules/"],
  // Of what an emulator keeps, what is inside of our folder tells something.
  [/[^\s'"()]*[\\/]touchstone-[^\s'"()\\/]+[\\/](?:data-[^\s'"()\\/]+[\\/])?/g, "…/"],
  [/(?:file:\/\/)?(?<![…\w.~:)\]}*>-])(?:[A-Za-z]:)?(?:[\\/][^\s'"()\\/:]+)+[\\/]/g, "…/"],
  [/\b0x[0-9a-f]{4,}\b/gi, "0x…"],
  [/\[\d+:0x…\]/g, "[…]"],
  [/==\d+==/g, "==…=="],
  [/\b(?=[a-f]*\d)[0-9a-f]{16,}\b/g, "<id>"],
  [/[A-Za-z0-9+=%]{40,}/g, "…"],
  [/\b(pid|port|process)\b(["']?[ :=#]+)\d+/gi, "$1$2…"],
];

/** The last words of a process as they are in each run: without secrets, ports, ids, folders and addresses of memory. */
export function tidyLastWords(lines: readonly string[]): readonly string[] {
  return lines
    .map((line) => redactor.text(line.replace(colours, "")))
    .map((line) => ownOfARun.reduce((text, [own, ours]) => text.replace(own, ours), line))
    .map((line) => cutText(tidyText(line).trimEnd(), longest))
    .filter((line) => line !== "");
}
