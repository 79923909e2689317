import type { ReportedTest } from "./reported-test.ts";

const point = /^(not )?ok\b(?:\s+\d+)?(?:\s*-)?\s*(.*)$/;

/** The tests of a TAP report, versions 12 to 14, but for those inside of others, which are indented. */
export function readTap(text: string): ReportedTest[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, at): ReportedTest[] => {
    const [match, not, described = ""] = point.exec(line) ?? [];
    if (match === undefined) return [];
    const { name, directive } = parted(described);
    const details = diagnostics(lines, at + 1);
    if (directive === undefined && not === undefined) return [{ name, status: "passed", ...timeIn(details) }];
    if (directive !== undefined) return [{ name, status: "skipped" }];
    return [{ name, status: "failed", ...timeIn(details), message: messageIn(details) || "not ok" }];
  });
}

/** `# SKIP` and `# TODO` stand behind a hash that is not escaped. */
function parted(described: string): { name: string; directive?: string } {
  const [match, before = "", directive] = /^(.*?)(?<!\\)#\s*(skip|todo)\b.*$/i.exec(described) ?? [];
  const name = (match === undefined ? described : before).trim().replace(/\\([\\#])/g, "$1");
  return directive === undefined ? { name } : { name, directive };
}

/** The lines that belong to a test point: a YAML block, or comments. */
function diagnostics(lines: readonly string[], from: number): string[] {
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => !/^(?:\s|#)/.test(line));
  return end < 0 ? rest : rest.slice(0, end);
}

function messageIn(details: readonly string[]): string {
  for (const [at, line] of details.entries()) {
    const [, indent = "", value] = /^(\s+)(?:message|error):\s*(.*)$/.exec(line) ?? [];
    if (value === undefined) continue;
    return /^[|>][+-]?$/.test(value) ? blockAt(details, at + 1, indent.length) : unquoted(value);
  }
  return details
    .filter((line) => line.startsWith("#"))
    .map((line) => line.replace(/^#\s?/, ""))
    .join("\n");
}

function blockAt(lines: readonly string[], from: number, indent: number): string {
  const rest = lines.slice(from);
  const end = rest.findIndex((line) => line.trim() !== "" && line.search(/\S/) <= indent);
  return (end < 0 ? rest : rest.slice(0, end))
    .map((line) => line.trim())
    .join("\n")
    .trim();
}

function unquoted(value: string): string {
  return value.trim().replace(/^(["'])(.*)\1$/, "$2");
}

function timeIn(details: readonly string[]): { ms?: number } {
  for (const line of details) {
    const [, value] = /^\s+duration_ms:\s*([\d.]+)/.exec(line) ?? [];
    if (value !== undefined) return { ms: Number(value) };
  }
  return {};
}
