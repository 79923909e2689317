import { expect, test } from "vitest";
import { fuzz } from "../../../src/cli/fuzz.ts";
import { fuzzSettings } from "../../../src/cli/fuzz-settings.ts";
import { commandHelp } from "../../../src/cli/help.ts";
import { parseLine } from "../../../src/cli/parse.ts";
import { Terminal } from "../../../src/cli/terminal.ts";
import { type ConfigInput, checkConfig } from "../../../src/lab/config/index.ts";

/** What a command line says where a config says so much. */
function settingsOf(args: readonly string[], config: ConfigInput = {}) {
  const terminal = new Terminal({ json: true, verbose: false, color: false });
  const invocation = { ...parseLine(args, fuzz), terminal, cwd: import.meta.dirname };
  return fuzzSettings(invocation, checkConfig(config, "config"));
}

test.each([
  ["5", 5000],
  ["90s", 90_000],
  ["1.5m", 90_000],
  ["1h", 3_600_000],
])("--budget %s is %d ms", (text, budget) => {
  const { against } = settingsOf(["s3", "--emulator", "s3rver", "--budget", text]);

  expect(against).toMatchObject({ limits: { budget } });
});

test("several mistakes are told at once", () => {
  const read = () => settingsOf(["s3", "--calls", "abc", "--budget", "5x", "--seed", "1.5"]);

  expect(read).toThrow(
    "--calls must be a whole number from 0 to 999999999, not abc; " +
      "--budget must be a time such as 90s, 5m or 1h, not 5x; " +
      "--seed must be a whole number from 0 to 999999999, not 1.5",
  );
});

test.each([
  ["the service's usual one", ["dynamodb"], {}, "dynalite"],
  ["that of the config", ["dynamodb"], { dynamodb: { emulator: "dynamodb-local" } }, "dynamodb-local"],
  [
    "the one that is named",
    ["dynamodb", "--emulator", "dynalite@3.2.0"],
    { dynamodb: { emulator: "dynamodb-local" } },
    "dynalite@3.2.0",
  ],
])("the emulator is %s", (_, args, services, emulator) => {
  const settings = settingsOf(args, { services });

  expect(settings.emulator).toBe(emulator);
});

test("the help says that a number alone is seconds, and that the last sequence is performed whole", () => {
  const help = commandHelp(fuzz);

  expect(help).toContain("90s, or 90 alone, 5m, 1h");
  expect(help).toContain("at least so many calls");
});

test("completion offers for each side what it can be", () => {
  const [emulator = [], reference = []] = ["emulator", "reference"].map(
    (name) => fuzz.flags.find((flag) => flag.name === name)?.choices,
  );

  expect(emulator).toContain("s3rver");
  expect(reference.filter((name) => !emulator.includes(name))).toEqual(["contracts", "cloud"]);
});
