import { join } from "node:path";
import { defineConfig } from "vitest/config";

// The tests are written for `node:test` and for Vitest alike: what they use of their runner is exchanged here.
export default defineConfig({
  resolve: { alias: { "./runner.ts": join(import.meta.dirname, "test/vitest-runner.ts") } },
  test: { include: ["test/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 },
});
