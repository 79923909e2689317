import { expect, test } from "vitest";
import { commandName, parseLine } from "../../../src/cli/parse.ts";

const command = {
  name: "up",
  args: [{ name: "[SERVICE…]", summary: "" }],
  takesCommand: "with its output" as const,
  flags: [
    { name: "config", value: "FILE", summary: "" },
    { name: "port", short: "p", value: "PORT", repeats: true as const, summary: "" },
    { name: "watch", summary: "" },
  ],
};

test("takes a line apart, wherever flags stand", () => {
  const { positionals, flags, rest } = parseLine(
    [
      "s3",
      "--config",
      "a.ts",
      "-p",
      "1",
      "--port=2",
      "-",
      "--watch",
      "--verbose",
      "--",
      "node",
      "--watch",
      "x",
    ],
    command,
  );

  expect(positionals).toEqual(["s3", "-"]);
  expect(flags.text("config")).toBe("a.ts");
  expect(flags.all("port")).toEqual(["1", "2"]);
  expect([flags.on("watch"), flags.on("verbose"), flags.on("json")]).toEqual([true, true, false]);
  expect(rest).toEqual(["node", "--watch", "x"]);
});

test("finds the command's name before the dashes only", () => {
  expect(commandName(["--json", "up", "s3"])).toBe("up");
  expect(commandName(["--", "up"])).toBeUndefined();
});

test.each([
  [["--confg", "x"], "there is no flag --confg; did you mean --config?"],
  [["--frobnicate"], "there is no flag --frobnicate"],
  [["--config"], "--config needs a value: --config FILE"],
  [["--config", "--", "x"], "--config needs a value: --config FILE"],
  [["--json", "--", "x"], "--json cannot be used with a command after --, whose output takes its place"],
  [["--watch=yes"], "--watch takes no value, but was given yes"],
])("refuses %j with a message that helps", (argv, message) => {
  expect(() => parseLine(argv, command)).toThrow(expect.objectContaining({ code: "TS_USAGE", message }));
});

test("refuses a command behind -- where none is run", () => {
  expect(() => parseLine(["--", "x"], { name: "doctor", flags: [], args: [] })).toThrow(
    "doctor takes nothing after --",
  );
});

test.each([
  [["x"], [], "doctor does not take the argument x"],
  [["x", "y"], [{ name: "[FILE]", summary: "" }], "doctor does not take the argument y"],
  [[], [{ name: "SHELL", summary: "" }], "SHELL is missing"],
  [[], [{ name: "SHELL", summary: "", choices: ["sh", "zsh"] }], "SHELL is missing; one of sh, zsh"],
  [
    [],
    [{ name: "A", summary: "", choices: ["s3rver"], isOpen: true as const }],
    "A is missing; such as s3rver",
  ],
])("refuses %j where %j is wanted", (argv, args, message) => {
  expect(() => parseLine(argv, { name: "doctor", flags: [], args })).toThrow(message);
});

test.each([[["--"]], [["--", ""]]])("refuses %j, where a command is missing", (argv) => {
  expect(() => parseLine(argv, command)).toThrow("there is no command after --");
});
