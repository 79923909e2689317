import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commandNames } from "../../src/cli/commands.ts";
import { touchstone } from "./command.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-completion-"));
const shells = { bash: askBash, zsh: askZsh, fish: askFish } as const;
const names = ["bash", "zsh", "fish"] as const;

beforeAll(async () => {
  writeFileSync(join(folder, "requests.jsonl"), "");
  for (const shell of names)
    writeFileSync(join(folder, `script.${shell}`), (await touchstone(["completion", shell])).stdout);
});

afterAll(() => rmSync(folder, { recursive: true }));

function run(shell: string, program: string): string[] {
  const args = shell === "bash" ? ["--norc", "-c", program] : ["-c", program];
  const said = execFileSync(shell, args, {
    cwd: folder,
    encoding: "utf8",
    timeout: 30_000,
    env: { ...process.env, HOME: folder, TERM: "dumb" },
  });
  // Behind a tab, fish describes what it offers.
  return said.split("\n").flatMap((each) => each.split("\t")[0] || []);
}

/** What the function that bash was told of answers. */
function askBash(line: string): string[] {
  const words = line.split(/(?<==)|(?==)| /).map((word) => `'${word}'`);
  return run(
    "bash",
    `source script.bash; COMP_WORDS=(${words.join(" ")}); COMP_CWORD=${words.length - 1}; _touchstone; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
}

function askFish(line: string): string[] {
  return run("fish", `source script.fish; complete -C '${line}'`);
}

/** Types the line into a zsh at a terminal of its own, presses Tab, and catches what is offered. */
function askZsh(line: string): string[] {
  const inner = `
    autoload -Uz compinit && compinit -D -u
    compadd() {
      local -a hits
      case " $*" in (*" -"[OAD]" "*) builtin compadd "$@"; return ;; esac
      builtin compadd -A hits "$@"
      print -rl -- "offer "$^hits
    }
    show() { zle complete-word; print -r -- DONE; exit }
    zle -C complete-word complete-word _main_complete
    zle -N show
    bindkey '^I' show
    source script.zsh
    print READY`;
  writeFileSync(join(folder, "inner.zsh"), inner);
  return run(
    "zsh",
    `zmodload zsh/zpty
     zpty typed zsh -f -i
     zpty -w typed 'PS1=; source inner.zsh'
     zpty -r typed seen '*READY*'
     zpty -w -n typed '${line}'$'\\t'
     zpty -r typed seen '*DONE*'
     print -r -- "$seen" | sed -n 's/\\r$//; s/.*offer //p'`,
  );
}

describe.each(names)("in %s", (shell) => {
  const missing = spawnSync(shell, ["-c", "true"]).status !== 0;
  const ask = shells[shell];

  test.skipIf(missing).each<[string, readonly string[]]>([
    ["touchstone comp", ["compare", "completion"]],
    ["touchstone --json ident", ["identify"]],
    ["touchstone --ver", ["--verbose", "--version"]],
    ["touchstone up s", ["s3", "s3rver"]],
    ["touchstone --json up s", ["s3", "s3rver"]],
    ["touchstone --json --no-color up azure-blob --p", ["--port"]],
    ["touchstone identify --service azure-q", ["azure-queue"]],
    ["touchstone --verbose identify --service s3 --service azure-q", ["azure-queue"]],
    ["touchstone identify --service=azure-q", [shell === "fish" ? "--service=azure-queue" : "azure-queue"]],
    ["touchstone completion z", ["zsh"]],
    // Bash adds files by itself where the function has nothing to offer.
    ["touchstone --json identify requ", shell === "bash" ? [] : ["requests.jsonl"]],
    ["touchstone up --config requ", shell === "bash" ? [] : ["requests.jsonl"]],
  ])(`offers what fits behind %s (skipped where there is no ${shell})`, (line, offered) => {
    expect(ask(line).toSorted()).toEqual(offered);
  });

  test.skipIf(missing)(
    `offers every command first, and none after it or behind -- (skipped where there is no ${shell})`,
    () => {
      expect(ask("touchstone ")).toEqual(expect.arrayContaining([...commandNames]));
      expect(ask("touchstone --json ")).toEqual(expect.arrayContaining([...commandNames]));
      expect(ask("touchstone --json up ")).toContain("azure-blob");
      expect(ask("touchstone --json up ")).not.toContain("doctor");
      expect(ask("touchstone up s3 -- up ")).not.toContain("azure-blob");
    },
  );
});
