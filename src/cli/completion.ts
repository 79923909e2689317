import type { Command } from "./command.ts";
import { usage } from "./parse.ts";
import { bash } from "./shells/bash.ts";
import { fish } from "./shells/fish.ts";
import { zsh } from "./shells/zsh.ts";

const scripts = new Map([
  ["bash", bash],
  ["zsh", zsh],
  ["fish", fish],
]);

export const completion: Command = {
  name: "completion",
  summary: "print a completion script for a shell",
  args: [{ name: "SHELL", summary: "one of", choices: [...scripts.keys()] }],
  flags: [],
  examples: [
    "touchstone completion bash >> ~/.bashrc",
    "touchstone completion zsh > ~/.zfunc/_touchstone",
    "touchstone completion fish > ~/.config/fish/completions/touchstone.fish",
  ],
  async run({ positionals: [shell], terminal }) {
    // The table imports this file, so it can be asked for only when it is whole.
    const { commands } = await import("./commands.ts");
    const script = scripts.get(shell ?? "")?.(commands);
    if (script === undefined) throw usage(`there is no completion for ${shell}`, "completion");
    if (terminal.json) terminal.document({ shell, script });
    else terminal.say(script);
    return 0;
  },
};
