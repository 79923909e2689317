import { expect, test } from "vitest";
import { fuzz } from "../../../src/cli/fuzz.ts";
import { fuzzSettings } from "../../../src/cli/fuzz-settings.ts";
import { commandHelp } from "../../../src/cli/help.ts";
import { parseLine } from "../../../src/cli/parse.ts";
import { Terminal } from "../../../src/cli/terminal.ts";
import { loadConfig } from "../../../src/lab/config/index.ts";

test.each([
  ["5", 5000],
  ["90s", 90_000],
  ["1.5m", 90_000],
  ["1h", 3_600_000],
])("--budget %s is %d ms", async (text, budget) => {
  const { config } = await loadConfig(import.meta.dirname, undefined);
  const line = parseLine(["s3", "--emulator", "s3rver", "--budget", text], fuzz);
  const terminal = new Terminal({ json: true, verbose: false, color: false });

  const { against } = fuzzSettings({ ...line, terminal, cwd: import.meta.dirname }, config);

  expect(against).toMatchObject({ limits: { budget } });
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
