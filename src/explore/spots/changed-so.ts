import { isStructure } from "./spots.ts";
import { textChanges } from "./text-changes.ts";

/** Longer texts are only looked at from their start: there are too many ways to take something out of them. */
const longest = 40;

/** Whether a value, plainer than it was, is still what something becomes by that change. */
export function isChangedSo(how: string, now: unknown, before: unknown): boolean {
  if (typeof now === "string") {
    const put = /^with (.)$/s.exec(how)?.[1];
    if (put !== undefined) return now.includes(put);
    return originalsOf(now).some((original) =>
      textChanges(original).some((change) => change.how === how && change.value === now),
    );
  }
  // Lists and maps are changed as a whole: what is plainer inside of them does not matter to that.
  const [names, wereNames] = [namesIn(now), namesIn(before)];
  return names !== undefined && names === wereNames;
}

/** Texts that this one may have been made of: less of it, or the same in small letters. */
function originalsOf(text: string): readonly string[] {
  const starts = Array.from({ length: Math.min(text.length, longest) }, (_, end) => text.slice(0, end));
  if (text.length > longest) return starts;
  const parts = starts.flatMap((start) =>
    Array.from(
      { length: text.length - start.length },
      (_, more) => start + text.slice(start.length + more + 1),
    ),
  );
  return [...new Set([...parts, text.toLowerCase(), text.toUpperCase()])];
}

function namesIn(value: unknown): string | undefined {
  return Array.isArray(value) || isStructure(value) ? JSON.stringify(Object.keys(value)) : undefined;
}
