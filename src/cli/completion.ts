import type { Command } from "./command.ts";
import { allCommands } from "./commands.ts";
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
    const script = scripts.get(shell ?? "")?.(await allCommands());
    if (script === undefined) throw usage(`there is no completion for ${shell}`, "completion");
    if (terminal.json) terminal.document({ shell, script });
    else terminal.say(script);
    return 0;
  },
};
