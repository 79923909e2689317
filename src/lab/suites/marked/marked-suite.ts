import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TouchstoneError } from "../../../model/index.ts";
import { preloadEnvironment } from "../../../wire/index.ts";
import { ScratchFolder } from "../../process/scratch-folder.ts";
import type { Recognised } from "../recognising/recognise.ts";
import type { Selection, Suite, SuiteRun, SuiteRunOptions, SuiteTest, TestResult } from "../suite.ts";
import { runSuiteProcess, type SuiteProcessEnd } from "../suite-process.ts";
import { narrowedCommand } from "./narrowed-command.ts";
import { Seal } from "./seal.ts";
import { followLines } from "./told-lines.ts";

/** What the preload writes: a test, and what became of it. */
interface ToldTest extends SuiteTest, Omit<TestResult, "id" | "status"> {
  readonly status?: TestResult["status"];
}

/**
 * A suite of a runner that the preload knows: one process for the whole selection, as parallel as the runner is by
 * itself. The preload leaves out what is not selected and tells the results, so that ids are those of the traces.
 */
export function markedSuite(recognised: Recognised): Suite {
  const { runner } = recognised;
  let lastRun: readonly SuiteTest[] = [];
  return {
    runner,
    tier: 1,
    async run(selection, options) {
      const run = await runMarked(recognised, selection, options);
      if (selection === "all") lastRun = run.tests ?? [];
      return run;
    },
    async list(options) {
      const listed = await listMarked(recognised, options);
      return runner === "node:test" ? withSubtests(listed, lastRun) : listed;
    },
  };
}

async function runMarked(
  recognised: Recognised,
  selection: Selection,
  options: SuiteRunOptions,
): Promise<SuiteRun> {
  if (selection !== "all" && selection.length === 0) return { exitCode: 0, results: [], tests: [] };
  const told = new Map<string, ToldTest & TestResult>();
  const isWanted = wantedBy(selection);
  const { exitCode } = await performMarked(recognised, { selection, options }, (test) => {
    const { status } = test;
    if (status === undefined || !isWanted(test)) return;
    // Where a runner has two tests of one id, as in two projects of Vitest, both must pass.
    if (told.get(test.id)?.status !== "failed") told.set(test.id, { ...test, status });
    options.onResult?.(resultOf({ ...test, status }));
  });
  const tests = [...told.values()];
  return {
    exitCode,
    results: tests.map(resultOf),
    tests: tests.map(({ id, file, titles }) => ({ id, file, titles })),
  };
}

async function listMarked(recognised: Recognised, options: SuiteRunOptions): Promise<readonly SuiteTest[]> {
  const listed = new Map<string, SuiteTest>();
  const { exitCode, lastLines } = await performMarked(recognised, { selection: "none", options }, (test) => {
    const { id, file, titles, status } = test;
    if (status === undefined) listed.set(id, { id, file, titles });
  });
  if (listed.size > 0 || exitCode === 0) return [...listed.values()];
  throw new TouchstoneError(
    "TS_SUITE_NOT_LISTED",
    `${recognised.runner} lists no tests (exit code ${exitCode})`,
    {
      hint: lastLines.slice(-5).join("\n") || "Run the command by itself to see what it says.",
    },
  );
}

async function performMarked(
  recognised: Recognised,
  { selection, options }: { selection: Selection | "none"; options: SuiteRunOptions },
  onTold: (test: ToldTest) => void,
): Promise<SuiteProcessEnd> {
  await using folder = new ScratchFolder(tmpdir(), "touchstone-suite-");
  const results = join(folder.path, "results.jsonl");
  const only = join(folder.path, "only.json");
  const seal = new Seal();
  const isPart = typeof selection !== "string";
  if (isPart) await writeFile(only, JSON.stringify(selection));
  const env = {
    ...options.env,
    ...ownPreload(options),
    TOUCHSTONE_FILE: "",
    TOUCHSTONE_LIST: selection === "none" ? "1" : "",
    TOUCHSTONE_ONLY: isPart ? only : "",
    TOUCHSTONE_RESULTS: results,
    TOUCHSTONE_RUNNER: recognised.runner,
    TOUCHSTONE_SEAL: seal.key,
  };
  const words = isPart ? narrowedCommand(recognised, filesOf(selection)) : recognised.words;
  const ended = runSuiteProcess(words, env, options);
  await followLines(results, ended, (line) => onTold(JSON.parse(seal.open(line)) as ToldTest));
  return await ended;
}

/** Where requests are recorded, the preload is there already. */
function ownPreload({ cwd, env }: SuiteRunOptions): Record<string, string> {
  if (env["TOUCHSTONE_ROOT"] !== undefined) return {};
  return preloadEnvironment({ origins: [], root: cwd, env: { ...process.env, ...env } });
}

function filesOf(tests: readonly SuiteTest[]): string[] {
  return [...new Set(tests.map(({ file }) => file))];
}

/** A selected file brings its tests along, and a selected test what fails in its file as such. */
function wantedBy(selection: Selection): (test: SuiteTest) => boolean {
  if (selection === "all") return () => true;
  const ids = new Set(selection.flatMap(({ id, file }) => [id, file]));
  const files = new Set(selection.filter(({ id, file }) => id === file).map(({ file }) => file));
  return ({ id, file }) => ids.has(id) || files.has(file);
}

function resultOf({ id, status, ms, message }: ToldTest & TestResult): TestResult {
  return { id, status, ...(ms !== undefined && { ms }), ...(message !== undefined && { message }) };
}

/** `node:test` learns of tests inside of tests only by running these: they are known from the last run. */
function withSubtests(listed: readonly SuiteTest[], lastRun: readonly SuiteTest[]): readonly SuiteTest[] {
  const pathOf = (file: string, titles: readonly string[]) => JSON.stringify([file, ...titles]);
  const ids = new Set(listed.map(({ id }) => id));
  const paths = new Set(listed.map(({ file, titles }) => pathOf(file, titles)));
  const isInside = ({ file, titles }: SuiteTest) =>
    titles.some((_, end) => end > 0 && paths.has(pathOf(file, titles.slice(0, end))));
  return [...listed, ...lastRun.filter((test) => !ids.has(test.id) && isInside(test))];
}
