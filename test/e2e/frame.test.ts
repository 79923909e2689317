import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Command } from "../../src/cli/command.ts";
import { allCommands } from "../../src/cli/commands.ts";
import { touchstone } from "./command.ts";

const commands = await allCommands();

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

test("whoever asks for help as for a command gets the same", async () => {
  const [asked, page] = await Promise.all([touchstone(["help", "fuzz"]), touchstone(["fuzz", "--help"])]);
  const [all, overview] = await Promise.all([touchstone(["help"]), touchstone(["--help"])]);

  expect(asked).toEqual(page);
  expect(all).toEqual(overview);
});

test.each([
  [["identfy"], "there is no command identfy; did you mean identify?"],
  [["identify", "--servce", "s3"], "there is no flag --servce; did you mean --service?"],
  [["operations", "blob"], "there is no service `blob`"],
  [["up"], "there is nothing to start"],
  [["up", "s3", "--port", "s3=0"], "--port must be SERVICE=PORT, not s3=0"],
  [["up", "s3", "--port", "dynamodb=4567"], "--port dynamodb=4567 names a service that is not started"],
  [["doctor", "please"], "doctor does not take the argument please"],
  [["up", "--config", "no-such-config.ts"], "there is no config file no-such-config.ts"],
  [["identify", "no-such-file.jsonl"], "there is no file no-such-file.jsonl"],
])("touchstone %j says what is wrong and exits with 2", async (args, message) => {
  const { code, stdout, stderr } = await touchstone(args);

  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test.each([
  [["up", "blob", "--json"], "TS_TARGET"],
  [["identify", "no-such-file.jsonl", "--json"], "TS_NO_FILE"],
  [["up", "s3", "--json", "--", "true"], "TS_USAGE"],
  [["--json"], "TS_USAGE"],
])("touchstone %j: with --json an error is a document too", async (args, error) => {
  const { code, stdout } = await touchstone(args);

  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: error, message: expect.any(String) } });
});

test("with --json help is the table of commands", async () => {
  const all = await touchstone(["--help", "--json"]);
  const one = await touchstone(["up", "--help", "--json"]);

  const { commands: told, flags } = JSON.parse(all.stdout) as Pick<Command, "flags"> & {
    commands: Command[];
  };
  expect([all.code, one.code]).toEqual([0, 0]);
  expect(told.map(({ name, summary }) => [name, summary])).toEqual(
    commands.map(({ name, summary }) => [name, summary]),
  );
  expect(flags.map(({ name }) => name)).toEqual(["json", "verbose", "no-color", "help", "version"]);
  expect(JSON.parse(one.stdout)).toMatchObject({
    name: "up",
    usage: "touchstone up [SERVICE…] [flags] [-- CMD…]",
    takesCommand: true,
    flags: expect.arrayContaining([
      expect.objectContaining({ name: "port", value: "SERVICE=PORT", repeats: true }),
      expect.objectContaining({ name: "json" }),
    ]),
  });
});

test.skipIf(!existsSync("/dev/full"))(
  "says that the disk is full (skipped where there is no /dev/full), also with --json",
  () => {
    const bin = join(import.meta.dirname, "../../bin/touchstone.js");
    for (const args of [["operations"], ["operations", "--json"], ["identify"]]) {
      const full = openSync("/dev/full", "w");

      const { status, stderr } = spawnSync(process.execPath, [bin, ...args], {
        input: '{"method":"GET","url":"/"}',
        stdio: ["pipe", full, "pipe"],
        env: { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined },
        encoding: "utf8",
      });
      closeSync(full);

      expect(stderr).toBe("✗ the output cannot be written: no space left on device (ENOSPC)\n");
      expect(status).toBe(2);
    }
  },
);

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
