import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { Lab, parseServiceTargets } from "../../src/lab/index.ts";

test("a program with a token credential is served over HTTPS, trusting what the variables name", async () => {
  const lab = await Lab.start(
    parseServiceTargets("azure-blob", () => undefined),
    { cwd: process.cwd() },
  );
  onTestFinished(() => lab[Symbol.asyncDispose]());

  const program = join(import.meta.dirname, "programs/token-client.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [program], {
    env: { ...process.env, ...lab.env },
  });

  expect(lab.targets[0]?.endpoint).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/devstoreaccount1$/);
  expect(JSON.parse(stdout)).toEqual({ exists: true, signedService: "b" });
});
