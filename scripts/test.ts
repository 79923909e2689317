import { run } from "./run.ts";
import { runTests } from "./tests.ts";

/** Everything needed to trust the repo, cheapest first. Ends with the counts on a line of their own. */
const checks: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ["types", "tsc", "-p", "."],
  ["lint and format", "biome", "ci", "--error-on-warnings", "."],
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
  ["import directions", "node", "scripts/check-rooms.ts"],
  ["unused code", "knip"],
  ["generated docs", "node", "scripts/docs.ts", "--check"],
  ["build and exports", "node", "scripts/build.ts"],
];

for (const [name, command, ...args] of checks) {
  const started = Date.now();
  const { code, output } = await run(command, args);
  console.log(`${code === 0 ? "✓" : "✗"} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (code === 0) continue;
  console.error(output);
  process.exit(1);
}

process.exit(await runTests());
