import { join } from "node:path";
import { createVitest } from "vitest/node";
import { withoutTelemetry } from "../src/lab/emulators/azurite.ts";
import { run } from "./run.ts";

const packages = join(import.meta.dirname, "../node_modules");

/**
 * Tests start emulators hundreds of times, and end them too suddenly to keep what Node has compiled of them: this loads the
 * dearest once, and lets it keep that for all.
 */
async function compileEmulators(): Promise<void> {
  const folder = join(packages, "azurite");
  const program = [
    `require("node:module").enableCompileCache(${JSON.stringify(join(packages, ".cache/compiled"))});`,
    `require(${JSON.stringify(join(folder, "dist/src/azurite.js"))});`,
    "process.exit();",
  ];
  await run("node", ["--import", withoutTelemetry({ folder }), "--eval", program.join("")]);
}

/** Runs all tests of what is built already, and prints `N passed, N failed, N skipped` at the end. Gives the exit code. */
export async function runTests(): Promise<number> {
  process.env["TOUCHSTONE_BUILT"] = "1";
  await compileEmulators();
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
