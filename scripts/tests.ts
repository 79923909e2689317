import { createVitest } from "vitest/node";

/** Runs all tests and prints `N passed, N failed, N skipped` at the end. Gives the exit code. */
export async function runTests(): Promise<number> {
  const vitest = await createVitest("test", { run: true, watch: false });
  await vitest.start();
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()]);
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 };
  for (const test of tests) counts[test.result().state]++;
  for (const test of tests.filter((test) => test.result().state === "skipped"))
    console.log(`skipped: ${test.fullName}`);
  const brokenFiles = vitest.state.getTestModules().filter((module) => module.errors().length > 0).length;
  const unhandled = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  const failed = counts.failed + counts.pending + brokenFiles + unhandled;
  console.log(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`);
  return failed === 0 && counts.passed > 0 ? 0 : 1;
}
