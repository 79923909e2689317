import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readFindings, type Side } from "../../src/fidelity/index.ts";
import { startHangingRelay } from "../integration/fidelity/hanging-relay.ts";
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

test("what was found is told, though the catalogue cannot be written any more", async () => {
  const gone = mkdtempSync(join(folder, "gone-"));
  const kept = join(gone, "catalogue.json");
  const { lies } = proxy;
  proxy.lies = {
    change: (operation, answer, path) => {
      rmSync(gone, { recursive: true, force: true });
      return lies.change?.(operation, answer, path) ?? answer;
    },
  };
  onTestFinished(() => {
    proxy.lies = lies;
  });
  const args = ["--emulator", liar, "--reference", honest.endpoint, "--calls", "60", "--seed", "3"];

  const { code, stdout, stderr } = await run("fuzz", "azure-queue", ...args, "--catalogue", kept);

  expect(stdout).toContain("1 finding ·");
  expect(stdout).not.toContain("kept in");
  expect(stderr).toMatch(/! .*catalogue\.json cannot be written: .*; Touchstone tries again at the end/);
  expect(stderr).toMatch(/✗ .*catalogue\.json cannot be written/);
  expect(code).toBe(2);
});

test("a run that is interrupted says so with what it has found", async () => {
  const kept = join(folder, "interrupted.json");
  const args = ["--emulator", liar, "--reference", honest.endpoint, "--budget", "10m", "--catalogue", kept];
  const { child, outcome } = startTouchstone(["fuzz", "azure-queue", ...args, "--json"], { cwd: folder });
  child.stderr?.on("data", (text: string) => {
    if (text.includes("✗ Queue_GetProperties-")) child.kill("SIGINT");
  });

  const { code, stdout } = await outcome;

  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({
    interrupted: true,
    findings: [{ operation: "Queue_GetProperties" }],
  });
});

test("a run that is interrupted does not wait for somebody who answers nothing, and tells what is left there", async () => {
  const { origin, pathname } = new URL(emulator.endpoint);
  await using relay = await startHangingRelay(origin);
  const target = `${relay.origin}${pathname}`;
  const args = ["--emulator", target, "--reference", honest.endpoint, "--budget", "10m"];
  const { child, outcome } = startTouchstone(["fuzz", "azure-queue", ...args], { cwd: folder });
  await vi.waitUntil(() => relay.answered > 100, { timeout: 20_000 });
  relay.hang();
  child.kill("SIGINT");

  const { code, stderr } = await outcome;

  expect(code).toBe(130);
  expect(stderr).toMatch(/! the queue \S+ is left on azure-queue: nothing is answered there any more/);
});

const blobs = ["fuzz", "azure-blob", "--emulator", "azurite"];
const buckets = ["fuzz", "s3", "--emulator", "s3rver"];

test.each([
  [["fuzz", "nothing"], "nothing is not a service; the services are azure-blob,"],
  [["fuzz"], "SERVICE is missing; one of azure-blob,"],
  [["fuzz", "s3", "dynamodb"], "fuzz does not take the argument dynamodb"],
  [["fuzz", "s3", "--emulator", "contrcts"], "there is no emulator `contrcts`"],
  [["fuzz", "s3", "--emulator", "contracts"], "--emulator contracts cannot be fuzzed"],
  [["fuzz", "s3", "--emulator", "cloud"], "--emulator s3rver --reference cloud"],
  [["fuzz", "s3", "--emulator", "cloud", "--reference", "cloud.jsonl"], "--emulator cloud cannot be fuzzed"],
  [["fuzz", "s3", "--emulator", "azurite"], "azurite does not emulate s3"],
  [[...buckets, "--budget", "soon"], "--budget must be a time such as 90s, 5m or 1h, not soon"],
  [[...buckets, "--budget", "0s"], "--budget must be longer than 0, not 0s"],
  [[...buckets, "--budget", "-5m"], "--budget must be a time such as 90s, 5m or 1h, not -5m"],
  [[...buckets, "--calls", "many"], "--calls must be a whole number from 0 to 999999999, not many"],
  [[...buckets, "--calls", "0"], "--calls must be at least 1"],
  [[...buckets, "--calls", "-3"], "--calls must be a whole number from 0 to 999999999, not -3"],
  [[...buckets, "--reference", "cloud"], "the config names no account for s3"],
  [[...blobs, "--reference", "contrcts"], "did you mean contracts?"],
  [[...blobs, "--reference", "nobody"], "there is no emulator `nobody`"],
  [[...blobs, "--reference", "s3rver"], "s3rver does not emulate azure-blob"],
  [[...blobs, "--reference", "http://127.0.0.1:1/acme"], "there is no key for http://127.0.0.1:1/acme"],
  [[...buckets, "--reference", "http://127.0.0.1:1"], "nothing answers at http://127.0.0.1:1"],
  [[...buckets, "--reference", "http://192.0.2.1"], "192.0.2.1 is not this machine"],
  [[...blobs, "--reference", "nowhere.jsonl"], "nowhere.jsonl"],
  [[...blobs, "--markdown", "nowhere/catalogue.md"], "nowhere/catalogue.md cannot be written"],
  [[...blobs, "--markdown", "."], "it is a folder"],
  [[...blobs, "--catalogue", "nowhere/catalogue.json"], "nowhere/catalogue.json cannot be written"],
])("%j is refused with what to do, before anything is started", async (args, said) => {
  const { code, stdout, stderr } = await run(...args);

  expect(code).toBe(2);
  expect(stderr).toContain(said);
  expect(stderr).not.toMatch(/starting|something went wrong inside/);
  expect(stdout).toBe("");
});

test("what was found is told, though it cannot be written down at the end", async () => {
  const gone = mkdtempSync(join(folder, "gone-"));
  const args = ["--emulator", liar, "--reference", honest.endpoint, "--calls", "40", "--seed", "3"];
  const markdown = join(gone, "catalogue.md");
  const { child, outcome } = startTouchstone(["fuzz", "azure-queue", ...args, "--markdown", markdown], {
    cwd: folder,
  });
  child.stderr?.once("data", () => rmSync(gone, { recursive: true }));

  const { code, stdout, stderr } = await outcome;

  expect(stdout).toContain("1 finding ·");
  expect(stderr).toContain(`${markdown} cannot be written`);
  expect(stderr).not.toContain("something went wrong inside");
  expect(code).toBe(2);
});
