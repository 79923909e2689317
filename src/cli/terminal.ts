import pico from "picocolors";

type Colors = ReturnType<typeof pico.createColors>;

const clearLine = "\r\u001b[2K";
const widest = 120;

export interface TerminalOptions {
  readonly json: boolean;
  readonly verbose: boolean;
  readonly color: boolean;
}

/** What the user sees: results on stdout; with `--json` only the document, and everything else on stderr. */
export class Terminal {
  readonly json: boolean;
  readonly verbose: boolean;
  /** Colours for `say`, or none. */
  readonly color: Colors;
  /** Colours for `note`, or none: the one stream may be a terminal and the other a file. */
  readonly noteColor: Colors;
  readonly #sayTo: NodeJS.WriteStream;
  #documented = false;
  /** What stands on the last line of the screen, until something else is told. */
  #status = "";

  constructor({ json, verbose, color }: TerminalOptions) {
    this.json = json;
    this.verbose = verbose;
    this.#sayTo = json ? process.stderr : process.stdout;
    this.color = pico.createColors(color && wantsColor(this.#sayTo));
    this.noteColor = pico.createColors(color && wantsColor(process.stderr));
  }

  /** How many columns `say` may fill; where nobody looks at a screen, as many as are ever filled. */
  get width(): number {
    return Math.max(60, Math.min(this.#sayTo.columns ?? widest, widest));
  }

  /** How many columns a line of `say` has that is not to be wrapped: those of the screen, and where there is none no end of them. */
  get room(): number {
    return roomOn(this.#sayTo);
  }

  /** The same for `note`. */
  get noteRoom(): number {
    return roomOn(process.stderr);
  }

  /** A line for people. */
  say(line = ""): void {
    this.#aside(() => this.#sayTo.write(`${line}\n`));
  }

  /** A line beside the result: progress, warnings. Always on stderr. */
  note(line: string): void {
    this.#aside(() => process.stderr.write(`${line}\n`));
  }

  /** Text of a program that runs for us, as it came. Always on stderr. */
  pass(text: string): void {
    this.#aside(() => process.stderr.write(text));
  }

  /** Whether there is a screen whose last line can be rewritten. */
  get hasStatus(): boolean {
    return process.stderr.isTTY === true && process.env["TERM"] !== "dumb";
  }

  /** A line that is rewritten in its place, on a screen; elsewhere nothing. An empty one takes it away. */
  status(line: string): void {
    if (!this.hasStatus || line === this.#status) return;
    this.#status = line;
    process.stderr.write(`${clearLine}${line}`);
  }

  /** Writes something above the status. */
  #aside(write: () => void): void {
    if (this.#status !== "") process.stderr.write(clearLine);
    write();
    if (this.#status !== "") process.stderr.write(this.#status);
  }

  /** A line that only `--verbose` shows. */
  detail(line: string): void {
    if (this.verbose) this.note(line);
  }

  /** The one document of `--json`; an error after it is told on stderr alone. */
  document(value: unknown): void {
    if (this.#documented) return;
    this.#documented = true;
    this.#aside(() => process.stdout.write(`${JSON.stringify(value, null, 2)}\n`));
  }
}

function roomOn({ columns }: NodeJS.WriteStream): number {
  return columns || Number.POSITIVE_INFINITY;
}

function wantsColor(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== "") return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== "" && FORCE_COLOR !== "0") return true;
  return stream.isTTY === true && TERM !== "dumb";
}
