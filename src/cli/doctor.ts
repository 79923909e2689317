import { loadConfig } from "../lab/config/index.ts";
import { type Diagnosis, diagnose } from "../lab/index.ts";
import { TouchstoneError } from "../model/index.ts";
import type { Command } from "./command.ts";
import type { Terminal } from "./terminal.ts";

export const doctor: Command = {
  name: "doctor",
  summary: "say what is installed, what is missing, and what that costs",
  args: [],
  flags: [
    { name: "config", value: "FILE", summary: "the config to check; touchstone.config.ts here otherwise" },
  ],
  notes: ["The exit code is 2 if the config has a mistake; what is missing is not a failure."],
  examples: ["touchstone doctor", "touchstone doctor --json"],
  async run({ terminal, cwd, flags }) {
    const config = await diagnoseConfig(cwd, flags.text("config"));
    const found = [...(await diagnose(cwd)), config];
    if (terminal.json) terminal.document({ checks: found });
    else for (const diagnosis of found) show(diagnosis, terminal);
    return config.state === "wrong" ? 2 : 0;
  },
};

async function diagnoseConfig(cwd: string, named: string | undefined): Promise<Diagnosis> {
  try {
    const { file } = await loadConfig(cwd, named);
    return { name: "config", state: "ok", detail: file ?? "none here: the defaults hold" };
  } catch (error) {
    if (!(error instanceof TouchstoneError)) throw error;
    return {
      name: "config",
      state: "wrong",
      detail: error.message,
      ...(error.hint ? { fix: error.hint } : {}),
    };
  }
}

function show({ name, state, detail, cost, fix }: Diagnosis, terminal: Terminal): void {
  const { green, red, yellow, dim } = terminal.color;
  const marks = { ok: green("✓"), missing: red("✗"), note: yellow("!"), wrong: red("✗") };
  terminal.say(`${marks[state]} ${name.padEnd(20)} ${detail}`);
  for (const [label, text] of [
    ["costs", cost],
    ["fix", fix],
  ] as const) {
    for (const line of text?.split("\n") ?? []) terminal.say(dim(`  ${"".padEnd(20)} ${label}: ${line}`));
  }
}
