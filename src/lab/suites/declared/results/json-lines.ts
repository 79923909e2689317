import type { ReportedTest } from "./reported-test.ts";

/** Every line that is a JSON object; runners print other lines too. */
export function jsonLines(text: string): unknown[] {
  return text.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith("{")) return [];
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });
}

/** Results as lines of `{ name, status, ms?, message? }`. */
export function readJsonLines(text: string): ReportedTest[] {
  return jsonLines(text).filter(isReported);
}

function isReported(value: unknown): value is ReportedTest {
  const { name, status } = value as Partial<ReportedTest>;
  return typeof name === "string" && (status === "passed" || status === "failed" || status === "skipped");
}
