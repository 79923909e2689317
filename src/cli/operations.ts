import { interfaceOf, serviceNamed, serviceNames } from "../clouds/index.ts";
import { operationRow, operationsMarkdown } from "../report/index.ts";
import type { Command } from "./command.ts";

export const operations: Command = {
  name: "operations",
  summary: "list the operations we know: HTTP shape, faults, price class",
  args: [{ name: "[SERVICE…]", summary: "all, or some of", choices: serviceNames }],
  flags: [],
  notes: ["The list is Markdown; with --json it is an array that also has every parameter and its type."],
  examples: ["touchstone operations azure-queue", "touchstone operations s3 --json"],
  async run({ positionals, terminal }) {
    const services = positionals.length === 0 ? serviceNames : positionals.map(serviceNamed);
    const interfaces = services.map(interfaceOf);
    if (terminal.json) {
      terminal.document(
        interfaces.flatMap((each) => each.operations.map((operation) => operationRow(each, operation))),
      );
    } else terminal.say(interfaces.map(operationsMarkdown).join("\n"));
    return 0;
  },
};
