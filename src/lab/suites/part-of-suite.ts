import { nearest, TouchstoneError } from "../../model/index.ts";
import type { Suite, SuiteRunOptions, SuiteTest } from "./suite.ts";

/**
 * A suite of which "all" is only the tests that are meant: the one of that very id, else those with it as a part of
 * theirs, else the one inside of which it is, as tests inside of tests are not listed by every runner.
 *
 * @example
 * const { tests } = await partOfSuite(suiteOf(command, cwd), "albums > lists photos").run("all", options);
 */
export function partOfSuite(suite: Suite, part: string): Suite {
  const list = async ({ onOutput: _, onResult: __, ...quiet }: SuiteRunOptions) =>
    meantBy(part, await suite.list(quiet));
  return {
    ...suite,
    list,
    run: async (selection, options) =>
      await suite.run(selection === "all" ? await list(options) : selection, options),
  };
}

function meantBy(part: string, tests: readonly SuiteTest[]): readonly SuiteTest[] {
  const exact = tests.filter(({ id }) => id === part);
  if (exact.length > 0) return exact;
  const found = tests.filter(({ id }) => id.includes(part));
  if (found.length > 0) return found;
  const around = tests.filter(({ id }) => part.startsWith(`${id} > `));
  if (around.length > 0) return around;
  const meant = nearest(
    part,
    tests.map(({ id }) => id),
  );
  throw new TouchstoneError("TS_NO_SUCH_TEST", `no test has ${JSON.stringify(part)} in its id`, {
    hint: meant === undefined ? `There are ${tests.length} tests.` : `Did you mean ${JSON.stringify(meant)}?`,
  });
}
