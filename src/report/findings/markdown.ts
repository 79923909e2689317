/** A text as code, whatever backticks and line breaks it has. */
export function code(text: string): string {
  const line = text.replaceAll(/\s*[\r\n]+\s*/g, " ");
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const pad = line.startsWith("`") || line.endsWith("`") || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** A text of somebody else on one line, in which nothing is taken for a mark. */
export function literal(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_[\]<>|#~]/g, "\\$&");
}

/** A table; the first column to the left, all others to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, at) => (at === 0 ? "---" : "--:"));
  return [line(head), line(rule), ...rows.map(line)];
}
