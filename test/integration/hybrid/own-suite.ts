import type { Suite, SuiteTest, TestResult } from "../../../src/lab/index.ts";

/** What a test of an own runner gets: the variables by which it finds its services. */
export type OwnTest = (env: Readonly<Record<string, string>>) => Promise<void>;

/** A runner as a team may have one: functions, one after the other, each with ports of its own. */
export function ownSuite(tests: Readonly<Record<string, OwnTest>>): Suite {
  const listed = Object.keys(tests).map((id): SuiteTest => ({ id, file: "own", titles: [id] }));
  return {
    runner: "own",
    tier: 3,
    list: async () => listed,
    async run(selection, { envOf, env, onResult }) {
      const wanted = selection === "all" ? listed : selection;
      const results: TestResult[] = [];
      for (const test of wanted) {
        const own = (await envOf?.(test)) ?? env;
        const result = await outcome(test.id, () => tests[test.id]?.(own));
        results.push(result);
        onResult?.(result);
      }
      return { exitCode: results.some(({ status }) => status === "failed") ? 1 : 0, results, tests: wanted };
    },
  };
}

async function outcome(id: string, run: () => Promise<void> | undefined): Promise<TestResult> {
  try {
    await run();
    return { id, status: "passed" };
  } catch (error) {
    return { id, status: "failed", message: String(error) };
  }
}
