import { join, relative, resolve } from "node:path";
import type { HybridEvent, HybridReport, HybridTest } from "../../hybrid/index.ts";
import {
  explanation,
  hasFailed,
  junitXml,
  needsLook,
  type RunDocument,
  runDocument,
  type TextOptions,
  textReport,
} from "../../report/index.ts";
import { Redactor } from "../../wire/index.ts";
import type { ParsedFlags } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { tellGithub } from "./github-files.ts";
import { Progress } from "./progress.ts";
import { RunnerOutput } from "./runner-output.ts";
import { writeWhole } from "./write-whole.ts";

export interface RunOutputOptions {
  readonly terminal: Terminal;
  readonly flags: ParsedFlags;
  readonly cwd: string;
  /** The run's folder. */
  readonly folder: string;
  /** What stands behind `--`. */
  readonly command: readonly string[];
  /** Words that a line which runs one of the tests again needs: services, `--config FILE`. */
  readonly settings: readonly string[];
  readonly secrets: readonly string[];
}

/** What a user sees of a run, while it goes on and when it is over. */
export class RunOutput implements Disposable {
  readonly #options: RunOutputOptions;
  readonly #progress: Progress;
  readonly #runner = new RunnerOutput();
  readonly #secrets: Set<string>;

  constructor(options: RunOutputOptions) {
    this.#options = options;
    this.#progress = new Progress(options.terminal);
    this.#secrets = new Set(options.secrets);
  }

  /** A secret that came during the run: it is told nowhere. */
  learn(secret: string): void {
    this.#secrets.add(secret);
  }

  event(event: HybridEvent): void {
    if (event.type === "note") {
      const { terminal } = this.#options;
      terminal.note(`${terminal.noteColor.yellow("!")} ${event.text}`);
    } else if (event.type !== "output") {
      if (event.type === "phase") this.#runner.begin(event.phase);
      this.#progress.take(event);
    } else if (this.#options.terminal.verbose) this.#options.terminal.pass(event.text);
    else this.#runner.add(event.text);
  }

  /** Tells what came of it, everywhere that was asked for; `report.json` is in the run's folder always. */
  async finish(report: HybridReport): Promise<void> {
    this.#progress.end();
    const { terminal, flags, cwd, folder } = this.#options;
    const redactor = new Redactor([...this.#secrets]);
    const explained = explainedBy(report, flags.text("explain"));
    const document = runDocument(report, {
      ...this.#options,
      traces: relative(cwd, folder) || ".",
      ended: new Date(),
      redactor,
      withTraces: (test) => needsLook(test) || explained.has(test.test.id),
    });
    await writeWhole(join(folder, "report.json"), `${JSON.stringify(document)}\n`);
    for (const phase of untoldPhases(report)) terminal.pass(redactor.text(this.#runner.lastOf(phase)));
    if (flags.text("explain") === undefined) this.#tell(document);
    else this.#explain(document, report, explained);
    const junit = flags.text("junit");
    if (junit !== undefined) await writeWhole(resolve(cwd, junit), junitXml(document));
    tellGithub(document, cwd, terminal);
  }

  #tell(document: RunDocument): void {
    const { terminal } = this.#options;
    if (terminal.json) terminal.document(withoutTraces(document, () => false));
    else for (const line of textReport(document, this.#style())) terminal.say(line);
    const { dim } = terminal.noteColor;
    terminal.note(dim(`traces and report.json: ${document.traces}`));
    const isQuiet = document.outcomes.failed > 0 && !terminal.verbose;
    if (isQuiet) terminal.note(dim(`what ${document.runner} printed itself: --verbose`));
  }

  #explain(document: RunDocument, report: HybridReport, explained: ReadonlySet<string>): void {
    const { terminal, flags } = this.#options;
    if (explained.size === 0) terminal.note(`no test has ${JSON.stringify(flags.text("explain"))} in its id`);
    const isMeant = report.tests.map(({ test }) => explained.has(test.id));
    if (terminal.json) terminal.document(withoutTraces(document, (at) => isMeant[at] === true));
    else {
      const shown = document.tests.filter((_, at) => isMeant[at]);
      for (const [at, test] of shown.entries()) {
        if (at > 0) terminal.say();
        for (const line of explanation(test, this.#style())) terminal.say(line);
      }
    }
  }

  #style(): TextOptions {
    const { terminal, flags } = this.#options;
    return { paint: terminal.color, width: terminal.width, details: flags.on("details") };
  }

  [Symbol.dispose](): void {
    this.#progress[Symbol.dispose]();
  }
}

/** The tests that are meant: by the very id, else by a part of it. */
function explainedBy({ tests }: HybridReport, part: string | undefined): ReadonlySet<string> {
  if (part === undefined) return new Set();
  const ids = tests.map(({ test }) => test.id);
  return new Set(ids.includes(part) ? [part] : ids.filter((id) => id.includes(part)));
}

/** The document with the traces of some tests alone, by where they stand. */
function withoutTraces(document: RunDocument, isMeant: (at: number) => boolean): RunDocument {
  const tests = document.tests.map((test, at) => {
    const { traces: _, ...rest } = test;
    return isMeant(at) ? test : rest;
  });
  return { ...document, tests };
}

/** The phases in which something failed of which only the runner's own output can tell. */
function untoldPhases({ tests, broken, unexplainedExit }: HybridReport): ("emulator" | "cloud")[] {
  const untold = tests.filter((test) => hasFailed(test) && saysNothing(test));
  const isEmpty = tests.length + broken.length === 0;
  const onEmulator =
    isEmpty || unexplainedExit !== undefined || untold.some(({ judgement }) => judgement === undefined);
  const onCloud = untold.some(({ judgement }) => judgement !== undefined);
  return [...(onEmulator ? ["emulator" as const] : []), ...(onCloud ? ["cloud" as const] : [])];
}

function saysNothing({ emulator, judgement }: HybridTest): boolean {
  return (judgement === undefined ? emulator : judgement.cloud)?.message === undefined;
}
