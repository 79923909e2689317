import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { alive, descendants } from "../processes.ts";
import { type Running, startTouchstone, touchstone } from "./command.ts";

interface Document {
  readonly targets: readonly {
    service: string;
    emulator: string;
    version: string;
    endpoint: string;
    env: Record<string, string>;
  }[];
}

function up(args: readonly string[]): Running {
  const running = startTouchstone(["up", ...args]);
  onTestFinished(() => void running.child.kill("SIGKILL"));
  return running;
}

test("prints one document when all are ready, stays up, and cleans up on Ctrl-C", async () => {
  const { child, outcome, document } = up(["azure-blob", "azure-queue", "s3", "--json"]);

  const { targets } = (await document()) as Document;
  const processes = descendants(child.pid ?? 0);
  const [blob, , s3] = targets;

  expect(targets.map(({ service, emulator }) => `${service} ${emulator}`)).toEqual([
    "azure-blob azurite",
    "azure-queue azurite",
    "s3 s3rver",
  ]);
  expect(new URL(blob?.endpoint ?? "").pathname).toBe("/devstoreaccount1");
  expect(blob?.env["AZURE_STORAGE_CONNECTION_STRING"]).toContain("QueueEndpoint=http://127.0.0.1:");
  expect((await fetch(`${blob?.endpoint.replace("https:", "http:")}?comp=list`)).status).toBe(403);
  expect((await fetch(s3?.endpoint ?? "")).status).toBeLessThan(500);

  child.kill("SIGINT");
  expect((await outcome).code).toBe(130);
  expect(processes.length).toBeGreaterThan(3);
  expect(alive(processes)).toEqual([]);
});

test("leaves no orphan when it is killed outright", async () => {
  const { child, outcome, document } = up(["dynamodb", "s3", "--json"]);
  await document();
  const processes = descendants(child.pid ?? 0);

  child.kill("SIGKILL");
  await outcome;

  expect(processes.length).toBeGreaterThan(3);
  await expect.poll(() => alive(processes), { timeout: 10_000 }).toEqual([]);
});

test("says on stderr that an emulator crashed, and serves again on the same endpoint", async () => {
  const { child, document } = up(["s3", "--json"]);
  const { targets } = (await document()) as Document;
  let said = "";
  child.stderr?.on("data", (text: string) => {
    said += text;
  });
  const emulator = descendants(child.pid ?? 0).at(-1) ?? 0;

  process.kill(emulator, "SIGKILL");

  await expect.poll(() => said, { timeout: 30_000 }).toContain("s3rver runs again");
  expect(said).toContain("s3rver crashed (ended by SIGKILL)");
  expect((await fetch(targets[0]?.endpoint ?? "")).status).toBeLessThan(500);
});

test("runs a command with the variables set while the emulators run, and takes its exit code", async () => {
  const program = `
    const answer = async () => (await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB)).status;
    const first = await answer();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    console.log(JSON.stringify([first, await answer(), process.env.AWS_SESSION_TOKEN ?? null, process.argv.slice(1)]));
    process.exit(7)`;
  const command = [process.execPath, "--input-type=module", "-e", program, "--", "--json"];

  const { code, stdout } = await touchstone(["up", "dynamodb", "--", ...command], "", {
    env: { AWS_SESSION_TOKEN: "mine" },
  });

  expect(JSON.parse(stdout)).toEqual([200, 200, null, ["--json"]]);
  expect(code).toBe(7);
});

test("says that a command cannot be run, and stops what it started", async () => {
  const { code, stderr } = await touchstone(["up", "s3", "--", "no-such-command"]);

  expect(code).toBe(2);
  expect(stderr).toContain("no-such-command cannot be run");
});

test("gives up starting on Ctrl-C, at once", async () => {
  const { child, outcome } = up(["azurite", "s3"]);
  await expect.poll(() => descendants(child.pid ?? 0).length, { timeout: 30_000 }).toBeGreaterThan(1);
  const processes = descendants(child.pid ?? 0);

  child.kill("SIGINT");

  expect((await outcome).code).toBe(130);
  expect(alive(processes)).toEqual([]);
});

test("prints variables ready to paste", async () => {
  const running = up(["s3"]);
  let text = "";
  running.child.stdout?.on("data", (chunk: string) => {
    text += chunk;
  });

  await expect.poll(() => text, { timeout: 30_000 }).toMatch(/export AWS_DEFAULT_REGION=us-east-1\n/);
  const [line = ""] = /export AWS_ENDPOINT_URL_S3=\S+/.exec(text) ?? [];
  expect(
    spawnSync("bash", ["-c", `${line}; echo $AWS_ENDPOINT_URL_S3`], { encoding: "utf8" }).stdout,
  ).toMatch(/^http:\/\/127/);
  running.child.kill("SIGTERM");
  expect((await running.outcome).code).toBe(130);
});
