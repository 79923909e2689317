import { stripVTControlCharacters } from "node:util";

/** A text on one line: what would move the cursor or colour the terminal is written out. */
export function oneLine(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("\\\\", "\\")
    .replaceAll("\u007f", "\\u007f");
}

/** Shortened to a width, with dots at the end. */
export function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** Shortened to a width, with dots in the middle: where beginning and end tell most. */
export function cutMiddle(text: string, width: number): string {
  const characters = [...text];
  if (characters.length <= width) return text;
  const kept = Math.max(0, width - 1);
  const head = Math.ceil(kept / 2);
  return `${characters.slice(0, head).join("")}…${characters.slice(characters.length - kept + head).join("")}`;
}

/** Filled up to a width; what has colours counts by what is seen of it. */
export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** Words on lines of a width; a word that is longer has a line for itself. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** A label, and beside it a text that may take several lines. */
export function labelled(
  label: string,
  text: string,
  options: { indent: number; label: number; width: number },
): string[] {
  const start = options.indent + options.label;
  const lines = wrap(text, options.width - start);
  return lines.map(
    (line, at) =>
      (at === 0 ? " ".repeat(options.indent) + padEnd(label, options.label) : " ".repeat(start)) + line,
  );
}

/** Somebody else's text behind a line, so that nothing in it begins a line of ours; colours are taken out. */
export function quoted(
  text: string,
  { lines, width, gutter }: { lines: number; width: number; gutter: string },
): string[] {
  const all = stripVTControlCharacters(text)
    .replace(/\s+$/, "")
    .split(/\r\n|\r|\n/);
  const shown = all
    .slice(0, lines)
    .map((line) => `${gutter}${cut(oneLine(line.replaceAll("\t", "  ")), width - widthOf(gutter))}`);
  const rest = all.length - shown.length;
  return rest === 0 ? shown : [...shown, `${gutter}… and ${counted(rest, "more line")}`];
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/** Cells under each other: the first columns to the left, all others to the right. */
export function table(
  rows: readonly (readonly string[])[],
  { indent, left = 1 }: { indent: number; left?: number },
): string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...rows.map((row) => widthOf(row[at] ?? ""))),
  );
  return rows.map((row) => {
    const cells = row.map((cell, at) => (at < left ? padEnd : padStart)(cell, widths[at] ?? 0));
    return `${" ".repeat(indent)}${cells.join("  ")}`.trimEnd();
  });
}
