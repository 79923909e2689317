import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { touchstone } from "./command.ts";

test("help lists every command, and each has a page with its flags and an example", async () => {
  const { code, stdout } = await touchstone(["--help"]);

  expect(code).toBe(0);
  for (const { name, summary } of commands)
    expect(stdout).toMatch(new RegExp(`^  ${name} +${RegExp.escape(summary)}$`, "m"));
  for (const { name, flags, examples } of commands) {
    const page = await touchstone([name, "--help"]);
    expect(page.code).toBe(0);
    for (const flag of flags) expect(page.stdout).toContain(`--${flag.name}`);
    expect(page.stdout).toContain(examples[0]);
  }
});

test.each([
  [["identfy"], "there is no command identfy; did you mean identify?"],
  [["identify", "--servce", "s3"], "there is no flag --servce; did you mean --service?"],
  [["operations", "blob"], "there is no service `blob`"],
  [["up"], "it is not said what to start"],
  [["up", "s3", "--port", "s3=0"], "--port s3=0 is not SERVICE=PORT"],
  [["up", "s3", "--port", "dynamodb=4567"], "--port dynamodb=4567 is for a service that is not started"],
  [["doctor", "please"], "doctor does not know what to do with please"],
  [["identify", "no-such-file.jsonl"], "there is no file no-such-file.jsonl"],
])("touchstone %j says what is wrong and exits with 2", async (args, message) => {
  const { code, stdout, stderr } = await touchstone(args);

  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("with --json an error is a document too", async () => {
  const wrong = await touchstone(["up", "blob", "--json"]);
  const missing = await touchstone(["identify", "no-such-file.jsonl", "--json"]);

  expect([wrong.code, missing.code]).toEqual([2, 2]);
  expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: "TS_TARGET" } });
  expect(JSON.parse(missing.stdout)).toMatchObject({ error: { code: "TS_NO_FILE" } });
});

test("without a command it shows the help and exits with 2; --version is the package's", async () => {
  expect(await touchstone([])).toMatchObject({
    code: 2,
    stdout: expect.stringContaining("usage: touchstone COMMAND"),
  });
  expect((await touchstone(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(JSON.parse((await touchstone(["--version", "--json"])).stdout)).toEqual({
    version: expect.any(String),
  });
});

test("doctor says what is there, what an SDK newer than the emulator means, and what is wrong with a config", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "touchstone.config.ts"), "export default { servces: {} };");

  const here = await touchstone(["doctor", "--json"]);
  const there = await touchstone(["doctor"], "", { cwd: folder });

  const { checks } = JSON.parse(here.stdout) as { checks: { name: string; state: string; detail: string }[] };
  const sdk = checks.find(({ name }) => name === "@azure/storage-blob");
  expect(here.code).toBe(0);
  expect(sdk?.detail).toMatch(
    /speaks API version \d{4}-\d\d-\d\d; azurite [\d.]+ knows up to \d{4}-\d\d-\d\d/,
  );
  expect(checks.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["Node", "npm", "azurite", "dynalite", "s3rver", "Java", "@azure/storage-blob"]),
  );
  expect(there.code).toBe(2);
  expect(there.stdout).toContain("`servces` (did you mean `services`?) is not known");
});

test("doctor says that a file is no cache, and that one cannot be written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-doctor-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "cache");
  writeFileSync(file, "");

  const plain = await touchstone(["doctor"], "", { env: { TOUCHSTONE_CACHE: file } });
  const below = await touchstone(["doctor"], "", { env: { TOUCHSTONE_CACHE: join(file, "below") } });

  expect(plain.stdout).toMatch(/^✗ cache +\S+cache is not a folder$/m);
  expect(below.stdout).toMatch(/^✗ cache +\S+below cannot be written$/m);
  expect(plain.stdout).toContain("fix: set TOUCHSTONE_CACHE to a folder that can be written");
});

test("completion scripts know every command, and bash offers flags and their values", async () => {
  for (const shell of ["bash", "zsh", "fish"]) {
    const { stdout } = await touchstone(["completion", shell]);
    for (const { name } of commands) expect(stdout).toContain(name);
  }
  const { stdout } = await touchstone(["completion", "bash"]);
  const offered = `${stdout}\nCOMP_WORDS=(touchstone identify --service azure-q); COMP_CWORD=3; _touchstone; echo "\${COMPREPLY[*]}"`;
  const ask = `${stdout}\nCOMP_WORDS=(touchstone identify --s); COMP_CWORD=2; _touchstone; echo "\${COMPREPLY[*]}"`;

  expect(execFileSync("bash", ["-c", ask], { encoding: "utf8" }).trim()).toBe("--service");
  expect(execFileSync("bash", ["-c", offered], { encoding: "utf8" }).trim()).toBe("azure-queue");
});

test("without Java, an emulator that needs it says so", async () => {
  const { code, stderr } = await touchstone(["up", "dynamodb=dynamodb-local"], "", {
    env: { PATH: "/nowhere" },
  });

  expect(code).toBe(2);
  expect(stderr).toContain("dynamodb-local needs Java 17 or newer, and there is no working java on the PATH");
});

/** A Node on the PATH that is too old, if there is one: on many machines there is. */
const oldNode = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .filter(existsSync)
  .find(
    (node) => Number(/^v(\d+)/.exec(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout)?.[1]) < 24,
  );

test.skipIf(oldNode === undefined)(
  "on an older Node (skipped where there is none) it says what it needs",
  () => {
    const bin = join(import.meta.dirname, "../../bin/touchstone.js");

    const { status, stderr } = spawnSync(oldNode ?? "", [bin, "--help"], { encoding: "utf8" });

    expect(status).toBe(2);
    expect(stderr).toContain("touchstone needs Node 24 or newer");
  },
);
