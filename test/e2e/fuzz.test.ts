import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readFindings, type Side } from "../../src/fidelity/index.ts";
import { type LyingProxy, startLyingProxy } from "../integration/fidelity/lying-proxy.ts";
import { sideOf } from "../integration/opened-side.ts";
import { type Outcome, startTouchstone, touchstone } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-fuzz-"));
let emulator: Side;
let honest: Side;
let proxy: LyingProxy;
let liar: string;

/** An emulator that answers 201 where everybody else answers 200. */
beforeAll(async () => {
  [{ side: emulator }, { side: honest }] = await Promise.all([
    sideOf("azure-queue", "azurite"),
    sideOf("azure-queue", "azurite"),
  ]);
  const { origin, pathname } = new URL(emulator.endpoint);
  proxy = await startLyingProxy("azure-queue", origin);
  proxy.lies = {
    change: (operation, answer) =>
      operation === "Queue_GetProperties" && answer.status === 200 ? { ...answer, status: 201 } : answer,
  };
  liar = `${proxy.origin}${pathname}`;
});

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await Promise.all([emulator[Symbol.asyncDispose](), honest[Symbol.asyncDispose]()]);
  rmSync(folder, { recursive: true });
});

function run(...args: readonly string[]): Promise<Outcome> {
  return touchstone(args, "", { cwd: folder });
}

test("a difference is found, kept, and shown again by its id", async () => {
  const markdown = join(folder, "catalogue.md");
  const limits = ["--calls", "60", "--seed", "3", "--markdown", markdown, "--json"];

  const fuzzed = await run(
    "fuzz",
    "azure-queue",
    "--emulator",
    liar,
    "--reference",
    honest.endpoint,
    ...limits,
  );

  expect(fuzzed).toMatchObject({ code: 1 });
  const { findings, ...result } = JSON.parse(fuzzed.stdout);
  expect(result).toMatchObject({ service: "azure-queue", seed: 3, operations: { total: 18, reached: 18 } });
  expect(result.calls).toBeGreaterThanOrEqual(50);
  expect(findings).toEqual([
    expect.objectContaining({
      operation: "Queue_GetProperties",
      impact: "deployment-safety",
      manifestation: "response",
      emulator: expect.objectContaining({ status: 201, code: null }),
      reference: expect.objectContaining({ status: 200, code: null }),
    }),
  ]);
  const [{ id, sequence }] = findings;
  expect(sequence.map(({ operation }: { operation: string }) => operation)).toEqual([
    "Queue_Create",
    "Queue_GetProperties",
  ]);
  expect(readFileSync(join(folder, "touchstone-catalogue.json"), "utf8")).toContain(id);
  expect(readFileSync(markdown, "utf8")).toContain(`touchstone repro ${id}`);

  const again = await run("repro", id);
  const there = await run("repro", id, "--on", honest.endpoint);

  expect(again).toMatchObject({ code: 1, stdout: expect.stringContaining("201") });
  expect(there).toMatchObject({ code: 0, stdout: expect.stringContaining("200") });
});

test("what was found is kept, though the run is killed", async () => {
  const kept = join(folder, "killed.json");
  const args = ["--emulator", liar, "--reference", honest.endpoint, "--budget", "10m", "--catalogue", kept];
  const { child, outcome } = startTouchstone(["fuzz", "azure-queue", ...args], { cwd: folder });
  const told = Promise.withResolvers<string>();
  let said = "";
  child.stderr?.on("data", (text: string) => {
    said += text;
    const [, id] = /✗ (\S+)/.exec(said) ?? [];
    if (id !== undefined) told.resolve(id);
  });

  const id = await Promise.race([told.promise, outcome.then(({ stderr }) => stderr)]);
  child.kill("SIGKILL");
  await outcome;

  expect(id).toMatch(/^Queue_GetProperties-/);
  expect((await readFindings(kept)).map((finding) => finding.id)).toContain(id);
});

test.each([
  [["fuzz", "nothing"], "nothing is no service"],
  [["fuzz", "s3"], "--emulator TARGET"],
  [["fuzz", "s3", "--emulator", "s3rver", "--budget", "soon"], "--budget soon is no time"],
  [["fuzz", "s3", "--emulator", "s3rver", "--calls", "many"], "--calls many is no whole number"],
  [["fuzz", "s3", "--emulator", "s3rver", "--reference", "cloud"], "account"],
])("%j is refused with what to do", async (args, said) => {
  const { code, stderr } = await run(...args);

  expect(code).toBe(2);
  expect(stderr).toContain(said);
});
