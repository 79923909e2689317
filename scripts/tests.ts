import { createVitest } from "vitest/node";

/** Runs all tests and prints `N passed, N failed, N skipped` at the end. Gives the exit code. */
export async function runTests(): Promise<number> {
  const vitest = await createVitest("test", { run: true, watch: false });
  await vitest.start();
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of vitest.state.getTestModules()) {
    for (const { result } of [...module.children.allTests()].map((test) => ({ result: test.result() }))) {
      if (result.state === "passed" || result.state === "failed" || result.state === "skipped")
        counts[result.state]++;
    }
  }
  const brokenFiles = vitest.state.getTestModules().filter((module) => module.errors().length > 0).length;
  const unhandled = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  const failed = counts.failed + brokenFiles + unhandled;
  console.log(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`);
  return failed === 0 && counts.passed > 0 ? 0 : 1;
}
