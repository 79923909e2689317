import { expect, onTestFinished, test } from "vitest";
import { type Running, startTouchstone, touchstone } from "./command.ts";
import { projectWithMortalEmulator } from "./little-project.ts";

function start(args: readonly string[]): Running {
  const running = startTouchstone(args, { cwd: projectWithMortalEmulator() });
  onTestFinished(() => void running.child.kill("SIGKILL"));
  return running;
}

test("an emulator that cannot be started again ends up, with why and with 2", async () => {
  const { outcome, document } = start(["up", "s3", "--json"]);
  const { targets } = (await document()) as { targets: { endpoint: string }[] };

  await fetch(`${targets[0]?.endpoint}/die`);
  const { code, stdout, stderr } = await outcome;

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toEqual({ targets });
  expect(stderr).toContain(
    "✗ s3rver crashed and does not start any more\n  s3rver ended with code 3 while starting\n  Its last words:\n  no second life",
  );
});

test("the command behind -- is stopped when its emulator is lost", async () => {
  const program = `
    process.on("SIGTERM", () => { console.log("asked to stop"); process.exit(0); });
    setInterval(() => {}, 1000);
    await fetch(process.env.AWS_ENDPOINT_URL_S3 + "/die");`;
  const command = [process.execPath, "--input-type=module", "-e", program];

  const { code, stdout, stderr } = await touchstone(["up", "s3", "--", ...command], "", {
    cwd: projectWithMortalEmulator(),
  });

  expect({ code, stdout }).toEqual({ code: 2, stdout: "asked to stop\n" });
  expect(stderr).toContain("s3rver crashed and does not start any more");
});

test("the command behind -- keeps its own exit code when it ends before that", async () => {
  const program = `await fetch(process.env.AWS_ENDPOINT_URL_S3 + "/die"); process.exit(5);`;
  const command = [process.execPath, "--input-type=module", "-e", program];

  const { code } = await touchstone(["up", "s3", "--", ...command], "", { cwd: projectWithMortalEmulator() });

  expect(code).toBe(5);
});
