import { once } from "node:events";
import { stat } from "node:fs/promises";
import { type IdentifyOptions, identifyLine, serviceNamed, serviceNames } from "../clouds/index.ts";
import { TouchstoneError } from "../model/index.ts";
import { openInput, readLines } from "../wire/index.ts";
import type { Command } from "./command.ts";
import type { Terminal } from "./terminal.ts";

const addressings = ["path", "host"] as const;

export const identify: Command = {
  name: "identify",
  summary: "name the service and operation of requests given as JSON lines",
  args: [
    {
      name: "[FILE…]",
      summary: "JSON lines {method, url, headers, body?}, gzipped or not; - or nothing is standard input",
    },
  ],
  flags: [
    {
      name: "service",
      value: "SERVICE",
      repeats: true,
      summary: "the requests are for this service (several may be given)",
      choices: serviceNames,
    },
    {
      name: "addressing",
      value: "STYLE",
      summary:
        "where unknown hosts have the bucket or account: path or host (both are tried if it is not said)",
      choices: addressings,
    },
  ],
  notes: [
    "Each line comes out as it went in, with `service` and `operation`; where no operation can be named,",
    "`operation` is null and `reason` says why. A line that is not a request is reported on stderr by its number,",
    "the rest goes on, and the exit code is 2. With --json the lines are the elements of one array.",
  ],
  examples: [
    "touchstone identify requests.jsonl",
    "zcat requests.jsonl.gz | touchstone identify --service s3",
  ],
  async run({ positionals, flags, terminal }) {
    const chosen = flags.all("service").map(serviceNamed);
    const style = flags.text("addressing");
    const tally = new Tally(terminal, {
      ...(chosen.length > 0 && { services: chosen }),
      ...(style !== undefined && { addressing: addressingNamed(style) }),
    });
    const files = positionals.length === 0 ? ["-"] : positionals;
    for (const file of files) await requireFile(file);
    try {
      for (const file of files) await tally.read(file, files.length > 1);
    } catch (error) {
      // The array has begun: it is ended, and what went wrong is told beside it.
      if (!terminal.json || !(error instanceof TouchstoneError)) throw error;
      terminal.note(error.message);
      return 2;
    } finally {
      tally.close();
    }
    tally.summarise();
    return tally.malformed === 0 ? 0 : 2;
  },
};

function addressingNamed(text: string): (typeof addressings)[number] {
  const found = addressings.find((style) => style === text);
  if (found !== undefined) return found;
  throw new TouchstoneError("TS_USAGE", `--addressing is path or host, not ${text}`);
}

/** Asked before anything is written, so that a mistyped name is the only thing told. */
async function requireFile(file: string): Promise<void> {
  if (file === "-") return;
  const found = await stat(file).catch(() => undefined);
  if (found === undefined) throw new TouchstoneError("TS_NO_FILE", `there is no file ${file}`);
  if (found.isDirectory()) throw new TouchstoneError("TS_NO_FILE", `${file} is a folder, not a file`);
}

/** Writes the lines and counts them. */
class Tally {
  malformed = 0;
  #named = 0;
  #unnamed = 0;
  readonly #terminal: Terminal;
  readonly #options: IdentifyOptions;

  constructor(terminal: Terminal, options: IdentifyOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  async read(file: string, several: boolean): Promise<void> {
    const name = file === "-" ? "standard input" : file;
    let number = 0;
    for await (const batch of readLines(openInput(file), name)) {
      const written: string[] = [];
      for (const line of batch) {
        number++;
        if (line.trim() === "") continue;
        const found = this.#identify(line, several ? `${name} line ${number}` : `line ${number}`);
        if (found !== undefined) written.push(found);
      }
      await this.#write(written);
    }
  }

  #identify(line: string, where: string): string | undefined {
    const result = identifyLine(line, this.#options);
    if (result.problem !== undefined) {
      this.malformed++;
      this.#terminal.note(`${where}: ${result.problem}`);
      return undefined;
    }
    if (result.identification.operation === null) this.#unnamed++;
    else this.#named++;
    return result.line;
  }

  #lines = 0;

  async #write(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const first = this.#lines === 0;
    this.#lines += lines.length;
    const text = this.#terminal.json
      ? `${first ? "[\n" : ",\n"}${lines.join(",\n")}`
      : `${lines.join("\n")}\n`;
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
  }

  /** Ends the array of `--json`. */
  close(): void {
    if (this.#terminal.json) process.stdout.write(this.#lines === 0 ? "[]\n" : "\n]\n");
  }

  summarise(): void {
    const { yellow } = this.#terminal.noteColor;
    const total = this.#named + this.#unnamed;
    const parts = [
      `${total} ${total === 1 ? "request" : "requests"}: ${this.#named} named, ${this.#unnamed} not`,
    ];
    if (this.malformed > 0) parts.push(yellow(`${this.malformed} malformed`));
    this.#terminal.note(parts.join("; "));
  }
}
