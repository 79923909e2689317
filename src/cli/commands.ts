import type { Command } from "./command.ts";

/**
 * Every command, by its name, in the order in which help lists them. Only what is called is loaded: a command stands on
 * much of the house, and most of the time before its first word would go into reading what the others stand on.
 */
const table: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["demo", async () => (await import("./demo.ts")).demo],
  ["run", async () => (await import("./run.ts")).run],
  ["audit", async () => (await import("./audit.ts")).audit],
  ["up", async () => (await import("./up.ts")).up],
  ["fuzz", async () => (await import("./fuzz.ts")).fuzz],
  ["record", async () => (await import("./record.ts")).record],
  ["replay", async () => (await import("./replay.ts")).replay],
  ["repro", async () => (await import("./repro.ts")).repro],
  ["compare", async () => (await import("./compare.ts")).compare],
  ["safelist", async () => (await import("./safelist.ts")).safelist],
  ["har", async () => (await import("./har.ts")).har],
  ["identify", async () => (await import("./identify.ts")).identify],
  ["operations", async () => (await import("./operations.ts")).operations],
  ["savings", async () => (await import("./savings.ts")).savings],
  ["doctor", async () => (await import("./doctor.ts")).doctor],
  ["completion", async () => (await import("./completion.ts")).completion],
]);

/** The names of all commands, in their order. */
export const commandNames: readonly string[] = [...table.keys()];

/** A command by its name; `undefined` if there is none. */
export async function commandNamed(name: string): Promise<Command | undefined> {
  return table.get(name)?.();
}

/** All commands, in their order. */
export function allCommands(): Promise<readonly Command[]> {
  return Promise.all([...table.values()].map((load) => load()));
}
