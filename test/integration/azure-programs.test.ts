import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import type { ServiceName } from "../../src/clouds/index.ts";
import { Lab, parseServiceTargets } from "../../src/lab/index.ts";

async function start(service: ServiceName): Promise<Lab> {
  const wanted = parseServiceTargets(service, () => undefined);
  const lab = await Lab.start(wanted, { cwd: process.cwd() });
  onTestFinished(() => lab[Symbol.asyncDispose]());
  return lab;
}

async function run(program: string, { env }: Lab): Promise<unknown> {
  const file = join(import.meta.dirname, "programs", program);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { ...process.env, ...env } });
  return JSON.parse(stdout) as unknown;
}

test("a program with a token credential is served over HTTPS, trusting what the variables name", async () => {
  const lab = await start("azure-blob");

  const outcome = await run("token-client.ts", lab);

  expect(lab.targets[0]?.endpoint).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/devstoreaccount1$/);
  expect(outcome).toEqual({ exists: true, signedService: "b" });
});

test("tables are reached by the connection string with an option, and by the endpoint without", async () => {
  const lab = await start("azure-table");

  const outcome = await run("table-client.ts", lab);

  expect(outcome).toEqual({
    connectionString: "created",
    connectionStringAlone: "Cannot connect to URL while allowInsecureConnection is false.",
    endpoint: "created",
  });
});
