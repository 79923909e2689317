import { availableParallelism } from "node:os";
import { run } from "./run.ts";
import { runTests } from "./tests.ts";

type Check = readonly [name: string, command: string, ...args: string[]];

/** Everything needed to trust the repo, besides the tests: those that take longest first. They run at once. */
const checks: readonly Check[] = [
  ["types", "tsc", "-p", "."],
  [
    "promises",
    "oxlint",
    "--type-aware",
    "--deny-warnings",
    "src",
    "bin",
    "scripts",
    "bench",
    "test",
    "examples",
  ],
  ["lint and format", "biome", "ci", "--error-on-warnings", "."],
  ["unused code", "knip"],
  ["generated docs", "node", "scripts/docs.ts", "--check"],
  ["import directions", "node", "scripts/check-rooms.ts"],
];

/** It writes what others would read. */
const build: Check = ["build and exports", "node", "scripts/build.ts"];

async function isFine([name, command, ...args]: Check): Promise<boolean> {
  const started = Date.now();
  const { code, output } = await run(command, args);
  console.log(`${code === 0 ? "✓" : "✗"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.error(output);
  return code === 0;
}

/** Performs them, a few at once; after one that fails none is begun. */
async function areFine(all: readonly Check[]): Promise<boolean> {
  const waiting = all.values();
  let fine = true;
  const work = async () => {
    for (const check of waiting) {
      if (!(await isFine(check))) fine = false;
      if (!fine) return;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return fine;
}

// The tests' own output ends with the counts, on a line of their own.
const isReady = (await areFine(checks)) && (await isFine(build));
process.exit(isReady ? await runTests() : 1);
