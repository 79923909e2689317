import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { allCommands } from "../src/cli/commands.ts";
import { commandHelp } from "../src/cli/help.ts";
import { interfaceOf, serviceNames } from "../src/clouds/index.ts";
import { operationsMarkdown } from "../src/report/index.ts";

/** The pages of `docs/reference` that follow from tables in the sources. `--check` says which are out of date. */
const pages: Readonly<Record<string, string>> = {
  "commands.md": [
    "# Commands",
    "",
    "Made from the table of commands by `npm run docs`. Exit codes: 0 fine, 1 a finding or a failing test, 2 a usage,",
    "config or environment error, 130 interrupted.",
    "",
    ...(await allCommands()).flatMap((command) => [
      `## touchstone ${command.name}`,
      "",
      "```",
      commandHelp(command),
      "```",
      "",
    ]),
  ].join("\n"),
  "operations.md": [
    "# Operations",
    "",
    "Made from the interfaces by `npm run docs`; `touchstone operations --json` has every parameter as well.",
    "",
    ...serviceNames.map((service) => operationsMarkdown(interfaceOf(service))),
  ].join("\n"),
};

const folder = join(import.meta.dirname, "../docs/reference");
const stale = Object.entries(pages).filter(([name, text]) => read(join(folder, name)) !== text);
if (process.argv.includes("--check")) {
  for (const [name] of stale) console.error(`docs/reference/${name} is out of date: npm run docs`);
  process.exit(stale.length === 0 ? 0 : 1);
}
for (const [name, text] of stale) writeFileSync(join(folder, name), text);

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
