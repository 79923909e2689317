import { expect, test } from "vitest";
import { allCommands, commandNamed, commandNames } from "../../../src/cli/commands.ts";
import { parseServiceTargets } from "../../../src/lab/index.ts";

test("every command is found by the name that it gives itself", async () => {
  const commands = await allCommands();

  expect(commands.map(({ name }) => name)).toEqual(commandNames);
  for (const command of commands) expect(await commandNamed(command.name)).toBe(command);
});

test("there is no other command", async () => {
  expect(await commandNamed("no-such-command")).toBeUndefined();
});

test("targets in examples say all that is needed: the service, and for Azure the account", async () => {
  const commands = await allCommands();

  const words = commands.flatMap(({ examples }) => examples.flatMap((example) => example.split(" ")));
  const targets = words.filter((word) => /(?:^|=)https?:\/\//.test(word));

  expect(targets.length).toBeGreaterThan(0);
  for (const target of targets) expect(() => parseServiceTargets(target, () => undefined)).not.toThrow();
});
