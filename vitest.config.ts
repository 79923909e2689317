import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { DearestFirst } from "./test/dearest-first.ts";

// `import`, `require` and `default` go by themselves; named here, `import` would be taken for `require` too.
const conditions = ["touchstone-source", "node"];
const cache = join(import.meta.dirname, "node_modules/.cache");

/** One kind of test: what it may take differs, the set-up does not. */
function project(name: string, testTimeout: number) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`test/${name}/**/*.test.ts`],
      testTimeout,
      hookTimeout: testTimeout,
    },
  };
}

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    pool: "forks",
    // Files share the modules that they import: to load them anew for each took longer than most tests.
    isolate: false,
    // Most tests wait for processes that they have started: one worker a core is not too many.
    maxWorkers: "100%",
    sequence: { sequencer: DearestFirst },
    env: {
      TOUCHSTONE_CACHE: join(cache, "touchstone"),
      // Every process that a test starts finds its modules compiled.
      NODE_COMPILE_CACHE: join(cache, "compiled"),
    },
    execArgv: ["--conditions=touchstone-source"],
    projects: [project("unit", 30_000), project("integration", 120_000), project("e2e", 180_000)],
  },
});
