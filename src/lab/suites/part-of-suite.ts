import { nearest, TouchstoneError } from "../../model/index.ts";
import type { Suite, SuiteRunOptions, SuiteTest } from "./suite.ts";

/**
 * A suite of which "all" is only the tests that are meant: the one of that very id, else those with it as a part of
 * theirs. Tests inside of tests, which not every runner can list, are known by the whole id.
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
  const around = tests.find(({ id }) => part.startsWith(`${id} > `));
  if (around !== undefined) return [insideOf(around, part)];
  const meant = nearest(
    part,
    tests.map(({ id }) => id),
  );
  throw new TouchstoneError("TS_NO_SUCH_TEST", `no test has ${JSON.stringify(part)} in its id`, {
    hint: meant === undefined ? `There are ${tests.length} tests.` : `Did you mean ${JSON.stringify(meant)}?`,
  });
}

/** A test that nobody has listed, inside of one that was. */
function insideOf({ id: parent, file, titles }: SuiteTest, id: string): SuiteTest {
  const own = id.slice(parent.length + " > ".length).replace(/ #\d+$/, "");
  return { id, file, titles: [...titles, ...own.split(" > ")] };
}
