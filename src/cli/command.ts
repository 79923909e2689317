import type { Terminal } from "./terminal.ts";

/** A flag of a command. The table of commands is all there is: help, completion and docs read it too. */
export interface Flag {
  /** Without the dashes. */
  readonly name: string;
  readonly short?: string;
  /** What stands for the value in help, such as `FILE`; a flag without one is on or off. */
  readonly value?: string;
  /** A flag that is on or off, and may say more behind an equals sign: what, such as `warn`. */
  readonly mayBe?: string;
  /** It may be given more than once. */
  readonly repeats?: true;
  readonly summary: string;
  /** What completion offers for the value. */
  readonly choices?: readonly string[];
}

export interface Argument {
  /** As in usage: `SERVICE…`, `[FILE]`. */
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  /** It may be something else than the choices, such as a URL. */
  readonly isOpen?: true;
}

export interface Command {
  readonly name: string;
  readonly summary: string;
  readonly args: readonly Argument[];
  readonly flags: readonly Flag[];
  /**
   * It runs what stands behind `--`. With that command's output on standard output `--json` is refused; otherwise
   * `--json` has standard output for itself, and the command's goes to standard error.
   */
  readonly takesCommand?: "with its output" | "with a result of our own";
  /** Lines under the flags: what else is worth knowing. */
  readonly notes?: readonly string[];
  readonly examples: readonly string[];
  /** The exit code: 0 fine, 1 a finding, 2 a usage, config or environment error, 130 interrupted. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** A command as it was called. */
export interface Invocation {
  readonly positionals: readonly string[];
  readonly flags: ParsedFlags;
  /** What stands behind `--`. */
  readonly rest: readonly string[];
  readonly terminal: Terminal;
  readonly cwd: string;
}

/** Flags as they were given; ask by kind. */
export class ParsedFlags {
  readonly #values: ReadonlyMap<string, readonly string[]>;

  constructor(values: ReadonlyMap<string, readonly string[]>) {
    this.#values = values;
  }

  on(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  all(name: string): readonly string[] {
    return this.#values.get(name) ?? [];
  }
}

/** Flags that every command takes. */
export const globalFlags: readonly Flag[] = [
  { name: "json", summary: "print one JSON document on stdout, everything else on stderr" },
  { name: "verbose", summary: "say more on stderr; errors come with their causes" },
  { name: "no-color", summary: "no colours; the variable NO_COLOR does the same" },
  { name: "help", short: "h", summary: "show this help; with --json as data" },
];

/** What only the command line without a command takes. */
export const versionFlag: Flag = { name: "version", summary: "show the version" };
