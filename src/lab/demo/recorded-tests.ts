import { type Exchange, openTrace } from "../../wire/index.ts";

/** What one test has sent, or the set-up of its file. */
export interface RecordedTest {
  /** Absent where it is not known. */
  readonly file?: string;
  /** The test's id; absent for a file's set-up. */
  readonly test?: string;
  readonly exchanges: number;
  /** How often each operation was asked for, in the order in which they came. */
  readonly operations: Readonly<Record<string, number>>;
}

/** The exchanges of a trace by test: files in their order by name, the set-up of each first. */
export async function recordedTests(file: string): Promise<RecordedTest[]> {
  const exchanges: Exchange[] = [];
  await using trace = await openTrace(file);
  for await (const exchange of trace) exchanges.push(exchange);
  return [...Map.groupBy(exchanges, ({ by }) => by.test ?? by.file ?? "").values()]
    .map(recordedTest)
    .toSorted(
      (a, b) => compare(a.file, b.file) || Number(a.test !== undefined) - Number(b.test !== undefined),
    );
}

function recordedTest(exchanges: readonly Exchange[]): RecordedTest {
  const { file, test } = exchanges[0]?.by ?? {};
  const operations: Record<string, number> = {};
  for (const { operation } of exchanges) operations[operation] = (operations[operation] ?? 0) + 1;
  return {
    ...(file !== undefined && { file }),
    ...(test !== undefined && { test }),
    exchanges: exchanges.length,
    operations,
  };
}

function compare(a = "", b = ""): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
