import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "#runner": join(import.meta.dirname, "test/runner/vitest.ts") } },
  test: { include: ["test/*.test.ts"], testTimeout: 30_000, hookTimeout: 30_000 },
});
