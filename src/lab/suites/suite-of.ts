import { commandSuite } from "./command-suite.ts";
import type { DeclaredTests } from "./declared/declaration.ts";
import { declaredSuite } from "./declared/declared-suite.ts";
import { readyEntries } from "./declared/ready-entries.ts";
import { markedSuite } from "./marked/marked-suite.ts";
import { isMarkedRunner, recognise } from "./recognising/recognise.ts";
import type { Suite } from "./suite.ts";

/**
 * How a test command is run in parts: as the config declares it, else by its runner, which is recognised, else as one
 * unit.
 *
 * @example
 * const suite = suiteOf(["npx", "vitest", "run"], process.cwd());
 * const { tests = [] } = await suite.run("all", { cwd: process.cwd(), env: {} });
 * await suite.run(tests.slice(0, 2), { cwd: process.cwd(), env: {} });
 */
export function suiteOf(command: readonly string[], cwd: string, declared?: DeclaredTests): Suite {
  if (declared !== undefined) return declaredSuite(declared, { program: command, arguments: [] });
  const recognised = recognise(command, cwd);
  if (recognised === undefined) return commandSuite(command);
  const { runner, words } = recognised;
  if (isMarkedRunner(runner)) return markedSuite(recognised);
  return declaredSuite(readyEntries[runner], {
    program: words.slice(0, recognised.arguments),
    arguments: words.slice(recognised.arguments),
  });
}
