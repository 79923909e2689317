import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { ran } from "./cases.cjs";

test("starts a runner of its own", () => {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status } = spawnSync(process.execPath, ["--test", "runner-inside.node-test.mjs"], {
    cwd: import.meta.dirname,
    env,
  });
  expect(status).toBe(0);
  ran("runner-inside.vitest.mjs", ["starts a runner of its own"]);
});
