import type { RecordedTest } from "../lab/index.ts";

const titleWidth = 54;

/**
 * A line for each test: how many exchanges it had, and which operations, as many as fit. Files head their tests.
 *
 * @example
 * recordedTestsTable([{ file: "a.test.ts", test: "a.test.ts > adds", exchanges: 2, operations: { PutObject: 2 } }], 80);
 */
export function recordedTestsTable(tests: readonly RecordedTest[], width: number): string[] {
  const files = Map.groupBy(tests, ({ file }) => file ?? "no file");
  return [...files].flatMap(([file, own]) => [file, ...own.map((test) => row(test, file, width))]);
}

function row({ test, exchanges, operations }: RecordedTest, file: string, width: number): string {
  const title = cut(titleOf(test, file), titleWidth).padEnd(titleWidth);
  const start = `  ${title} ${String(exchanges).padStart(4)}  `;
  const counted = Object.entries(operations).map(([name, count]) =>
    count === 1 ? name : `${name} ×${count}`,
  );
  return start + asManyAsFit(counted, width - start.length);
}

function titleOf(test: string | undefined, file: string): string {
  if (test === undefined) return "(set-up)";
  return test.startsWith(`${file} > `) ? test.slice(file.length + 3) : test;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The first of them at least, and the number of those that are left out. */
function asManyAsFit(names: readonly string[], width: number): string {
  for (let shown = names.length; shown > 1; shown--) {
    const rest = names.length - shown;
    const text = names.slice(0, shown).join(", ") + (rest === 0 ? "" : `, and ${rest} more`);
    if (text.length <= width) return text;
  }
  const rest = names.length - 1;
  return (names[0] ?? "") + (rest > 0 ? `, and ${rest} more` : "");
}
