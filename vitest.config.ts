import { join } from "node:path";
import { defineConfig } from "vitest/config";

// `import`, `require` and `default` go by themselves; named here, `import` would be taken for `require` too.
const conditions = ["touchstone-source", "node"];

/** One kind of test: what it may take differs, the set-up does not. */
function project(name: string, testTimeout: number, fileParallelism = true) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      testTimeout,
      hookTimeout: testTimeout,
      fileParallelism,
    },
  };
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    // Most tests wait for processes that they have started: one worker a core is not too many.
    maxWorkers: "100%",
    env: { TOUCHSTONE_CACHE: join(import.meta.dirname, "node_modules/.cache/touchstone") },
    execArgv: ["--conditions=touchstone-source"],
    projects: [project("unit", 30_000), project("integration", 120_000), project("e2e", 180_000)],
  },
});
