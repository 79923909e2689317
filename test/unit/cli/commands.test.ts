import { expect, test } from "vitest";
import { allCommands, commandNamed, commandNames } from "../../../src/cli/commands.ts";

test("every command is found by the name that it gives itself", async () => {
  const commands = await allCommands();

  expect(commands.map(({ name }) => name)).toEqual(commandNames);
  for (const command of commands) expect(await commandNamed(command.name)).toBe(command);
});

test("there is no other command", async () => {
  expect(await commandNamed("no-such-command")).toBeUndefined();
});
